"""The messages of counts: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "count-of-open": "open {piece} tours, {board}",
    "count-of-closed": "closed {piece} tours, {board}",
    "count-of-paths": "paths, {count} vertices",
    "count-of-cycles": "cycles, {count} vertices",
    "count-about": "about {number}",
    "counted": "{what}, {how}.",
    "counted-closed": "Closed tours (Hamiltonian cycles)",
    "counted-open": "Open tours (Hamiltonian paths), closable ones included",
    "counted-closable": "Closable open tours",
    "counted-not-closable": "Open tours that are not closable",
    "counted-undirected": "each tour and its reverse counted as one",
    "counted-directed": "each tour and its reverse counted as two",
    "counted-in-its-direction": "each counted once, in the direction of its edges",
    "counted-one-way": "each counted once: the start and the end fix its direction",
    "counted-classes": "counted up to symmetry of the board",
    "counted-sums": "{what}, with equal sums ({kind})",
    "counted-closed-sums": (
        "Closed tours (Hamiltonian cycles) from each first square, with equal sums ({kind})"
    ),
    "count-sums": (
        "Tours with equal sums are counted one by one, each and its reverse as one: leave out "
        "directed, closable, the method and the folder."
    ),
    "count-clues": (
        "The method {method} takes a start and an end, but no clues: leave the method out, "
        "or choose clues, listing or brute."
    ),
    "count-clues-only": (
        "The method clues takes no forced moves, no waypoints, no directed graphs and at most "
        "{most} places: leave the method out."
    ),
    "count-figure": (
        "A figure has different squares, and as many different numbers from 1 to {count}: "
        "check both."
    ),
    "count-closable-closed": (
        "Only open tours can be closable or not: leave one of the two options out."
    ),
    "count-classes-only": (
        "A count up to symmetry ignores direction and does not separate closable tours: "
        "leave one of the two options out."
    ),
    "count-by-closed": (
        "A closed tour may begin anywhere, so it has no ends: leave closed out, or choose turns or "
        "crossings."
    ),
    "count-by-flat": (
        "Turns and crossings are counted on flat boards of squares only: choose such a board, or "
        "start or ends."
    ),
    "shown": "statistic",
    "shown-turns": "turns",
    "shown-crossings": "crossings",
    "shown-start": "start",
    "shown-ends": "ends",
    "count-no-strip": (
        "A recurrence needs a strip: choose a full board with few rows whose long side does "
        "not wrap, without start or end."
    ),
    "estimate-no-sweep": (
        "The price of the method {method} cannot be estimated, only that of sweeps: leave the "
        "method or the clues out."
    ),
    "count-too-large": (
        "This count takes about {states} states at a time and {need} GB of memory, and "
        "{room} GB are free: choose a narrower board."
    ),
    "count-too-wide": (
        "The board or graph is too wide to count its tours ({count} places): choose a board "
        "with a shorter side, or a sparser graph."
    ),
    "count-too-long": (
        "The board or graph has {count} places, and these tours are counted on at most {most}: "
        "choose a smaller one."
    ),
    "count-clues-many": (
        "There are too many tours with these clues for the method clues ({count} places): give "
        "more clues, or choose a smaller board or graph."
    ),
    "count-symmetry-order": (
        "Tours invariant under a symmetry of order {order} cannot be counted, only for "
        "orders 2, 4, 8, …, or on smaller boards: count all tours, or choose another board."
    ),
    "count-symmetry-multiple": (
        "The symmetry joins {count} pairs of squares in several ways, too many to handle: "
        "count all tours, or choose another board."
    ),
    "known-other": "These counts cannot be compared. Ours: {ours} Theirs: {theirs}",
    "known-refuted": "refuted: the number is {right}",
    "known-derived": "derived from the sequences",
    "known-two-programs": "computed for this project; two programs agree",
    "known-one-sweep": (
        "computed for this project; the same sweep found the published numbers of whole columns"
    ),
    "known-kinds": "{counted} Only these kinds of symmetry: {kinds}.",
}
