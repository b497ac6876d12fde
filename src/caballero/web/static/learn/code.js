/**
 * The algorithms in Python, as they are taught: each line, the key of its comment, and the kinds
 * of steps at which it runs. "begin" is the first square.
 * @type {Record<string, string[][]>}
 */
export const CODE = {
  naive: [
    ["def naive(walk):", "", "begin"],
    ["    if len(walk) == squares:", "cTest", "dead-end solution"],
    ["        return is_tour(walk)"],
    ["    for move in moves:", "cMoves", "try"],
    ["        target = after(walk[-1], move)"],
    ["        if target:", "cBlind"],
    ["            walk.append(target)", "", "place"],
    ["            if naive(walk):"],
    ["                return True"],
    ["            walk.pop()", "cBack", "step-back"],
    ["    return False", "cAll", "no-solution"],
  ],
  backtracking: [
    ["def search(path):", "", "begin"],
    ["    if is_tour(path):"],
    ["        return True", "", "solution"],
    ["    for move in moves:", "cMoves", "try"],
    ["        target = after(path[-1], move)"],
    ["        if target and target not in path:", "cFree"],
    ["            path.append(target)", "", "place"],
    ["            if search(path):"],
    ["                return True"],
    ["            path.pop()", "cBack", "step-back"],
    ["    return False", "cAll", "dead-end no-solution"],
  ],
  warnsdorff: [
    ["def rule(path):", "", "begin"],
    ["    while not is_tour(path):"],
    ["        free = [t for t in targets(path[-1])"],
    ["                if t not in path]", "cTargets"],
    ["        if not free:"],
    ["            return False", "cStuck", "dead-end no-solution"],
    ["        target = min(free, key=exits)", "cFewest", "try"],
    ["        path.append(target)", "", "place"],
    ["    return True", "", "solution"],
  ],
  "warnsdorff-backtracking": [
    ["def search(path):", "", "begin"],
    ["    if is_tour(path):"],
    ["        return True", "", "solution"],
    ["    free = [t for t in targets(path[-1])"],
    ["            if t not in path]", "cTargets"],
    ["    for target in sorted(free, key=exits):", "cSorted", "try"],
    ["        path.append(target)", "", "place"],
    ["        if search(path):"],
    ["            return True"],
    ["        path.pop()", "cBack", "step-back"],
    ["    return False", "cAll", "dead-end no-solution"],
  ],
};
