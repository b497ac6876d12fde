"""The messages of the search for the best: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "uncrossed-flat": (
        "Moves cross on flat boards of two dimensions only, not on {ground}: choose such a board."
    ),
    "turns-nowhere": ("Tours have turns on boards only, not on {ground}: choose a board."),
    "crossings-nowhere": (
        "Tours have crossings on flat boards of two dimensions only, not on {ground}: choose such "
        "a board."
    ),
    "uncrossed-constraints": (
        "The longest uncrossed path takes no constraints, but the problem has {what}: leave them "
        "out."
    ),
    "longest-induced-directed": (
        "Induced paths follow edges of both directions: it is not settled which arcs of a directed "
        "graph they exclude. Leave out “induced”, or the directions."
    ),
    "longest-induced-clues": (
        "The search for induced paths, or by costs, takes a start and an end, but no clues and no "
        "waypoints inside: leave them out, or “induced” and the cost."
    ),
    "longest-too-large": (
        "{ground} has {count} vertices; the search for the longest path takes at most {most}. "
        "Choose a smaller board or graph."
    ),
    "best-too-large": (
        "There are {count} vertices; the search for the best tour takes at most {most}. Choose a "
        "smaller board or graph."
    ),
    "best-clues": (
        "The search for the best tour takes numbers and waypoints inside of at most {most} places: "
        "leave out all but the first and the last number."
    ),
    "best-start": "The best closed tour with waypoints and numbers needs a start: give it, too.",
    "cost-no-weights": (
        "The edges have no weights: give them in the file or as weight, or another cost, such as "
        "“length”."
    ),
    "cost-on-board": (
        "A tour of a board has no cost unless you name one: give “turns”, “crossings”, “length”, "
        "or a function of two squares."
    ),
    "cost-no-pair": (
        '“{text}” is not a move: use pairs of places as the keys of the costs, like ("a1", "b3").'
    ),
    "cost-no-triple": (
        "“{text}” is not a turn: use three places in a row as the keys of the costs of turns, like "
        '("a1", "b3", "c5").'
    ),
    "cost-no-move": "A cost is given for {move}, which is no move: leave it out.",
    "cost-no-turn": "A cost is given for {move}, which no tour can pass in a row: leave it out.",
    "cost-missing": "The move {move} has no cost: give it one, or forbid it.",
    "cost-turn-missing": "The turn {move} has no cost: return a number, such as 0.",
    "cost-no-number": (
        "The cost of {move} is {value}: use a whole number, a fraction or a finite float."
    ),
    "cost-two-ways": (
        "The cost of {move} is {one}, but {two} the other way: make them equal, or the graph "
        "directed."
    ),
    "cost-unknown": (
        "{value} is no cost: give the name of one, a mapping of moves or turns to numbers, or a "
        "function."
    ),
    "cost-twice": "{move} has two costs, {one} and {two}: give it one.",
    "cost-too-large": (
        "With their common denominator, the costs exceed {most}: use smaller numbers, or floats, "
        "which are rounded."
    ),
    "cost-range": (
        "With their common denominator, the costs differ by {range}, but with {count} vertices by "
        "at most {most}: use smaller numbers, or floats, which are rounded."
    ),
    "cost-too-many-turns": (
        "There are {count} turns; at most {most} may have costs: choose a graph with fewer edges, "
        "or give the costs of some turns as a mapping."
    ),
    "cost-turns-alone": (
        "The cost “{cost}” takes no costs of turns: leave one of them out, or choose a cost of "
        "moves."
    ),
    "cost-length-wraps": (
        "Moves have no length on a board that wraps: choose a flat board, or give a cost for each "
        "move."
    ),
    "cost-no-positions": (
        "The vertices have no positions, so the edges have no length: give positions, or weights."
    ),
    "best-cost": "cost",
    "best-cost-turns": "turns",
    "best-cost-crossings": "crossings",
    "best-cost-length": "length",
    "best-cost-weight": "weight",
}
