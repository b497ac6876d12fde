"""What the program has to say, kept apart from how it is said.

An error, a certificate or a fault carries a :class:`Message`: a code and the data that go with
it. It becomes a sentence only when somebody reads it, in that person's language. The English
sentences stand here, in one table; the translations are gettext catalogues in ``locale/``.

Invariants: every code that the program uses is a key of ``ENGLISH``; every sentence has a
translation in each language of ``LANGUAGES``, with the same fields. Tests read both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

LANGUAGES: Final = ("en", "es")
"""The languages that the program speaks, by their ISO 639-1 codes."""

ENGLISH: Final[Mapping[str, str]] = MappingProxyType(
    {
        # boards and squares
        "board-unreadable": (
            "“{text}” is not a board: write its side (8) or its sides (5x9, 4x4x4)."
        ),
        "board-unreadable-file": (
            "“{text}” is not a board: write its side (8), its sides (5x9, 4x4x4), "
            "or the name of a file with a drawing."
        ),
        "board-side": "A board's sides must be whole numbers of at least 1, but one is {side}.",
        "board-dimensions": "A board has from 2 to {most} sides, not {count}.",
        "board-wraps": "wraps has {count} values for {axes} axes: give one for each.",
        "board-empty": "A board needs at least one square, but here is none.",
        "board-too-large": (
            "The board {board} has {count} squares; this method takes at most {most}. "
            "Choose a smaller board."
        ),
        "moves-too-many": (
            "On the board {board} there are {count} moves, counted from all squares; this method "
            "takes at most {most}. Choose a smaller board."
        ),
        "hole-outside": "The hole {hole} lies outside the board {sides}; count from 0.",
        "drawing-empty": "The drawing is empty: draw a square as . and a hole as #.",
        "drawing-ragged": (
            "The part {place} of the drawing has length {count}, but the first one has {first}: "
            "every row must be equally long; draw a missing square as #."
        ),
        "drawing-mark": (
            "“{mark}” at {place} is no part of a board: draw a square as . and a hole as #."
        ),
        "drawing-mark-problem": (
            "“{mark}” at {place} means nothing in a drawing: use . (square), # (no square), "
            "S (start), E (end) or a number, with blanks between the cells if there are numbers."
        ),
        "square-unreadable": (
            "“{text}” is not a square: write a name like a1, or row,column from 0 like 0,0."
        ),
        "square-unreadable-box": (
            "“{text}” is not a square of a box: write its coordinates from 0, like 0,2,1."
        ),
        "square-outside": (
            "There is no square {text} on the board {sides}: its squares go from {first} "
            "(top left) to {last} (bottom right)."
        ),
        "square-hole": "{text} is a hole of the board {sides}: choose a square.",
        "vertex-unknown": (
            "The graph has no vertex “{vertex}” among its {count}: use a label that it has."
        ),
        "graph-not-simple": (
            "This is no simple undirected graph, at vertex {vertex} and its neighbour {neighbour}: "
            "neighbours must be other vertices, listed once, in both directions."
        ),
        "graph-labels": (
            "A graph of {count} vertices needs as many different labels, but here are {labels}."
        ),
        "graph-unknown": (
            'This {kind} is neither a board nor a graph: give a board as "8x8" or '
            "Board((8, 8)), a graph of networkx, or edges to Graph.from_edges."
        ),
        "graph-directed": (
            "The edges of this graph have directions, but a tour may use an edge either way: "
            "if that is meant, use its to_undirected()."
        ),
        "symmetries-too-many": (
            "The board {board} has up to {order} symmetries, too many to go through. "
            "Choose a smaller board, or one that does not wrap."
        ),
        # pieces
        "piece-negative": "The leap {leap} has a negative distance: distances are counted from 0.",
        "piece-stands-still": "A piece must move: give at least one leap that is not 0,0.",
        # pieces by name
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
        # names
        "name-unknown": "There is no {what} “{name}”. There are: {names}.",
        "name-unknown-suggest": (
            "There is no {what} “{name}”; did you mean “{close}”? There are: {names}."
        ),
        "surface": "surface",
        "piece": "piece",
        "order": "order of moves",
        "tie": "tie rule",
        "method": "method",
        "format": "format",
        "style": "style",
        "theme": "theme",
        # problems
        "start-is-end": "The tour cannot both start and end at {place}: choose another end.",
        "forced-and-forbidden": "The move {a}–{b} is both forced and forbidden: choose one.",
        "not-a-move": "{a}–{b} is not a move of this piece on this board.",
        "mark-twice": "{mark} stands more than once in the drawing ({places}): keep one.",
        "clue-range": "{place} cannot have number {number}: the numbers go from 1 to {count}.",
        "clue-twice": "Number {number} is given twice, at {a} and at {b}: keep one.",
        "clue-two": "{place} is given two numbers, {a} and {b}: keep one.",
        "clue-unreadable": ("“{text}” is not a clue: write a square and its number, like c3=17."),
        "move-unreadable": "“{text}” is not a move: write its two squares, like a1-b3.",
        "problem-whole": (
            "A problem says itself what is asked: put {what} into it, with Problem.of(…)."
        ),
        "sat-missing": (
            "The method sat needs a SAT solver: install it with pip install 'caballero[sat]', or "
            "choose the method exact."
        ),
        "limit-invalid": "A limit must be a number of at least 0, not {value}.",
        "needs-board": (
            "This works on a board, but the problem is about a graph: leave it out, or ask about "
            "a board."
        ),
        "not-closed": (
            "An open tour starts where it starts: only a closed tour can begin at another square."
        ),
        # reading claims
        "claim-empty": "There is no tour here: the text is empty.",
        "claim-is-text": "This is text: read it first, with caballero.formats.read_claim(text).",
        "claim-unreadable": (
            "“{value}” is neither a matrix nor a list of squares: write rows of numbers, "
            "names like a1 b3, or coordinates like 0,0 2,1."
        ),
        "not-text": (
            "This is not text in UTF-8: give a file with a matrix of numbers, a list of squares, "
            "or JSON."
        ),
        "text-too-long": (
            "The text has {size} MB, and at most {most} MB are read: give a shorter one."
        ),
        "drawing-not-text": "This is not text in UTF-8: give a file with a drawing of a board.",
        "drawing-too-long": "A drawing may have {most} MB at most: give a smaller board.",
        "text-too-many-lines": (
            "The text has {count} lines, and at most {most} are read: give a shorter one."
        ),
        "text-too-many-cells": (
            "The text has {count} blanks and commas, and at most {most} are read: "
            "give a shorter one."
        ),
        "not-a-number": (
            "“{value}” at {place} is not a number: a matrix has numbers, . (not visited) "
            "and # (no square)."
        ),
        "not-a-number-line": (
            "“{value}” in line {line} is not a number: a matrix has numbers, . (not visited) "
            "and # (no square)."
        ),
        "name-unreadable": (
            "“{name}” is not a square: write names like a1, or coordinates like 0,0."
        ),
        "name-unreadable-line": (
            "“{name}” in line {line} is not a square: write names like a1, or coordinates like 0,0."
        ),
        "matrix-ragged": (
            "The part {place} of the matrix has length {count}, but the first one has {first}: "
            "every row must be equally long; write # where there is no square."
        ),
        "matrix-ragged-line": (
            "Line {line} of the matrix has length {count}, but the first one has {first}: "
            "every row must be equally long; write # where there is no square."
        ),
        "json-unreadable": "This is not valid JSON (line {line}, column {column}).",
        "json-too-much": (
            "This JSON cannot be read: it is too deeply nested, or a number has too many digits."
        ),
        "json-no-tour": 'The JSON has no tour: it needs "tour", a list of [row, column] pairs.',
        "json-board": "“{value}” is not the JSON of a board: write 8x8, or its shape as a list.",
        "json-no-vertices": 'The JSON has no tour: it needs "tour", a list of vertices.',
        "text-not-utf8": "This is not text in UTF-8: give a file that is.",
        # reading and writing graphs
        "graph-empty": (
            "There is no graph here: the text is empty. Write an edge in each line, as two labels."
        ),
        "graph-edge-line": (
            "Line {line}, “{text}”, has {count} labels: write two for an edge, or one for a vertex "
            "without edges, and leave weights out."
        ),
        "graph-count-line": (
            "“{value}” in line {line} is not a number of vertices: write a whole number of at "
            "most {most}."
        ),
        "graph-too-large": (
            "The text announces {count} vertices, and at most {most} are read: "
            "give a smaller graph."
        ),
        "graph-vertex-line": (
            "“{value}” in line {line} is not a vertex: the vertices are the numbers from 1 to "
            "{count}."
        ),
        "graph-value-line": (
            "{key} is “{value}” in line {line}, but only this is read: {allowed}. "
            "Give an undirected graph without weights."
        ),
        "graph-tsplib-line": (
            "“{text}” in line {line} is not understood: TSPLIB has lines KEY : VALUE, then "
            "EDGE_DATA_SECTION with the edges, and -1 after the last one."
        ),
        "graph-no-count": (
            "The edges begin in line {line}, but nothing says how many vertices there are: "
            "write DIMENSION and their number above."
        ),
        "graph-half-edge-line": (
            "The list in line {line} ends with one end of an edge, {vertex}: write both."
        ),
        "graph-cut-off": (
            "The text ends before its edges do: check that the file is complete. After "
            "EDGE_DATA_SECTION come the edges, and -1 after the last one."
        ),
        "graph-dimacs-line": (
            "Line {line}, “{text}”, is not understood: DIMACS has one line p edge VERTICES EDGES, "
            "then a line e 1 2 for each edge; c begins a comment."
        ),
        "graph-too-few": (
            "The line p announces {announced} edges, but there are {count}: check that the file "
            "is complete, or correct the number."
        ),
        "graph-label": (
            "The label “{label}” would be read as something else in a list of edges: "
            "write the form hcp or dimacs, which number the vertices."
        ),
        # faults of a claimed tour
        "fault-shape": "The matrix has the sides {shape}, but the board is {board}.",
        "fault-outside": "{place}, number {number}, is outside the board.",
        "fault-no-vertex": "{place}, number {number}, is no vertex of the graph.",
        "fault-number-missing": "Number {number} is missing.",
        "fault-number-twice": "Number {number} stands {count} times: at {places}.",
        "fault-number-range": (
            "Number {number}, at {place}, is beyond the numbers from {first} to {last}."
        ),
        "fault-square-twice": "{place} is visited {count} times, as numbers {numbers}.",
        "never-visited": "{square} is never visited.",
        "fault-step": "The step from {m} to {n}, {a} to {b}, is not a move of the {piece}.",
        "fault-step-graph": "The step from {m} to {n}, {a} to {b}, is not an edge.",
        "fault-not-closed": (
            "It does not close: from {m} back to {n}, {a} to {b}, is not a move of the {piece}."
        ),
        "fault-not-closed-graph": (
            "It does not close: from {m} back to {n}, {a} to {b}, is not an edge."
        ),
        "fault-cut-off": (
            "{square}, number {number}, is never reached: no move joins it to the number "
            "before or after it."
        ),
        "fault-start": "The tour should start at {asked}, but number {number} is at {found}.",
        "fault-end": "The tour should end at {asked}, but number {number} is at {found}.",
        "fault-clue": "{asked} should have number {number}, but that is at {found}.",
        "fault-forced": "The tour does not use the move {a}–{b}, which is forced.",
        "fault-forbidden": "The tour uses the move {a}–{b}, which is forbidden.",
        "fault-length": "In the list: {count}, but to be visited: {squares}.",
        "fault-more": "And more faults, which are not listed: {count}.",
        "verdict-open": "Valid: an open tour of the {piece} on {board}.",
        "verdict-closed": "Valid: a closed tour of the {piece} on {board}.",
        "verdict-open-graph": "Valid: a Hamiltonian path through {count} vertices.",
        "verdict-closed-graph": "Valid: a Hamiltonian cycle through {count} vertices.",
        # why there is no tour
        "no-tour": "There is no such tour. {reason}",
        "limit-reached": "No answer within the limit of {limit}, after {nodes} nodes.",
        "colours-closed": (
            "The colours must alternate along a closed tour, but there are {first} squares of one "
            "colour and {second} of the other."
        ),
        "colours-open": (
            "The colours must alternate along a tour, but there are {first} squares of one colour "
            "and {second} of the other."
        ),
        "colours-number": (
            "The colours alternate along a tour, and with {first} and {second} squares of the two "
            "colours, {place} cannot have number {number}: it has the wrong colour."
        ),
        "theorem-schwenk": (
            "The {sides} board has no closed knight's tour (Schwenk 1991): there is none "
            "if both sides are odd, if one side is 1, 2 or 4, or on 3×4, 3×6 and 3×8."
        ),
        "theorem-cull-de-curtins": (
            "The {sides} board has no knight's tour (Cull and De Curtins 1978, van Rees "
            "1996): there is none if a side is 1 (but on 1×1) or 2, nor on 3×3, 3×5, 3×6 and 4×4."
        ),
        "theorem-erde": (
            "The {sides} box has no closed knight's tour (Erde, Golénia and Golénia 2012): it "
            "needs an even side, one of at least 4 and another of at least 3."
        ),
        "theorem-knuth": (
            "This leaper cannot get everywhere on the {sides} board (Knuth 1994): an (r, s)-leaper "
            "with r ≤ s needs r + s and s − r without a common divisor, one side of at least 2s "
            "and the other of at least r + s."
        ),
        "colours-graph": (
            "The graph has two colours that must alternate along a tour, but {first} vertices "
            "have one and {second} the other."
        ),
        "deduction-degree": "Too few moves are left at {places}.",
        "deduction-no-end": "No move is left for an end of the tour, or for a forced move.",
        "deduction-third-move": "{places} would need three of its moves.",
        "deduction-many-ends": "More places would have to be ends than a tour has.",
        "deduction-short-cycle": (
            "Moves that every tour must use close a cycle before everything is visited: {places}."
        ),
        "deduction-cut-set": (
            "Take away {places} ({count}): what is left falls into {pieces} pieces, more than a "
            "tour falls into without them."
        ),
        "deduction-pieces": "The moves that are left fall into {pieces} separate pieces.",
        "deduction-deficient": (
            "There are not enough moves to enter and leave all of {places} ({count}): they must "
            "share too few neighbours."
        ),
        "deduction-step": "After one conclusion: {reason}",
        "deduction-steps": "After {steps} conclusions, each forced by those before: {reason}",
        "step-two-left-used": "{a} has only two moves left, so every tour uses {a}–{b}.",
        "step-two-used-out": "Two other moves of {a} are used, so {a}–{b} is out.",
        "step-short-cycle-out": "{a}–{b} would close a cycle too early, so it is out.",
        "step-two-factor-used": (
            "However two moves are chosen at every square, {a}–{b} is among them."
        ),
        "step-two-factor-out": (
            "However two moves are chosen at every square, {a}–{b} is not among them."
        ),
        "steps-more": "… and {count} more.",
        "steps-dummies": (
            "∘ stands between the ends of an open tour, or on a move that must be used."
        ),
        # what the marks in a drawing of it mean
        "mark-colour": "one colour",
        "mark-other-colour": "the other colour",
        "mark-right-colour": "where number {number} could be",
        "mark-wrong-colour": "where it is given",
        "mark-reached": "what can be reached from {origin}",
        "mark-not-reached": "the rest",
        "mark-near": "what can be reached from {a} (moves at most: {moves})",
        "mark-too-far": "where number {n} is given",
        "mark-few-moves": "too few moves are left here",
        "mark-moves-left": "where the moves that are left lead",
        "mark-third-move": "three moves would be used here",
        "mark-moves-used": "where these moves lead",
        "mark-cycle": "the cycle",
        "mark-cut": "taken away",
        "mark-pieces": "the pieces that are left",
        "mark-pieces-again": "the pieces that are left (after z the letters begin again)",
        "mark-needy": "there are too few moves for all of these",
        "mark-suppliers": "the neighbours that they share",
        "mark-both": "both",
        "unreachable": "No way leads from {origin} to {place}.",
        "too-far-one": (
            "From number {m} at {a} to number {n} at {b} there is one move: {b} is farther away."
        ),
        "too-far": (
            "From number {m} at {a} to number {n} at {b} there are {moves} moves: {b} is farther "
            "away."
        ),
        "nothing-there": "There is nothing to visit.",
        "too-few": "A closed tour visits at least 3 places, not {count}.",
        "exhausted": (
            "Every possibility was tried (method {method}, {nodes} nodes); such a proof has no "
            "short certificate."
        ),
        # constructed tours
        "tour-ends": "The open tour ends at {square}: only a closed tour goes on from there.",
        "start-not-constructed": (
            "No construction is known for a tour of {board} from {start}: leave the start out, "
            "or search, with caballero.find_tour."
        ),
        "not-constructed": (
            "Only knight's tours of rectangles without holes are constructed, with a chosen start "
            "at most: search for others, with caballero.find_tour."
        ),
        # counts
        "counted": "{what}, {how}.",
        "counted-closed": "Closed tours (Hamiltonian cycles)",
        "counted-open": "Open tours (Hamiltonian paths), those that could be closed included",
        "counted-closable": "Open tours that could be closed",
        "counted-not-closable": "Open tours that cannot be closed",
        "counted-undirected": "each counted once, not once in each direction",
        "counted-directed": "each counted once in each direction",
        "counted-one-way": "each counted once, for as asked it has one direction only",
        "counted-classes": "those that symmetries of the board take to each other counted once",
        "checkpoint-damaged": (
            "The checkpoint in {folder} is damaged: remove the folder to begin anew."
        ),
        "checkpoint-other": "The folder {folder} holds another count: name a folder of its own.",
        "count-clues": (
            "The method {method} takes a start and an end, but no clues: leave the method out, "
            "or take brute."
        ),
        "count-closable-closed": (
            "A closed tour is closed: only of open tours can those be told apart that cannot be "
            "closed."
        ),
        "count-classes-only": (
            "Counted up to symmetry, both directions of a tour are one, and closable tours are "
            "not told apart: leave one of the two wishes out."
        ),
        "count-no-strip": (
            "That is no strip: take a full board of few rows whose long side does not wrap, with "
            "free ends."
        ),
        "count-too-large": (
            "Counting this takes about {states} states at a time and {need} GB of memory, and "
            "there are {room} GB: ask for a narrower board."
        ),
        "sample-too-large": (
            "To draw from these tours takes at least {need} GB of memory, and there are {room} GB: "
            "ask for a narrower board."
        ),
        "count-too-wide": (
            "These {count} squares or vertices are too wide to be counted: take a board with a "
            "shorter side, or a sparser graph."
        ),
        "count-symmetric-clues": (
            "Symmetric tours cannot be counted where numbers inside the tour are given: leave the "
            "clues out, or count all tours."
        ),
        "count-symmetry-unknown": (
            "The board {board} has no such symmetry; it has these: {names}."
        ),
        "count-symmetry-nameless": (
            "The board {board} has no such symmetry, and none of its own has a name."
        ),
        "count-symmetry-order": (
            "Tours kept by a symmetry of order {order} cannot be counted, only those of order 2, "
            "4, 8, …: count all tours, or take another board."
        ),
        "count-symmetry-multiple": (
            "The symmetry joins {count} pairs of places in several ways, too many to be treated: "
            "count all tours, or take another board."
        ),
        "count-kinds-flat": (
            "Tours are told apart by their kind of symmetry on flat boards of two dimensions "
            "only, not on {board}: count those that one symmetry keeps, or all up to symmetry."
        ),
        "known-other": "These counts cannot be compared. Ours: {ours} Theirs: {theirs}",
        "known-refuted": "refuted: the number is {right}",
        "known-derived": "derived from the sequences",
        "known-two-programs": "computed for this project; two programs agree",
        "known-kinds": "{counted} Only those of these kinds of symmetry: {kinds}.",
        # ranks and samples
        "rank-outside": "There is no rank {rank}: the {total} tours have the ranks 0 to {last}.",
        "rank-no-tour": "This is no tour as asked, so it has no rank. {fault}",
        "list-negative": "{count} tours cannot be listed: ask for 0 or more.",
        "list-every": "One tour of every {count} cannot be taken: ask for 1 or more.",
        "token-unreadable": (
            "“{text}” does not say where a listing is: give the token as it was printed, or leave "
            "--resume out to begin anew."
        ),
        "token-other": (
            "{text} is the token of another question, or of another version: ask the question "
            "that it was printed for, or begin anew."
        ),
        "list-classes-directed": (
            "Essentially different tours have no direction: leave out directed, or up_to_symmetry."
        ),
        "list-classes-clues": (
            "Numbers inside the tour tell a tour from its images: "
            "leave them out, or list all tours."
        ),
        "list-both-symmetries": (
            "Ask for one tour of each class, or for the tours of one kind of symmetry, not both."
        ),
        "list-symmetry-seed": (
            "Tours of one kind of symmetry come in one order: leave out the seed."
        ),
        "symmetry": "kind of symmetry",
        # runs
        "run-no-store": (
            "There is no run in {folder}: begin one with caballero run list or run count, "
            "or name another folder."
        ),
        "run-no-folder": (
            "{folder} is no folder, and none can be made there: name another one for the run."
        ),
        "run-not-empty": "The folder {folder} holds other things: give the run one of its own.",
        "run-other": (
            "The folder {folder} holds another run: go on with it by caballero run resume, "
            "or name another folder."
        ),
        "run-damaged": (
            "The ledger in {folder} cannot be used ({problem}): take a copy that is whole, "
            "or begin again in another folder."
        ),
        "run-read-only": (
            "The folder {folder} may not be written ({problem}): copy the run to where you may "
            "write, or name another folder."
        ),
        "run-kind": "kind of run",
        "run-seconds": (
            "A shard takes more than 0 seconds and at most {most}, not {value}: name a number "
            "such as 1."
        ),
        "run-count-classes": (
            "A run counts all tours, whatever their symmetry: leave out symmetry and "
            "up_to_symmetry, or ask for a run of the kind list."
        ),
        "run-workers": (
            "At least 1 worker is needed, not {value}: say how many, or leave it out for as many "
            "as there are processors."
        ),
        "run-question": "The ledger says something that is no work for a run: “{text}”.",
        "run-rest": "The ledger names a part of the listing that there is not.",
        "run-clues": (
            "A run lists no tours with numbers on the way: leave out all clues but start and end, "
            "or use caballero list."
        ),
        "run-version": (
            "The run in {folder} was begun with version {theirs}, and this is {ours}: finish it "
            "with that one (pip install caballero=={theirs}), or begin again in another folder."
        ),
        "run-version-worker": (
            "A worker has version {theirs}, and the run is of {ours}: install the same everywhere."
        ),
        "run-taken": (
            "{who} is at work on {folder}: wait until it has ended, or stop it. "
            "With caballero run status you can look on."
        ),
        "run-lost": (
            "Somebody else took over the run in {folder}; nothing is lost, and this one ends here."
        ),
        "run-taken-over": (
            "{who} ended without a word; shards that it had, and that wait again: {count}."
        ),
        "run-disk-full": (
            "The disk of {folder} takes no more ({problem}). Nothing is lost: make room, and go on "
            "with caballero run resume."
        ),
        "run-disk-full-begin": (
            "The disk of {folder} takes no more ({problem}): make room, and give the same command "
            "again."
        ),
        "run-worker-gone": (
            "A worker is gone; shards that are done again: {count}. Nothing is lost."
        ),
        "run-no-workers": (
            "The workers are gone. Nothing is lost: begin others, and go on with caballero run "
            "resume {folder}."
        ),
        "run-lease-over": (
            "Nothing was heard of shard {number} for too long: somebody else does it."
        ),
        "run-shard-failed": "Shard {number} failed, and is tried again: {why}",
        "run-failed": (
            "Shard {number} failed again and again, and was left ({why}). All others are done; "
            "caballero run resume {folder} tries it again."
        ),
        "run-halves": "The halves in {folder} are damaged or cannot be seen by a worker.",
        "run-part": "The file of shard {number} is of something else.",
        "run-part-damaged": (
            "The file of shard {number} is missing or damaged: caballero run resume makes it again."
        ),
        "run-differs": (
            "Shard {number} came out differently with {one} and with {other}: one of the machines "
            "is not to be trusted, or they do not have the same installed."
        ),
        "run-sum": (
            "The shards in {folder} do not add up to what the run says came of it: take a copy "
            "that is whole, or begin again in another folder."
        ),
        "run-result": (
            "The file result.json in {folder} is missing, or says something else than the run: "
            "caballero run resume {again} writes it anew."
        ),
        "run-unfinished": (
            "The run in {folder} is not a finished one of this kind: finish it with caballero run "
            "resume, or name another."
        ),
        "run-dask-missing": (
            "A cluster needs dask: install it with pip install 'caballero[dist]', or leave out "
            "--dask."
        ),
        "run-dask-silent": (
            "No dask scheduler answers at {address}: begin one with dask scheduler, and give the "
            "address that it tells."
        ),
        "run-dask-workers": (
            "The dask scheduler at {address} has too few workers: begin them with dask worker "
            "{address}."
        ),
        "collection-missing": (
            "Files of tours need pyarrow: install it with pip install 'caballero[data]'."
        ),
        "collection-unreadable": (
            "{file} is not a file of tours that was written here, or it is damaged ({problem}): "
            "name another one, or write it anew with caballero list BOARD -o FILE.parquet."
        ),
        "collection-group": (
            "{file} claims more than {most} squares in one group of rows: write it anew, in "
            "smaller groups."
        ),
        "collection-row": (
            "Row {row} of {file}, counted from 0, is no tour as the file asks: the file is "
            "damaged, or was changed."
        ),
        "collection-order": (
            "Row {row} of {file}, counted from 0, does not come after the row before it, though "
            "the file says that it is sorted: the file is damaged, or was changed."
        ),
        "collection-problem": "Tours by themselves do not say what they answer: give the problem.",
        "collection-other": "Tour {index}, counted from 0, does not answer the problem.",
        "tables-numpy": (
            "Tables need numpy and numba: install them with pip install caballero, or list tours "
            "one by one with iter_tours."
        ),
        "stored-problem": "This is not the JSON of a problem ({problem}).",
        "stored-problem-large": (
            "A problem of {count} squares is not read from a file: {most} are allowed."
        ),
        "stored-label": (
            "The label {label} cannot be written in JSON: use texts, numbers, or tuples of them."
        ),
        "sample-negative": "{count} tours cannot be drawn: ask for 0 or more.",
        "sample-clues": (
            "Tours are ranked and drawn with a start and an end at most, but numbers inside the "
            "tour are given here: leave these clues out."
        ),
        # pictures
        "picture-open": "{piece} tour {board}",
        "picture-closed": "{piece} closed tour {board}",
        "picture-too-large": (
            "The board {board} has {count} squares; a picture shows at most {most}. "
            "Choose the format matrix, moves or json."
        ),
        "picture-too-many-pixels": (
            "The picture would have {count} pixels; at most {most} are drawn. "
            "Choose a smaller width."
        ),
        "mosaic-wraps": (
            "The edges of the board {board} meet, so that nothing on it has an inside to be "
            "filled: choose another style than mosaic."
        ),
        "extra-missing": (
            "{package} is needed for this: install it with pip install 'caballero[{extra}]'."
        ),
        "video-missing": (
            "MP4 needs the program ffmpeg: install it, or pip install imageio-ffmpeg, or choose "
            "the format gif, apng or webp."
        ),
        "video-failed": "ffmpeg could not make the video: {told}",
        "animation-too-long": (
            "The search has more than {most} moments to show. Show only the first ones "
            "(--limit {most}) or one in so many (--every 10), or choose a smaller board."
        ),
        "animation-empty": "There is no moment of a search to show.",
        "animation-speed": (
            "{value} frames a second cannot be shown: choose a speed from {least} to {most}."
        ),
        "axis-depth": "squares visited",
        # the textbook
        "naive-too-large": (
            "Generating every walk and testing it would take {walks} walks of {count} squares; "
            "at most {most} are tried. Choose a smaller board, or the method backtracking."
        ),
        "naive-far-too-large": (
            "Generating every walk over {count} squares and testing it would outlast the universe. "
            "Choose a smaller board, or the method backtracking."
        ),
        "naive-needs": (
            "The naive method generates every walk from its start: it takes no clues, forced or "
            "forbidden moves."
        ),
        "order-not-moves": (
            "The order {order} does not have each of the piece's {count} moves once: "
            "write them as row,column steps."
        ),
        "order-unreadable": (
            "“{text}” is not an order of moves: write a name, or steps like 2,1;1,2;-1,2."
        ),
        "rule-without-wishes": (
            "Warnsdorff's rule without backtracking takes a start and an end, but no clues, "
            "forced or forbidden moves. Allow backtracking."
        ),
        "trace-too-large": (
            "The board {board} has {count} squares; a trace in text shows at most {most}. Choose a "
            "smaller board, or the format jsonl."
        ),
        "trace-forced": "A trace takes no forced moves: leave them out.",
        "trace-try": "Turn: {turn} move: {move}",
        "trace-step-back": "backtracking",
        "trace-solution": (
            "Tour found: {nodes} nodes, {dead_ends} dead ends, {steps_back} steps back."
        ),
        "trace-no-solution": (
            "No tour: {nodes} nodes, {dead_ends} dead ends, {steps_back} steps back."
        ),
        "column-board": "board",
        "column-method": "method",
        "column-result": "result",
        "column-nodes": "nodes",
        "column-dead-ends": "dead ends",
        "column-steps-back": "steps back",
        "column-depth": "deepest",
        "column-seconds": "seconds",
        "column-megabytes": "megabytes",
        "column-bound": "bound",
        "result-found": "found",
        "result-impossible": "none",
        "result-gave-up": "gave up",
        "result-failed": "failed",
        "phase-found": "found a tour",
        "phase-none": "proved that there is none",
        "phase-nothing": "found nothing, which proves nothing",
        "phase-turn-over": "its turn was over",
        "phase-limit": "was stopped by a limit",
        "bound-explained": (
            "The bound counts every sequence of moves: on n×n squares 8^(n²), not 8·n² and not "
            "5^(2n). A method that gave up or failed proves nothing."
        ),
        "bars-explained": "Bars: nodes, each character the same factor more.",
        "chart-explained": (
            "Bars: nodes, each character the same factor more. Below: nodes at each depth, "
            "likewise."
        ),
        "tie-needs-board": "The tie rule {tie} measures distances, so it needs a board.",
        # the server
        "web-busy": (
            "Too many searches are going on here: come again in {seconds} seconds, or use the "
            "command line."
        ),
        "web-timeout": (
            "No answer within {seconds} seconds, which proves nothing: choose a smaller board, "
            "or use the command line."
        ),
        "web-memory": (
            "No answer within the memory that the server allows, which proves nothing: choose a "
            "smaller board, or use the command line."
        ),
        "web-squares": (
            "The board has {count} squares, and here it may have {most} at most: choose a smaller "
            "one, or use the command line."
        ),
        "web-too-long": "A request may have {most} kB at most.",
        "web-slow": "The request did not arrive in time: send it again.",
        "web-json": "The request is not valid JSON: send it as application/json.",
        "web-form": "This cannot be read: {fault}",
        "web-field-missing": "{where} is missing.",
        "web-field-unknown": "There is no field {where}: leave it out.",
        "web-field-least": "{where} must be at least {limit}.",
        "web-field-more": "{where} must be more than {limit}.",
        "web-field-most": "{where} must be at most {limit}.",
        "web-field-least-items": "{where} is too short: its length must be at least {limit}.",
        "web-field-most-items": "{where} is too long: its length must be at most {limit}.",
        "web-field-choice": "{where} must be one of {limit}.",
        "web-field-form": "{where} is not as /api/openapi.json describes it.",
        "web-not-found": (
            "There is nothing at {path}: the page is at /, and /api/openapi.json describes the "
            "rest."
        ),
        "web-method": "{path} does not answer to {method}: /api/openapi.json says to what it does.",
        "web-no-tour": "This is no tour: {fault}",
        "web-host": (
            "“{host}” is no name of this server: open it at the address that it told when it "
            "started."
        ),
        "web-origin": "The page {origin} may not use this server.",
        "web-failed": "The server made a mistake; nothing is wrong with the request.",
        "hint-twice": "{square} is visited twice: take a step back.",
        "hint-number": "{square} cannot have number {number} in this tour: take a step back.",
        "hint-done": "The tour is complete.",
        "hint-safe": "From here the tour can still be finished.",
        "hint-lost": "From here the tour can no longer be finished. {reason}",
        "hint-unknown": (
            "Whether the tour can still be finished was not found out in this time; that proves "
            "nothing."
        ),
        "hint-no-next": "No move is left from here: take a step back.",
        "hint-too-large": "Hints are given on boards of at most {most} squares.",
        "notebook-board": (
            "The board of the notebook has two sides of at most {most}, flat, cylinder or torus; "
            "it shows no given numbers, and no moves that are forced or forbidden."
        ),
        "hint-next-safe": ("{square} (exits: {exits}): the tour can still be finished from there."),
        "hint-next-lost": (
            "{square} (exits: {exits}): the tour can no longer be finished from there. {reason}"
        ),
        "hint-next-unknown": (
            "{square} (exits: {exits}): whether the tour can be finished from there was not found "
            "out in this time."
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Message:
    """A code and its data; a sentence for whoever reads it.

    Parameters
    ----------
    code : str
        Which sentence, a key of ``ENGLISH``.
    data : mapping
        The values that the sentence names.

    Examples
    --------
    >>> from caballero import Message
    >>> message = Message("never-visited", {"square": "a1"})
    >>> print(message)
    a1 is never visited.
    >>> message.text("es")
    'La casilla a1 no se visita nunca.'
    """

    code: str
    data: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text()

    def __hash__(self) -> int:
        return hash((self.code, str(self)))

    def _repr_html_(self) -> str:
        from html import escape  # only a notebook asks

        return f"<p>{escape(self.text(), quote=False)}</p>"

    def text(self, language: str = "en") -> str:
        """Return the sentence in a language (English where there is no translation).

        Parameters
        ----------
        language : str
            One of ``LANGUAGES``.
        """
        values = {
            name: value.text(language) if isinstance(value, Message) else value
            for name, value in self.data.items()
        }
        sentence = ENGLISH[self.code]
        return (translator(language)(sentence) if language != "en" else sentence).format(**values)


def translator(language: str) -> Callable[[str], str]:
    """Return the function that turns an English sentence into a language.

    Parameters
    ----------
    language : str
        One of ``LANGUAGES``; for any other, sentences stay as they are.

    Examples
    --------
    >>> from caballero.words import translator
    >>> translator("es")("surface")
    'superficie'
    """
    import gettext  # only those who read another language need these
    from pathlib import Path

    catalogues = Path(__file__).with_name("locale")
    return gettext.translation("caballero", catalogues, [language], fallback=True).gettext


def short(text: str) -> str:
    """Return a value as a message may quote it: on one line, and not long.

    Examples
    --------
    >>> from caballero.words import short
    >>> short("a\\nb"), len(short("x" * 1000))
    ('a b', 40)
    """
    line = " ".join(text[:200].split())
    return line if len(line) <= 40 else line[:39] + "…"
