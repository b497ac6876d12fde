"""What searches and hints say: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "sat-missing": (
        "The method sat needs a SAT solver: install it with {python} -m pip install "
        "python-sat, or choose the method exact."
    ),
    "hint-twice": "{square} is visited twice: take a step back.",
    "hint-number": "{square} cannot have number {number} in this tour: take a step back.",
    "hint-done": "The tour is complete.",
    "hint-safe": "From here the tour can still be finished.",
    "hint-lost": "From here the tour can no longer be finished. {reason}",
    "hint-rest": "For the squares that are left, from {square} (number {number}) on: {reason}",
    "hint-rest-closed": (
        "For the squares that are left, from {square} (number {number}) back to {first} (number "
        "1): {reason}"
    ),
    "hint-unknown": (
        "The search did not find out in time whether the tour can still be finished; that "
        "proves nothing."
    ),
    "hint-next-safe": "{square} (exits: {exits}): the tour can still be finished from there.",
    "hint-next-lost": (
        "{square} (exits: {exits}): the tour can no longer be finished from there. {reason}"
    ),
    "hint-next-unknown": (
        "{square} (exits: {exits}): the search did not find out in time whether the tour can "
        "be finished from there."
    ),
    "hint-never": "This board has no such tour, whatever the first moves are. {reason}",
    "hint-never-here": (
        "This board has no such tour, whatever the first moves are. From here, this shows it: "
        "{reason}"
    ),
    "next-first": "A tour can begin at {square}.",
    "next-only": "{square} is the only square that the piece can go to.",
    "next-only-safe": "Only through {square} can the tour still be finished.",
    "next-fewest": (
        "Of the squares from which the tour can be finished, {square} has the fewest exits "
        "({exits})."
    ),
    "next-tie": (
        "Of the squares from which the tour can be finished, {squares} have the fewest exits "
        "({exits}): {square} is the first of them on the board."
    ),
    "next-found": "A tour goes on through {square}.",
    "next-undecided": "The search did not find out in time about {squares}.",
    "why-both": "{first} {second}",
    "why-light": "light",
    "why-dark": "dark",
    "why-more": "Conclusions of the same kinds that are not shown: {count}.",
    "why-dummy": (
        "In what follows, ∘ is between the ends of the tour: a move with it stands for one end."
    ),
    "why-stuck": (
        "No move is left from {square}: every square that the piece could go to is visited, and "
        "squares are left ({left})."
    ),
    "why-open": "No move leads from {square} back to {first}.",
    "why-cut-one": "No free square leads to {square}, nor does a move of the piece: it is cut off.",
    "why-home-cut": "No free square leads back to {square}, where the tour must close.",
    "why-cut": (
        "The squares marked x ({count}) are cut off: no free square leads to them, nor does a "
        "move of the piece."
    ),
    "why-reach": (
        "From {square} the piece can only reach the squares marked o ({count}); the others that "
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
        "{square} cannot be the last square: every move leads from one of two groups of squares "
        "to the other one, and the moves that are left ({left}) from {piece} lead to the group "
        "without {square}."
    ),
    "why-last-colour": (
        "{square} cannot be the last square: it is {own}, but every move changes the colour, and "
        "the moves that are left ({left}) lead from {piece}, which is {colour}, to a {other} "
        "square."
    ),
    "why-only-last": "Only {square} can still be the last square: so it is.",
    "why-next": "From {square} the piece can only go to {a}: that is the next move.",
    "why-last-move": "Only from {a} can the tour come to {square}: that is the last move.",
    "why-becomes-last": (
        "Only one move is left at {square}, with {a}: so the tour uses it, and {square} is the "
        "last square."
    ),
    "why-two": "Only two moves are left at {square}, with {a} and {b}: so the tour uses both.",
    "why-gone": "The piece goes from {square} to {a}, so not to: {others}.",
    "why-arrived": "The tour comes to {square} from {a}, so not from: {others}.",
    "why-end-full": (
        "{square} is the last square and has its move, with {a}. So no tour uses its moves with: "
        "{others}."
    ),
    "why-full": (
        "{square} has its two moves, with {a} and {b}. So no tour uses its moves with: {others}."
    ),
    "why-not-last": "Nor is it the last square.",
    "why-full-last": "{square} has its two moves, with {a} and {b}, so it is not the last square.",
    "why-last-early": (
        "{square} is not the last square: the moves that are used lead from the piece straight "
        "there, and other squares would be left out."
    ),
    "why-circle": (
        "{a}–{b} would close a cycle too early, with the moves that are used ({squares}). So no "
        "tour uses it."
    ),
    "why-end-early": (
        "{a}–{b} would lead from the piece to the end too early, with the moves that are used "
        "({squares}). So no tour uses it."
    ),
    "why-end-now": (
        "{a}–{b} would end the tour at once, though squares are left. So no tour uses it."
    ),
    "why-no-last": "No square is left that can be the last one.",
    "why-no-next": "No move is left from {square}, where the piece is.",
    "why-none": "No move is left at {square}.",
    "why-one-closed": (
        "Only one move is left at {square}, with {other}, but a closed tour comes by one move "
        "and leaves by another."
    ),
    "why-one": (
        "Only one move is left at {square}, with {other}: the tour could come, but not leave again."
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
    "why-apart": "The moves that are left do not join the marked parts ({pieces}).",
    "why-parts": (
        "Without the squares marked x ({count}), separate parts remain ({pieces}). Between two "
        "parts the tour visits a square x, so it can visit at most {most} of them."
    ),
    "why-parts-begin": "For it begins at {square}, a square x.",
    "why-parts-end": "For it ends on a square x.",
    "why-parts-same": "For it begins in one part, and ends in the same one or on a square x.",
    "why-needy": (
        "The squares marked o ({count}) need {need} moves or more, to come and to leave. But "
        "those marked x ({others}) have {give} at most, and with other squares they have only "
        "{more}."
    ),
    "why-once": "(One move is enough at {square}, where the tour begins or ends.)",
    "why-needy-last": "(One move is enough at the last square.)",
    "why-mark-stuck": "the piece, which cannot move",
    "why-mark-reach": "within reach of the piece",
    "why-mark-cut": "cut off",
    "why-mark-light": "light squares that are left",
    "why-mark-dark": "dark squares that are left",
    "why-mark-about": "what the sentence is about",
    "why-mark-moves": "the other squares of the sentence",
    "why-mark-parts": "separate parts",
    "why-mark-removed": "between the parts",
    "why-mark-needy": "these need more moves",
    "why-mark-suppliers": "these can give moves",
}
