"""Arrays as programs write them: Python, JSON, C, Java, JavaScript, MATLAB, numpy, MiniZinc.

``board = [[1, 0], [0, 4]]``, ``int g[2][2] = {{1, 0}, {0, 4}};``, ``[1 0; 0 4]``, ``array([[1, 0],
[0, 4]])``, ``[| 1, 0 | 0, 4 |]`` and numpy's ``[[1 0]\\n [0 4]]`` are the same array. A comma at
the end, the name, the type and a semicolon mean nothing; an empty cell is kept.

Invariants: brackets nest at most ``DEEPEST`` deep; every leaf is the text of a cell.
"""

from __future__ import annotations

import re
from typing import Any, Final

from caballero.machine.limits import pause

DEEPEST: Final = 9
"""The deepest nesting of brackets that is read."""

_NAMED: Final = re.compile(r"\s*[A-Za-z_][^\n=]*?(?::=|<-|=)\s*|\s*[^\W\d][\w ]*:\s*(?=[\[({])")
"""The name and the type before an array, as in ``int g[3][3] =``, or a caption."""

_TYPE: Final = re.compile(r"\s*(?:new\s+)?(?:\[\w*\])*[A-Za-z_][\w.<>]*(?:\s*\[\s*\])*\s*(?=[({])")
"""The type or the function before the brackets, as in ``new int[][] {`` or ``np.array(``."""

_OPTIONS: Final = re.compile(r",\s*(?:dtype|nrow|ncol|byrow|order)\s*=[^,()]*(?:\([^()]*\))?")
_REMARK: Final = re.compile(
    r"/\*.*?\*/|//[^\n]*|(?<=[\],;{}\s])#[ \t][^\n\"']*$", re.DOTALL | re.MULTILINE
)
_TOKEN: Final = re.compile(
    r"""\s*?(?:(\n)|([\[({])|([\])}])|([,;|])|"([^"\n]*)"|'([^'\n]*)'|([^\s,;|\[\](){}"']+))"""
)
_CLOSE: Final = {"[": "]", "(": ")", "{": "}"}


def read_array(text: str) -> list[Any] | None:
    """Return the array of a text, nested lists of cells, with tuples for parentheses; or None.

    >>> read_array("board = [[1, 0], [0, 4],]"), read_array("[1 0; 0 4];")
    ([['1', '0'], ['0', '4']], [['1', '0'], ['0', '4']])
    >>> read_array("[| 1, _ | 2, 3 |]"), read_array("[[1 0]\\n [0 4]]")
    ([['1', '_'], ['2', '3']], [['1', '0'], ['0', '4']])
    """
    if "/" in text or "# " in text:
        text = _REMARK.sub("", text)
    if named := _NAMED.match(text):
        text = text[named.end() :]
    if kind := _TYPE.match(text):
        text = _OPTIONS.sub("", text[kind.end() :])
    text = text.strip().rstrip(";,. \t\r\n")
    if not text.startswith(("[", "(", "{")):
        return None
    groups: list[Any] = []
    at = 0
    while at < len(text):
        read = _group(text, at)
        if read is None:
            return None
        group, at = read
        groups.append(group)
        while at < len(text) and text[at] in ",; \t\r\n":
            at += 1
    if len(groups) > 1 and not all(isinstance(x, str) for group in groups for x in group):
        return None  # several arrays
    found = groups[0] if len(groups) == 1 else groups
    while (
        len(found) == 1
        and isinstance(found[0], (list, tuple))
        and any(isinstance(x, (list, tuple)) for x in found[0])
    ):
        found = found[0]
    return list(found)


def _group(text: str, at: int) -> tuple[Any, int] | None:
    """Return the group of the bracket at a place, and the place behind it."""
    stack: list[tuple[str, list[Any], list[int]]] = []  # a bracket, its items, where its rows end
    after = ""  # the last separator, before the next item
    while found := _TOKEN.match(text, at):
        at = found.end()
        if not at % 512:  # about a token in 512
            pause()
        newline, opened, closed, mark, double, single, word = found.groups()
        if opened:
            if len(stack) == DEEPEST:
                return None
            stack.append((opened, [], []))
            after = "("
        elif closed:
            bracket, items, ends = stack.pop() if stack else ("", [], [])
            if _CLOSE.get(bracket) != closed:
                return None
            done = _rows(items, ends)
            value = tuple(done) if bracket == "(" and len(done) > 1 else done
            if bracket == "(" and len(done) == 1 and not isinstance(done[0], str):
                value = done[0]
            if not stack:
                return value, at
            stack[-1][1].append(value)
            after = ""
        elif not stack:
            return None
        elif newline or mark in (";", "|"):
            items, ends = stack[-1][1:]
            flat = items and isinstance(items[-1], str)
            if (mark or (flat and after != ",")) and items and (not ends or ends[-1] < len(items)):
                ends.append(len(items))
            after = after if newline else "("
        elif mark:  # a comma
            if after in {",", "("} and (after == "," or stack[-1][0] != "("):
                stack[-1][1].append("")
            after = ","
        else:
            stack[-1][1].append(word if word is not None else (double or single or ""))
            after = ""
    return None


def _rows(items: list[Any], ends: list[int]) -> list[Any]:
    """Split the items of a bracket at the ends of its rows, unless there is only one."""
    cuts = [end for end in ends if end < len(items)]
    if not cuts or not all(isinstance(item, str) for item in items):
        return items
    return [items[a:b] for a, b in zip([0, *cuts], [*cuts, len(items)], strict=True)]
