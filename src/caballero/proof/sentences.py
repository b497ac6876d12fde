"""What proofs and the judge say: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "proof-open": "Accepted: there is no open tour of the {piece} on {board}.",
    "proof-closed": "Accepted: there is no closed tour of the {piece} on {board}.",
    "proof-open-graph": "Accepted: the graph, of {count} vertices, has no Hamiltonian path.",
    "proof-closed-graph": "Accepted: the graph, of {count} vertices, has no Hamiltonian cycle.",
    "proof-only-open": (
        "Accepted: there is exactly one open tour of the {piece} on {board}, the one in line 3."
    ),
    "proof-only-closed": (
        "Accepted: there is exactly one closed tour of the {piece} on {board}, the one in line 3."
    ),
    "proof-only-open-graph": (
        "Accepted: the graph, of {count} vertices, has exactly one Hamiltonian path, the one in "
        "line 3."
    ),
    "proof-only-closed-graph": (
        "Accepted: the graph, of {count} vertices, has exactly one Hamiltonian cycle, the one in "
        "line 3."
    ),
    "proof-least": "Accepted: with the costs in line 3, no tour costs less than {cost}.",
    "proof-most": "Accepted: with the costs in line 3, no tour costs more than {cost}.",
    "proof-longest": "Accepted: no path visits more places than the one in line 3, {cost}.",
    "proof-longest-cycle": (
        "Accepted: no closed path visits more places than the one in line 3, {cost}."
    ),
    "proof-constrained": (
        "{verdict} It applies to the start, end, clues, waypoints and moves that line 2 of the "
        "file gives."
    ),
    "proof-refused": "Refused: line {line} is wrong, or does not follow from those before it.",
    "proof-too-wide": (
        "Refused: the sweep in line 3 has more than {most} states at once, the most that is "
        "checked. Choose an order of the vertices with fewer states, or another proof."
    ),
    "proof-heading": "This is not a proof: the first line of one is “{heading}”.",
    "proof-unreadable": (
        "This proof cannot be read: one of its first three lines is damaged. Write it again."
    ),
    "proof-compressed": "The compressed file ends too early or is damaged. Write it again.",
    "proof-line-long": (
        "Line {line} of this proof has more than {most} characters, the most that is read."
    ),
    "proof-lists": (
        "One of the first three lines of this proof has more than {most} lists, the most that is "
        "read."
    ),
    "proof-not-exported": (
        "This proof is no deduction and has no steps, so there is nothing to write for VeriPB. If "
        "the method exact writes steps for this problem, write the proof again with it."
    ),
    "proof-part-not-exported": (
        "This proof uses that one place separates others, which is not written for VeriPB. "
        "Only Caballero checks it."
    ),
    "claim-empty": (
        "The text is empty: write a tour as a matrix of numbers, a list of squares, or JSON."
    ),
    "claim-is-text": (
        "This is text: read it first with caballero.formats.read_vertices(text, graph)."
    ),
    "claim-several": "The text has {count} tours: give one of them.",
    "claim-none": "The text claims that there is no tour: solve(problem) finds one, or proves it.",
    "claim-numbers": (
        "The number {number} before a square follows no other: number all squares without a gap, "
        "or none."
    ),
    "read-from-1": "The coordinates of the squares begin with 1.",
    "not-a-number-line": (
        "“{value}” in line {line} is not a number: write numbers, . (not visited) or # (no square)."
    ),
    "name-unreadable-line": (
        "“{name}” in line {line} is not a square: write names like a1, or coordinates like 0,0."
    ),
    "matrix-ragged-line": (
        "Line {line} of the matrix has length {count}, but the first one has {first}: make "
        "all rows equally long, and write # where there is no square."
    ),
    "claim-no-order": (
        "A set has no order, so it is no tour: give the squares in a list, in the order of the "
        "tour."
    ),
    "claim-unreadable": (
        "“{value}” is neither a matrix nor a list of squares: write rows of numbers, names "
        "like a1 b3, or coordinates like 0,0 2,1."
    ),
    "not-a-number": (
        "“{value}” at {place} is not a number: write numbers, . (not visited) or # (no square)."
    ),
    "name-unreadable": "“{name}” is not a square: write names like a1, or coordinates like 0,0.",
    "matrix-ragged": (
        "Part {place} of the matrix has length {count}, but the first part has {first}: make "
        "all rows equally long, and write # where there is no square."
    ),
    "json-no-tour": 'The JSON has no tour: add "tour", a list of [row, column] pairs.',
    "json-board": '“{value}” is not a board in JSON: write "8x8", or its shape as a list.',
    "fault-shape": "The matrix is {shape}, but the board is {board}.",
    "fault-outside": "{place}, number {number}, is outside the board.",
    "fault-no-vertex": "{place}, number {number}, is not a vertex of the graph.",
    "fault-number-missing": "Number {number} is missing.",
    "fault-number-twice": "Number {number} appears {count} times: at {places}.",
    "fault-number-range": "Number {number}, at {place}, is not between {first} and {last}.",
    "fault-square-twice": "{place} is visited {count} times, as numbers {numbers}.",
    "fault-step": "The step from {m} to {n}, {a} to {b}, is not a move of the {piece}.",
    "fault-step-graph": "The step from {m} to {n}, {a} to {b}, is not an edge.",
    "fault-not-closed": (
        "It does not close: from {m} back to {n}, {a} to {b}, is not a move of the {piece}."
    ),
    "fault-not-closed-graph": (
        "It does not close: from {m} back to {n}, {a} to {b}, is not an edge."
    ),
    "fault-cut-off": "No move joins {square}, number {number}, to the number before or after it.",
    "fault-start": "The tour must start at {asked}, but number {number} is at {found}.",
    "fault-end": "The tour must end at {asked}, but number {number} is at {found}.",
    "fault-clue": "{asked} must have number {number}, but number {number} is at {found}.",
    "fault-waypoint": (
        "{b}, number {n}, comes too early: the waypoint before it, {a}, has number {m}."
    ),
    "fault-forced": "The tour does not use the forced move {a}–{b}.",
    "fault-forbidden": "The tour uses the forbidden move {a}–{b}.",
    "fault-forced-directed": "The tour does not use the forced edge {a}→{b}.",
    "fault-forbidden-directed": "The tour uses the forbidden edge {a}→{b}.",
    "fault-length": "The list has {count} entries; the tour needs {squares}.",
    "fault-unfinished": (
        "The tour is right up to number {number}, at {place}; squares that are left: {count}."
    ),
    "fault-unfinished-graph": (
        "The tour is right up to number {number}, at {place}; vertices that are left: {count}."
    ),
    "fault-swapped": (
        "The numbers {m}, at {a}, and {n}, at {b}, are exchanged: with {n} at {a} and {m} at {b} "
        "it is a tour."
    ),
    "pupil-several": (
        "Cannot tell whose answer {file} is: it fits {names}. Rename it with the whole name, or "
        "with the pupil's number."
    ),
    "pupil-twins": (
        "Cannot tell whose answer {file} is: it fits {names}. Rename it with the pupil's number."
    ),
    "pupil-again": "Cannot tell which answer of {name} counts: {files} all fit. Keep one of them.",
    "pupil-strange": (
        "{file} may be of a pupil other than {name}, whose name does not have {words}. Rename it "
        "with the whole name, or with the pupil's number."
    ),
    "pupil-unknown": (
        "Whose answer {file} is, is not known: give the file the pupil's number or name, or write "
        "the name in its first line."
    ),
    "slip-exchanged": "{m} and {n} are exchanged.",
    "slip-number": "{place} should probably have number {right}, not {number}.",
    "slip-reversed": "It is numbered from its end.",
    "slip-turned": "Rows and columns are exchanged.",
    "slip-upside": "The rows are written from below.",
    "slip-mirrored": "The columns are written from the right.",
    "slip-around": "The board is turned around.",
    "slip-elsewhere": "It is a tour of this board, from {place}, but not of this task.",
    "fault-and-more": "{fault} (Further faults of this kind: {count}.)",
    "fault-more": "Further faults, not listed: {count}.",
    "verdict-open": "Valid: an open tour of the {piece} on {board}.",
    "verdict-none": "Valid: there is no tour.",
    "fault-none": "There is a tour: {tour}.",
    "verdict-closed": "Valid: a closed tour of the {piece} on {board}.",
    "verdict-cost": "{verdict} It costs {cost}.",
    "verdict-open-graph": "Valid: a Hamiltonian path through {count} vertices.",
    "verdict-closed-graph": "Valid: a Hamiltonian cycle through {count} vertices.",
    "colours-closed": (
        "The colours alternate along a closed tour, but there are {first} squares of one "
        "colour and {second} of the other."
    ),
    "colours-open": (
        "The colours alternate along a tour, but there are {first} squares of one colour and "
        "{second} of the other."
    ),
    "colours-number": (
        "The colours alternate along a tour; with {first} squares of one colour and {second} "
        "of the other, {place} has the wrong colour for number {number}."
    ),
    "theorem-schwenk": (
        "The {sides} board has no closed knight's tour (Schwenk 1991): none exists if both "
        "sides are odd, if one side is 1, 2 or 4, or on 3×4, 3×6 and 3×8."
    ),
    "theorem-cull-de-curtins": (
        "The {sides} board has no knight's tour (Cull and De Curtins 1978, van Rees 1996): "
        "none exists if a side is 1 (except on 1×1) or 2, nor on 3×3, 3×5, 3×6 and 4×4."
    ),
    "theorem-erde": (
        "The {sides} box has no closed knight's tour (Erde, Golénia and Golénia 2012): it "
        "needs an even side, one of at least 4 and another of at least 3."
    ),
    "theorem-knuth": (
        "This leaper cannot reach every square of the {sides} board (Knuth 1994): an (r, "
        "s)-leaper with r ≤ s needs r + s and s − r without a common divisor, one side of at "
        "least 2s and the other of at least r + s."
    ),
    "colours-graph": (
        "The graph is bipartite and a tour alternates between its two classes, but they have "
        "{first} and {second} vertices."
    ),
    "deduction-degree": "Too few moves are left at {places}.",
    "deduction-no-end": "No move is left for an end of the tour, or for a forced move.",
    "deduction-third-move": "{places} would need three of its moves.",
    "deduction-many-ends": "More than two places would have to be ends of the tour.",
    "deduction-short-cycle": "Moves that every tour must use close a cycle too early: {places}.",
    "deduction-cut-set": (
        "Without {places} ({count}), {pieces} separate parts remain; a tour leaves fewer."
    ),
    "deduction-pieces": "The remaining moves form {pieces} separate parts.",
    "deduction-deficient": (
        "Too few moves enter and leave {places} ({count}): they share too few neighbours."
    ),
    "deduction-step": "After one conclusion: {reason}",
    "deduction-steps": "After {steps} conclusions, each forced by the previous ones: {reason}",
    "deduction-degree-entry": "No edge to {places} is left.",
    "deduction-degree-exit": "No edge from {places} is left.",
    "deduction-third-move-entry": "A tour would need two edges to {places}.",
    "deduction-third-move-exit": "A tour would need two edges from {places}.",
    "deduction-short-cycle-directed": (
        "Edges that every tour must use close a cycle too early: {places}."
    ),
    "deduction-cut-set-directed": (
        "Let each vertex a be two, its entry →a and its exit a→. Without {places} ({count}), "
        "{pieces} separate parts remain; a tour leaves fewer."
    ),
    "deduction-deficient-directed": (
        "Let each vertex a be two, its entry →a and its exit a→. Too few edges join {places} "
        "({count}) to others: they share too few neighbours."
    ),
    "step-two-left-used-entry": "Only one edge to {b} is left, so every tour uses {a}→{b}.",
    "step-two-left-used-exit": "Only one edge from {a} is left, so every tour uses {a}→{b}.",
    "step-two-used-out-entry": "Another edge to {b} is used, so no tour uses {a}→{b}.",
    "step-two-used-out-exit": "Another edge from {a} is used, so no tour uses {a}→{b}.",
    "step-short-cycle-out-directed": "{a}→{b} would close a cycle too early, so no tour uses it.",
    "step-two-factor-used-directed": (
        "Every choice of one edge from and one to each vertex includes {a}→{b}."
    ),
    "step-two-factor-out-directed": (
        "No choice of one edge from and one to each vertex includes {a}→{b}."
    ),
    "step-two-left-used": "{a} has only two moves left, so every tour uses {a}–{b}.",
    "step-two-used-out": "Two other moves of {a} are used, so no tour uses {a}–{b}.",
    "step-short-cycle-out": "{a}–{b} would close a cycle too early, so no tour uses it.",
    "step-two-factor-used": "Every choice of two moves at each square includes {a}–{b}.",
    "step-two-factor-out": "No choice of two moves at each square includes {a}–{b}.",
    "unreachable": "No path leads from {origin} to {place}.",
    "unreachable-both": "No path leads from {origin} to {place}, nor from {place} to {origin}.",
    "crowded-none-from": "No usable edge leads away from {places}.",
    "crowded-none-to": "No usable edge leads to {places}.",
    "crowded-several-from": (
        "No usable edge leads away from {places} ({count}), but a tour leaves every vertex "
        "except its end."
    ),
    "crowded-several-to": (
        "No usable edge leads to {places} ({count}), but a tour enters every vertex except its "
        "start."
    ),
    "crowded-from": (
        "The usable edges from {places} ({count}) lead to too few others ({others}): a tour "
        "leaves each of them for another one."
    ),
    "crowded-to": (
        "The usable edges to {places} ({count}) come from too few others ({others}): a tour "
        "enters each of them from another one."
    ),
    "bottleneck-to": (
        "Without {places} ({count}), {parts} parts remain that no usable edge enters; a tour "
        "can begin in or enter at most {most} of them."
    ),
    "bottleneck-from": (
        "Without {places} ({count}), {parts} parts remain that no usable edge leaves; a tour "
        "can end in or leave at most {most} of them."
    ),
    "unreachable-alone": "No move is left at {origin}.",
    "too-far-one": (
        "Number {m} at {a} and number {n} at {b} are one move apart in the tour, but {b} is "
        "farther away."
    ),
    "too-far": (
        "Number {m} at {a} and number {n} at {b} are {moves} moves apart in the tour, but "
        "{b} is farther away."
    ),
    "split-number": (
        "Without {place}, two parts remain, with {first} and {second} places. A tour visits one of "
        "them before {place} and the other one after it, so {place} cannot have number {number}."
    ),
    "split": (
        "Without {place}, two parts remain, with {first} and {second} places. A tour visits one of "
        "them before {place} and the other one after it, but the clues fit neither order."
    ),
    "nothing-there": "There is nothing to visit.",
    "too-few-directed": "A closed tour of a directed graph visits at least 2 places, not {count}.",
    "too-few": "A closed tour visits at least 3 places, not {count}.",
    "exhausted": (
        "The search tried every possibility (method {method}, {nodes} nodes); such a proof "
        "has no short certificate."
    ),
    "steps-more": "… and {count} more.",
    "steps-dummies": "∘ is auxiliary: it joins the ends of an open tour, or lies on a forced move.",
    "mark-colour": "one colour",
    "mark-other-colour": "the other colour",
    "mark-right-colour": "where number {number} can be",
    "mark-wrong-colour": "where the clue puts it",
    "mark-reached": "reachable from {origin}",
    "mark-not-reached": "the rest",
    "mark-near": "reachable from {a} (moves: at most {moves})",
    "mark-too-far": "the clue with number {n}",
    "mark-few-moves": "too few moves remain here",
    "mark-moves-left": "where the remaining moves lead",
    "mark-third-move": "needs three moves",
    "mark-moves-used": "where these moves lead",
    "mark-cycle": "the cycle",
    "mark-cut": "removed",
    "mark-pieces": "the remaining parts",
    "mark-pieces-again": "the remaining parts (the letters repeat after z)",
    "mark-needy": "too few moves for all of these",
    "mark-suppliers": "their common neighbours",
    "mark-both": "both",
    "hint-rest": "For the squares that are left, from {square} (number {number}) on: {reason}",
    "hint-rest-closed": (
        "For the squares that are left, from {square} (number {number}) back to {first} (number "
        "1): {reason}"
    ),
    "both": "{first} {second}",
    "why-light": "light",
    "why-dark": "dark",
    "why-stuck": (
        "No move is left from {square}. Every square that the piece could go to is visited, and "
        "squares are left ({left})."
    ),
    "why-open": "No move leads from {square} back to {first}.",
    "why-cut-one": (
        "{square} is cut off. No free square leads to it, and the piece cannot reach it."
    ),
    "why-home-cut": "No free square leads back to {square}, where the tour must close.",
    "why-cut": (
        "The squares marked x ({count}) are cut off. No free square leads to them, and the "
        "piece cannot reach them."
    ),
    "why-reach": (
        "From {square} the piece can only reach the squares marked o ({count}). The others that "
        "are left ({left}) are out of its reach."
    ),
    "why-colours": (
        "Every move changes the colour. So after {square}, which is {colour}, the free squares "
        "({left}) are visited in turns, {light_due} light and {dark_due} dark. But of those that "
        "are left, {light} are light and {dark} are dark."
    ),
    "why-end": "The tour must end at {end}, so every other free square needs two moves.",
    "why-last-is": "It is not the last square, for that is {other}.",
    "why-last-out": "As shown before, {square} is not the last square.",
    "why-last-class": (
        "{square} cannot be the last square. Every move leads from one of two groups of squares "
        "to the other one, and the moves that are left ({left}) from {piece} lead to the group "
        "without {square}."
    ),
    "why-last-colour": (
        "{square} cannot be the last square. It is {own}, but every move changes the colour, and "
        "the moves that are left ({left}) lead from {piece}, which is {colour}, to a {other} "
        "square."
    ),
    "why-only-last": "Only {square} can still be the last square: so it is.",
    "why-next": "From {square} the piece can only go to {a}: that is the next move.",
    "why-last-move": "Only from {a} can the tour come to {square}: that is the last move.",
    "why-becomes-last": (
        "{square} is the last square. Only one move is left there, with {a}, and the tour uses it."
    ),
    "why-two": "The tour uses {a}–{square} and {square}–{b}. No other move is left at {square}.",
    "why-gone": "The piece goes from {square} to {a}. So it does not go to: {others}.",
    "why-arrived": "The tour comes to {square} from {a}. So it does not come from: {others}.",
    "why-end-full": (
        "{square} is the last square and has its move, with {a}. So no tour uses its moves with: "
        "{others}."
    ),
    "why-full": (
        "{square} has its two moves, with {a} and {b}. So no tour uses its moves with: {others}."
    ),
    "why-not-last": "Nor is it the last square.",
    "why-full-last": "{square} is not the last square. It has its two moves, with {a} and {b}.",
    "why-last-early": (
        "{square} is not the last square. The moves that are used lead from the piece straight "
        "there, and other squares would be left out."
    ),
    "why-circle": (
        "No tour uses {a}–{b}. It would close a cycle too early, with the moves that are used "
        "({squares})."
    ),
    "why-end-early": (
        "No tour uses {a}–{b}. It would lead from the piece to the end too early, with the moves "
        "that are used ({squares})."
    ),
    "why-end-now": "No tour uses {a}–{b}. It would end the tour at once, though squares are left.",
    "why-no-last": "No square is left that can be the last one.",
    "why-no-next": "No move is left from {square}, where the piece is.",
    "why-one-closed": (
        "Only one move is left at {square}, with {other}. But a closed tour comes by one move and"
        " leaves by another."
    ),
    "why-one": (
        "Only one move is left at {square}, with {other}. The tour could come, but not leave again."
    ),
    "why-two-lasts": "More than one square would have to be the last one: {others}.",
    "why-two-next": (
        "The piece would have to go from {square} to several squares at once: {others}."
    ),
    "why-two-home": (
        "The tour would have to come to {square} from several squares at once: {others}."
    ),
    "why-third": "{square} would need more than two moves, with {others}.",
    "why-last-third": "{square} would be the last square and yet need two moves, with {others}.",
    "why-cycle": (
        "The moves that are used close a cycle too early ({squares}): other squares are left out."
    ),
    "why-early": (
        "The moves that are used lead to the end too early ({squares}): other squares are left "
        "out ({count})."
    ),
    "why-parts": (
        "Without the squares marked x ({count}), separate parts remain ({pieces}). Between two "
        "parts the tour visits a square x, so it can visit at most {most} of them."
    ),
    "why-parts-begin": "The tour begins at {square}, a square x.",
    "why-parts-end": "The tour ends on a square x.",
    "why-parts-same": "The tour begins in one part, and ends in the same one or on a square x.",
    "why-needy": (
        "The squares marked o ({count}) need {need} moves or more. But those marked x ({others}) "
        "have {give} at most, and with other squares they have only {more}."
    ),
    "why-once": "(One move is enough at {square}, where the tour begins or ends.)",
    "why-needy-last": "(One move is enough at the last square.)",
    "mark-stuck": "the piece, which cannot move",
    "mark-cut-off": "cut off",
    "mark-light": "light squares that are left",
    "mark-dark": "dark squares that are left",
    "mark-about": "squares in question",
    "mark-moves": "other squares that matter here",
}
