"""What values and errors say: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "board-unreadable": (
        "“{text}” is not a board: write its side (8) or its sides (5x9, 4x4x4); of hexagons or "
        "triangles hex5, hex4x6, tri6."
    ),
    "board-side": "A board's sides must be whole numbers of at least 1, but one is {side}.",
    "board-side-long": "A side of {side} squares is too long: use at most {most}.",
    "board-dimensions": "A board has 2 to {most} sides, not {count}: remove or add some.",
    "board-wraps": "wraps has {count} values for {axes} axes: give one for each.",
    "board-empty": "A board needs at least one square: draw one as “.”.",
    "board-without": "{board} without {holes}",
    "board-on-surface": "{board} {surface}",
    "board-too-large": (
        "The board {board} has {count} squares; this method takes at most {most}. Choose a "
        "smaller board."
    ),
    "moves-too-many": (
        "The board {board} has {count} moves, counted from every square; this method takes "
        "at most {most}. Choose a smaller board."
    ),
    "hole-outside": "The hole {hole} is outside the board {sides}: count rows and columns from 0.",
    "grid-large": "The board {board} has {count} cells: use at most {most}.",
    "grid-wraps": "The edges of {board} do not meet: only boards of squares are on other surfaces.",
    "grid-shape": "The sides {sides} are not those of the board {board}: leave one of them out.",
    "drawing-grid-rows": (
        "The drawing of {board} needs {rows} rows, not {count}: draw a missing cell as #."
    ),
    "drawing-grid-row": (
        "Row {row} of the drawing of {board} has {count} cells, but it needs {cells}: draw a "
        "missing cell as #."
    ),
    "drawing-indents": (
        "The rows of a drawing of hexagons are half a cell beside each other: write the cells two "
        "or four characters apart, and indent every second row by half of that."
    ),
    "drawing-indents-triangles": (
        "The rows of a drawing of triangles begin below other cells: write all cells equally far "
        "apart, and indent rows by whole cells."
    ),
    "drawing-empty": "The drawing is empty: draw a square as . and a hole as #.",
    "drawing-ragged": (
        "Part {place} of the drawing has length {count}, but the first part has {first}: "
        "make all rows equally long, and draw a missing square as #."
    ),
    "drawing-mark": (
        "“{mark}” at {place} is not part of a board: draw a square as . and a hole as #."
    ),
    "drawing-mark-problem": (
        "“{mark}” at {place} means nothing in a drawing: use . (square), # (no square), S "
        "(start), E (end) or a number, with blanks between the cells if there are numbers."
    ),
    "drawing-several": (
        "The text has {count} puzzles, and this takes one: copy one of them to a file of its own."
    ),
    "kind-closed": "closed",
    "kind-open": "open",
    "heading-walls": "walls",
    "heading-forced": "forced",
    "square-unreadable": (
        "“{text}” is not a square: write a name like a1, or row,column from 0 like 0,0."
    ),
    "square-unreadable-box": (
        "“{text}” is not a square of a box: write its coordinates from 0, like 0,2,1."
    ),
    "square-outside": (
        "The board {sides} has no square {text}: its squares go from {first} (top left) to "
        "{last} (bottom right)."
    ),
    "square-hole": "{text} is a hole of the board {sides}: choose a square.",
    "moves-of-piece": (
        "The piece {piece} has {count} moves in {dimensions} dimensions: at most {most} are "
        "allowed."
    ),
    "vertex-unknown": "The graph has no vertex “{vertex}”: use one of its {count} labels.",
    "label-unreadable": (
        "{value} cannot be the label of a vertex: use numbers, texts, or tuples of them."
    ),
    "edge-unreadable": (
        "{value} is not an edge: write a pair of labels, or a triple with the weight."
    ),
    "graph-not-simple": (
        "This is not a simple graph, at vertex {vertex} and its neighbour {neighbour}: list each "
        "neighbour once, never the vertex itself, and in both directions unless the graph is "
        "directed."
    ),
    "graph-labels": "A graph of {count} vertices needs {count} different labels, not {labels}.",
    "graph-parts": (
        "There are {count} weights or positions for {size} places: give one for each, or none."
    ),
    "graph-position": "The position of {vertex} is {value}: give two finite numbers.",
    "graph-two-weights": (
        "The edge from {a} to {b} has two weights, {one} and {two}: give it one."
    ),
    "graph-unknown": (
        'This {kind} is neither a board nor a graph: pass a board ("8x8" or Board((8, 8))), a '
        "square matrix, a list of edges such as [(0, 1), (1, 2)], a mapping from each vertex to "
        "its neighbours, or a graph of networkx, rustworkx or igraph."
    ),
    "cost-is-weight": (
        "“{name}” is the name of the edges' weights, not of a cost: give it as "
        "{argument:weight {name}}."
    ),
    "graph-no-weight": (
        "There is no weight {weight}: give weight= with a graph of networkx whose edges have this "
        "attribute; boards and matrices have no names of weights, and a Graph has read its own."
    ),
    "graph-one-value": (
        "Graph(…) takes two arrays, not one value of the type {kind}: use Graph.from_dict, "
        "from_edges, from_matrix, from_points or from_networkx, or give the value itself to "
        "Problem or find_tour."
    ),
    "not-text": (
        "This file is not text in UTF-8: give a matrix of numbers, a list of squares, or JSON."
    ),
    "text-too-long": "The text has more than {most} MB: give a shorter one.",
    "text-too-many-lines": "The text has {count} lines: give at most {most}.",
    "text-too-many-cells": "The text has {count} blanks and commas: give at most {most}.",
    "json-unreadable": "This is not valid JSON: check line {line}, column {column}.",
    "json-too-much": (
        "This JSON is nested too deeply, or a number in it has too many digits: give a simpler one."
    ),
    "text-not-utf8": "This file is not text in UTF-8: save it as UTF-8.",
    "read-condensed": (
        "The distances between {count} places were read as condensed, as scipy's squareform does."
    ),
    "read-mirrored": "The empty half of the matrix was filled from the other half.",
    "read-noise": "Weights that differ in the last digits only were read as equal both ways.",
    "read-parallel": "Of {count} parallel edges the cheapest one of each pair counts.",
    "read-keys": (
        "The third entries were read as keys of parallel edges, as networkx lists them: give the "
        "graph itself, or weights as floats."
    ),
    "graph-or-points": (
        "This looks like points: use Graph.from_points(…), or Graph.from_edges(…) if they are "
        "edges."
    ),
    "graph-or-matrix": (
        "These lists may be edges or the rows of a matrix: use Graph.from_edges(…) or "
        "Graph.from_matrix(…), or write edges as tuples."
    ),
    "graph-weights-of-pairs": (
        "This looks like the weights of edges: use Graph.from_edges(…) with triples like "
        '("a", "b", 5).'
    ),
    "matrix-axes": "A matrix has rows and columns, but this one has {count} axes: give two.",
    "matrix-row": (
        "The row of vertex {vertex} has length {count}, but the matrix has {rows} rows: give a "
        "square one."
    ),
    "matrix-entry": (
        "The entry from {a} to {b} is {value}: give a number, or None where there is no edge."
    ),
    "matrix-names": (
        "The row {name} has no column of its name, or one of another row: name the rows like the "
        "columns, each once."
    ),
    "matrix-too-large": (
        "The matrix of all pairs has {count} entries: give at most {most}; if most edges are "
        "missing, give a list of the others."
    ),
    "point-latitude": (
        "The latitude {value} is not from -90 to 90 degrees: give (latitude, longitude)."
    ),
    "metric": "metric",
    "symmetries-too-many": (
        "The board {board} has up to {order} symmetries, too many to examine. Choose a "
        "smaller board, or one that does not wrap."
    ),
    "piece-negative": "The leap {leap} has a negative distance: use distances of at least 0.",
    "piece-stands-still": "A piece must move: give at least one leap other than 0,0.",
    "piece-wazir": "wazir",
    "piece-fers": "fers",
    "piece-dabbaba": "dabbaba",
    "piece-knight": "knight",
    "piece-alfil": "alfil",
    "piece-threeleaper": "threeleaper",
    "piece-camel": "camel",
    "piece-zebra": "zebra",
    "piece-tripper": "tripper",
    "piece-fourleaper": "fourleaper",
    "piece-giraffe": "giraffe",
    "piece-stag": "stag",
    "piece-antelope": "antelope",
    "piece-king": "king",
    "piece-hidato": "hidato",
    "piece-hidoku": "hidoku",
    "piece-numbrix": "numbrix",
    "piece-hopido": "hopido",
    "piece-step": "step",
    "piece-on-triangles": (
        "A {piece} has no moves among triangles, as on {board}: take step (across a side) or king "
        "(across a corner, too)."
    ),
    "piece-on-hexagons": (
        "A {piece} has no moves among hexagons, as on {board}: give leaps of two numbers, such as "
        "1,2, or step."
    ),
    "piece-and-piece": "{a}+{b}",
    "piece-numbers": "or two numbers like 2,3",
    # kinds of symmetry
    "symmetry-asymmetric": "asymmetric",
    "symmetry-reflection": "reflection",
    "symmetry-half-turn": "half-turn",
    "symmetry-half-turn-direct": "half-turn-direct",
    "symmetry-half-turn-oblique": "half-turn-oblique",
    "symmetry-quarter-turn": "quarter-turn",
    "symmetry-third-turn": "third-turn",
    "symmetry-sixth-turn": "sixth-turn",
    "symmetry-several": "several",
    # symmetries
    "symmetry-identity": "identity",
    "symmetry-quarter-turn-back": "quarter-turn-back",
    "symmetry-upside-down": "upside-down",
    "symmetry-left-right": "left-right",
    "symmetry-main-diagonal": "main-diagonal",
    "symmetry-other-diagonal": "other-diagonal",
    "symmetry-third-turn-back": "third-turn-back",
    "symmetry-sixth-turn-back": "sixth-turn-back",
    "symmetry-mirror-30": "mirror-30",
    "symmetry-mirror-60": "mirror-60",
    "symmetry-mirror-120": "mirror-120",
    "symmetry-mirror-150": "mirror-150",
    "symmetry": "kind of symmetry",
    "method-taught": "“{name}” is a method of the lessons: call {solver}.",
    "name-unknown": "There is no {what} “{name}”. Choose one of: {names}.",
    "name-unknown-suggest": (
        "There is no {what} “{name}”; did you mean “{close}”? Choose one of: {names}."
    ),
    "surface": "surface",
    "surface-flat": "flat",
    "surface-cylinder": "cylinder",
    "surface-torus": "torus",
    "language": "language",
    "method": "method",
    **{
        f"method-{name}": name
        for name in (
            "naive",
            "branch-and-bound",
            "theorems",
            "reach",
            "structured",
            "proofs",
            "repair",
            "path-cover",
            "frontier",
            "cut-sets",
            "clues",
            "numbers",
            "transitions",
            "parts",
            "exact",
            "brute",
            "listing",
            "sweep",
            "halves",
            "strips",
            "subsets",
        )
    },
    "task": "task",
    "piece": "piece",
    "start-is-end": "The tour cannot both start and end at {place}: choose another end.",
    "forced-and-forbidden": "The move {a}–{b} is both forced and forbidden: choose one.",
    "move-unreadable": "“{text}” is not a move: write its two squares, like a1-b3.",
    "not-a-move": (
        "{a}–{b} is not a move of this piece on this board: choose two squares one move apart."
    ),
    "mark-twice": "The drawing has {mark} more than once ({places}): keep one.",
    "clue-range": "{place} cannot have number {number}: choose one from 1 to {count}.",
    "not-an-edge": "{a}–{b} is no edge of the graph: choose an edge.",
    "clue-no-pair": '{value} is not a place with its number: write a pair, like ("a1", 5).',
    "clue-no-number": "{place} cannot have number {value}: give a whole number.",
    "clue-twice": "Two squares have number {number}, {a} and {b}: keep one.",
    "clue-two": "{place} has two numbers, {a} and {b}: keep one.",
    "zip-numbers": (
        "The waypoints of a Zip have the numbers from 1 to {count}, each once: {number} is missing."
    ),
    "waypoint-number": (
        "The waypoint {place} would need a number of at least {least} and at most {most}: change "
        "the order of the waypoints, or a clue."
    ),
    "waypoint-twice": "{place} is a waypoint twice: name it once.",
    "waypoints-few": "Waypoints have an order only if there are two or more: name another one.",
    "problem-whole": (
        "The Problem has its own {what}: leave this out, or use dataclasses.replace(problem, …)."
    ),
    "not-true-or-false": "{name} must be True or False, not {value}.",
    "not-whole": "{name} must be a whole number, not {value}.",
    "not-whole-from": "{name} must be a whole number of at least {least}, not {value}.",
    "whole-too-long": "{name} has too many digits: choose a smaller number.",
    "not-callable": "{name} must be a function, not {value}.",
    "not-of-type": "{name} must be of the type {kind}, not {value}.",
    "not-a-list": "{name} must be a list, not {value}.",
    "extra-missing": "This needs the extra {extra}: install it with {command}.",
    "limit-invalid": "A limit must be a number of at least 0, not {value}.",
    "limits-and-timeout": "The time is limited twice: leave out timeout, or the seconds in limits.",
    "folder-link": (
        "{link} is a symbolic link, and nothing is written through it: remove the link, and repeat "
        "the command."
    ),
    "needs-board": (
        "This needs a board, but the problem is about a graph: leave it out, or give a board."
    ),
    "not-closed": "An open tour has a fixed start: only a closed tour can begin at another square.",
    "no-tour": "There is no such tour. {reason}",
    "tour-found": "A tour was found, so there is no certificate that excludes one.",
    "limit-reached": "No answer within the {limit}, after {nodes} nodes.",
    "limit-cancelled": "The search was cancelled before an answer, after {nodes} nodes.",
    "start-no-limits": (
        "{name} takes no limits, so nothing could end it: start a function with the arguments "
        "limits and callback."
    ),
    "limit-method": "No answer: the method ended after {nodes} nodes. Try another method or seed.",
    "count-symmetry-unknown": "The board {board} has no such symmetry: choose one of {names}.",
    "count-symmetry-nameless": (
        "The board {board} has no such symmetry, and its own symmetries have no names: count "
        "all tours."
    ),
    "plain-python": (
        "Caballero runs as plain Python, 30 to 100 times slower than compiled: run make in "
        "a copy of the repository, or install it again with pip's option --no-binary caballero."
    ),
    "limit-seconds": "time limit",
    "limit-nodes": "node limit",
    "limit-megabytes": "memory limit",
    "never-visited": "{square} is never visited.",
    "stored-problem": "This is not a problem in JSON ({problem}).",
    "stored-problem-large": (
        "The problem in the file has {count} squares: at most {most} are allowed."
    ),
    "stored-label": "JSON cannot hold the label {label}: use strings, numbers, or tuples of them.",
}
