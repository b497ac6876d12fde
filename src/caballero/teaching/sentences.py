"""The messages of the textbook: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "order": "order of moves",
    "tie": "tie rule",
    "tie-order": "order",
    "tie-random": "random",
    "tie-pohl-sum": "pohl-sum",
    "tie-pohl-min": "pohl-min",
    "tie-roth": "roth",
    "tie-squirrel-cull": "squirrel-cull",
    "tie-needs-corner": (
        "The tie rule squirrel-cull is for a knight in the top left corner of an empty square "
        "board from 5x5 on, for open tours without steps back: choose another rule."
    ),
    "search-step": "step",
    **{
        f"search-step-{name}": name
        for name in ("try", "place", "dead-end", "back", "cut", "improvement")
    },
    "passage-matrix": "Lines {first} to {last}, a matrix:",
    "passage-list": "Lines {first} to {last}, a list of squares:",
    "passage-list-line": "Line {first}, a list of squares:",
    "passage-trace": "Lines {first} to {last}, a trace of {count} boards:",
    "passage-faults": "Faults: {count}.",
    "passages-none": "This text has no matrix and no list of squares: name another file.",
    "passage-moves": "Lines {first} to {last}, a table of moves:",
    "passage-moves-line": "Line {first}, a table of moves:",
    "moves-named": "The knight's eight moves, in the order {order}.",
    "moves-own": "The knight's eight moves, in an order without a name: {order}.",
    "moves-missing": "These are not the knight's eight moves: {moves} is missing.",
    "moves-more": "These are more than the knight's eight moves: {moves}.",
    "trace-sound": "each follows from the one before.",
    "trace-broken": "board {number} does not follow from the one before.",
    "rule-kept": "It follows Warnsdorff's rule.",
    "rule-broken": (
        "It is not by Warnsdorff's rule, with any tie rule: steps that go elsewhere: {count}, the "
        "first from number {number}."
    ),
    "puzzle-none": "{name} returned nothing (None): does it lack a return?",
    "puzzle-list": "{name} returned {kind}: return a list of candidates.",
    "puzzle-outside": (
        "Begin {judge} with the line {line}, then search again: it looks in {name}, which only the "
        "search of the notes fills, and with the squares in it this solution is refused."
    ),
    "puzzle-question": "The puzzle lacks the function {name} (in the notes {notes}): write it.",
    "strategy": "strategy",
    "strategy-least": "least",
    "cost-nan": "A cost or a bound is not a number (NaN): write numbers only.",
    "cost-not-number": "{value} is not a cost: write a finite number.",
    "cost-negative": "The number {value} is negative: write 0 or more.",
    "cost-not-whole": "{value} is not a whole number: write weights and values without a fraction.",
    "costs-not-square": (
        "Row {row} of the costs has {count} entries; a table of {size} rows needs {size} in each."
    ),
    "knapsack-uneven": (
        "There are {weights} weights and {values} values: write one of each for every item."
    ),
    "route-place-unknown": "No road leads to or from {place}: choose a place that has roads.",
    "bound-name": "bound",
    "bound-name-none": "none",
    "bound-name-made": "made",
    "bound-name-ahead": "ahead",
    "cost-name": "cost",
    "cost-name-turns": "turns",
    "cost-name-distance": "distance",
    "cost-name-climb": "climb",
    "packed-items": "items {items}: value {value}, weight {weight}",
    "assigned-jobs": "{jobs}: cost {cost}",
    "naive-power": "{digits}·10^{power}",
    "naive-too-large": (
        "Generating and testing every walk would take {walks} walks of {count} squares, more "
        "than {most}. Choose a smaller board, or the method backtracking."
    ),
    "naive-far-too-large": (
        "Generating and testing every walk of {count} squares would outlast the universe. "
        "Choose a smaller board, or the method backtracking."
    ),
    "naive-needs": (
        "The naive method takes no clues and no forced or forbidden moves: leave them out, "
        "or choose backtracking."
    ),
    "order-not-moves": (
        "The order {order} must hold each of the piece's {count} moves once: write them as "
        "row,column steps."
    ),
    "order-unreadable": (
        "“{text}” is not an order of moves: write a name, or steps like 2,1;1,2;-1,2."
    ),
    "rule-directed": (
        "Warnsdorff's rule counts exits along edges that lead both ways, but this graph is "
        "directed: choose another method."
    ),
    "rule-with-constraints": (
        "Warnsdorff's rule without backtracking takes a start and an end, but no clues and "
        "no forced or forbidden moves: allow backtracking."
    ),
    "trace-forced": "A trace takes no forced moves: leave them out.",
    "trace-waypoints": "A trace takes no waypoints inside the tour: leave them out.",
    "tie-needs-board": (
        "The tie rule {tie} measures distances and needs a board: choose another rule."
    ),
    "slide-rule": "A tour of all squares",
    "slide-rule-text": (
        "A knight leaps two squares along a line and one to the side: at most eight moves. It has "
        "to visit every square once."
    ),
    "slide-moves-text": (
        "The picture shows all moves of the {piece}. It has to visit every square once."
    ),
    "slide-play": "Try it: {board}",
    "slide-play-text": (
        "Write 1 where you start, then 2 one move further. Who gets to {size}? From which square "
        "did you start? (10 minutes)"
    ),
    "slide-colours": "Why does no tour begin at {place}?",
    "slide-colours-text": (
        "Colour the squares: {many} of one colour, {few} of the other. Every move changes the "
        "colour. Which colour must come first? (10 minutes)"
    ),
    "slide-machine": "How does a machine do it?",
    "slide-machine-text": (
        "It tries the moves in an order. At number {number}, on {place}, no move is left: it takes "
        "the last one back and tries the next. That is backtracking. (15 minutes)"
    ),
    "slide-order": "The order of the moves decides",
    "slide-order-text": (
        "From the corner of 5×5 a program enters {slow} squares with one order, and {quick} with "
        "this one. No order is the best on all boards. (5 minutes)"
    ),
    "slide-warnsdorff": "Warnsdorff’s rule",
    "slide-warnsdorff-text": (
        "Go where the fewest exits are. The tour is at {place}, number {number}; the exits are in "
        "brackets. Which square is next? (5 minutes)"
    ),
    "slide-finish": "Finish by hand, with the rule",
    "slide-finish-text": "Write the missing numbers here. Then solve your sheet. (5 minutes)",
    "slide-answer": "One answer",
    "slide-answer-text": (
        "Another one is right, too, if every step is a move and no square is visited twice. Your "
        "sheet has only one solution."
    ),
    "slide-try": "Try it here",
    "slide-back": "Back",
    "passage-power-line": "Line {first}, a power:",
    "passage-order-line": "Line {first}, the cost of a search:",
    "passage-none-line": "Line {first}, no tour:",
    "passage-spaces": "Lines {first} to {last}, a program:",
    "passage-spaces-line": "Line {first}, a program:",
    "power-same": "{one} and {other} are equal.",
    "power-other": "{one} and {other} are not equal: for n = 3 they are {a} and {b}.",
    "power-differ": "{one} and {other} are not equal.",
    "power-right": "{one} is right.",
    "power-wrong": "{one} is {right}, of {digits} digits.",
    "order-right": "{order} is right for all ways on n×n squares; a tour may be found far sooner.",
    "order-lost": (
        "{order} is too little: with k moves at each of n² squares it is O(k^(n²)), 8^64 for n = 8."
    ),
    "order-right-squares": "{order} is right for all ways, as n is the number of squares.",
    "order-space": "{order} is right: board and open calls have n² entries each.",
    "order-rule": "{order} is right: the rule goes to each of n² squares once.",
    "order-eight": "8^8 is for eight squares: with 8 moves at each of 64 squares it is 8^64.",
    "order-squares": "The board has n**2 squares, not n**n: so the search never ends with a tour.",
    "none-board": "The lines above name no board, such as 3x3: it cannot be judged.",
    "none-right": "There is no open tour on {board}.",
    "none-wrong": "There is an open tour on {board}, if not from each square.",
    "none-right-closed": "There is no closed tour on {board}.",
    "none-wrong-closed": "There is a closed tour on {board}.",
    "none-right-start": "There is no open tour on {board} from {start}.",
    "none-wrong-start": "There is an open tour on {board} from {start}.",
    "none-odd": "Colours alternate along a closed tour, so an odd board has none.",
    "none-open": "No tour on {board} was found in time, which proves nothing.",
    "spaces-program": (
        "Lines with no-break spaces (U+00A0), as copied from a page: {count}. Compilers and Python "
        "refuse them: replace them with spaces."
    ),
}
