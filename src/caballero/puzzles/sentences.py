"""What puzzles say: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "level": "level",
    "recipe-none": "There is no puzzle “{name}”: make the sheets with another level or seed.",
    "recipe-unreadable": (
        "“{name}” is not the name of a puzzle: write the piece, the board, perhaps a level, and "
        "the seed, such as knight 8 hard 7."
    ),
    "recipe-slow": (
        "To make the puzzles again up to “{name}” takes more than {seconds} s: name the file that "
        "puzzle make wrote with -o sheets.json."
    ),
    "range-unreadable": "“{value}” is no range: write two numbers, such as 40..50.",
    "booklet-large": "The file of a booklet has at most {most} bytes: make it shorter.",
    "booklet-toml": "This is not the file of a booklet in TOML: {error}.",
    "booklet-count": (
        "A booklet has from 1 to {most} puzzles, not {count}: write [[section]] above a board, and "
        "count."
    ),
    "booklet-key": "A booklet has no key {key}: use {keys}.",
    "booklet-range": "{key} = {value} is not possible: choose {least} to {most}.",
    "booklet-board": (
        'A section of a booklet has no board: write board = "8" below [[section]], or puzzles = '
        '"mine.txt", or text.'
    ),
    "booklet-large-beside": "{file} has more than {most} bytes: make it smaller.",
    "booklet-cover": "{file} is neither a picture nor a tour for the title page. {fault}",
    "booklet-no-clues": (
        "Puzzle {number} of {file} has no clues: write its board as board = in a section."
    ),
    "booklet-several": (
        "It has several solutions: “caballero puzzle complete” names the clues that it needs."
    ),
    "booklet-none": "It has no solution: “caballero puzzle check” says why.",
    "booklet-puzzle": "Puzzle {number} of the booklet cannot be printed. {why}",
    "address-board": (
        "The page shows no such puzzle: choose a flat board, a cylinder or a torus of 2 to 100 "
        "squares, or a named one of hexagons or triangles."
    ),
    "address-no-clues": "A board without clues or waypoints is no puzzle: add some.",
    "complete-zip": "Clues are added to puzzles of numbers, not to one with waypoints.",
    "complete-solution": "The solution that is meant does not solve the puzzle. {fault}",
    "reading-board": (
        "“{text}” is no board of texts: write a row a line, a blank between two squares, # for a "
        "hole, and the first square in brackets."
    ),
    "reading-empty": "A square of the board has no text: write its letters.",
    "turning": "way to print solutions",
    "turning-upright": "upright",
    "turning-turned": "turned",
    "turning-mirrored": "mirrored",
    "instruction": "Write the missing numbers so that each step from one to the next {step}.",
    "instruction-closed": (
        "Write the missing numbers so that each step from one to the next, and from the last one "
        "to 1, {step}."
    ),
    "instruction-zip": (
        "Draw one line through all squares that meets the numbers in their order and crosses no "
        "wall, and each step of which {step}."
    ),
    "instruction-zip-closed": (
        "Draw one closed line through all squares that meets the numbers in their order and "
        "crosses no wall, and each step of which {step}."
    ),
    "instruction-forced": "The numbers of two cells with a diamond between them follow each other.",
    "quiz-next": (
        "The numbers are the squares visited so far, in their order. {the} is at {place}, number "
        "{number}. To which of these squares can it go now?"
    ),
    "quiz-fault": (
        "Is this {tour} of the {piece}? If it is not, which is the first step that is no move?"
    ),
    "quiz-mistake": (
        "{the} is at {place}, number {number}, and what it has visited is the beginning of "
        "{tour}. After one of these moves no tour is left. Which move is the mistake?"
    ),
    "quiz-way": (
        "{the} is at {place}, number {number}, and what it has visited is the beginning of "
        "{tour}. Only one of these moves still leads to a tour. Which?"
    ),
    "quiz-finish": (
        "{the} is at {place}, number {number}. Finish {tour}: write all squares that follow, "
        "in their order. Say of three of them why you chose them."
    ),
    "quiz-open": "an open tour",
    "quiz-closed": "a closed tour (a move leads from its last square to the first one)",
    "quiz-step": "The step from {m} to {n}",
    "quiz-no-fault": "None: it is a tour",
    "quiz-move": "The step from {m} to {n}, {a} to {b}, is a move of the {piece}.",
    "quiz-later": "{fault} But an earlier step is no move, either.",
    "quiz-marked": "Mark {squares} with {sign}. {reason}",
    "quiz-long": "The proof takes {steps} conclusions.",
    "quiz-the-knight": "The knight",
    "quiz-the-king": "The king",
    "quiz-the-piece": "The {piece}",
    "quiz-free": "{place} is free, and one move away.",
    "quiz-visited": "{place} already has number {number}.",
    "quiz-board": (
        "Questions are about a board of squares, in rows and columns, not about {board}: choose "
        "another board, such as 5 or 6x6."
    ),
    "quiz-large": (
        "Questions are about boards with at most {most} squares, and this one has {count}: choose "
        "a smaller one."
    ),
    "quiz-many": "A quiz has at most {most} questions, not {count}: ask for fewer.",
    "each-knight": ("is a knight's move: two squares along a row or a column, and one to the side"),
    "each-king": "leads to a square beside it, also diagonally",
    "each-wazir": "leads to the square beside it in its row or its column",
    "each-step": "crosses one side of a cell",
    "each-other": "is a move of the {piece}",
    "seed-of": "seed {seed}",
    "another-no-tour": "This tour does not answer the problem, so there is no other one. {fault}",
    "step-next-one": "No other free place is one move from number {a} ({x}).",
    "step-write": "Write {number} at {place}.",
    "step-not": "Number {number} is not at {place}.",
    "step-between": "{place} lies between numbers {a} and {b}.",
    "step-none-of": "None of these is at {place}: {numbers}.",
    "step-one-of": "Only one of these can be at {place}: {numbers}.",
    "step-next-two": (
        "No other free place is one move from number {a} ({x}) and from number {b} ({y})."
    ),
    "step-next-forced": "The move between {place} and number {a} ({x}) is forced.",
    "step-reach-none": "No other place is left for it.",
    "step-reach-one": "No other place left for it is in reach of number {a} ({x}).",
    "step-reach-two": (
        "No other place left for it is in reach of number {a} ({x}) and of number {b} ({y})."
    ),
    "step-square": "No other number is left for this place.",
    "step-dead-end": "{place} lies between {a} and {b}.",
    "step-dead-end-why": (
        "No other neighbour is left for it: the tour comes from one of them and leaves to the "
        "other."
    ),
    "step-end": "{place} is an end of the tour.",
    "step-end-why": "Only {a} is left beside it.",
    "step-narrow-number": "Every way from number {a} ({x}) to number {b} ({y}) has it there.",
    "step-narrow": "Every way from number {a} ({x}) to number {b} ({y}) passes it.",
    "step-gap-number": (
        "Try all ways from number {a} ({x}) to number {b} ({y}): each has it there."
    ),
    "step-gap-pass": "Try all ways from number {a} ({x}) to number {b} ({y}): each passes it.",
    "step-gap-never": "Try all ways from number {a} ({x}) to number {b} ({y}): none has it there.",
    "step-colour-number": (
        "The colours alternate along the tour, and number {a} is at {x}: no other place of its "
        "colour is left for it."
    ),
    "step-colour-place": (
        "The colours alternate along the tour, and number {a} is at {x}: no other number fits the"
        " colour of {place}."
    ),
    "step-direction": "The tour can be read in both directions. Choose the one that has it there.",
    "step-marks": (
        "Write all possible numbers at each place, and cross out each that cannot have the one "
        "before or the one after beside it: this is the only number left here, or its only place."
    ),
    "step-naked": (
        "Only numbers {numbers} fit at {places}: one place for each, so they fit nowhere else."
    ),
    "step-hidden": (
        "Numbers {numbers} fit only at {places}: one place for each, so no other number fits there."
    ),
    "step-trial": "Suppose it were. Then: {reason}",
    "step-no-place": "No place is left for number {number}.",
    "step-no-number": "No number is left for {place}.",
    "step-cut-off": "Too few neighbours are left for {place}.",
    "step-apart": "Numbers {a} ({x}) and {b} ({y}) are not one move apart.",
    "step-too-far": (
        "No way of {count} moves through free places leads there from number {a} ({x})."
    ),
    "step-not-refuted": "No rule is against number {number} at {place}.",
    "step-true": "Number {number} is at {place}, but no rule shows it yet.",
    "step-complete": "Every place has its number.",
    "step-none": "No rule leads on, even by supposing a number at a place.",
    "step-follows": "Step by step, this follows: {reason}",
    "list": "{most} and {last}",
    "join-used": "Join {place} to {others}.",
    "join-out": "Do not join {place} to {others}.",
    "level-easy": "easy",
    "level-medium": "medium",
    "level-hard": "hard",
    "level-expert": "expert",
    "join-exits": "No other move is left for {place}.",
    "join-loop": "{a}–{b} would close a loop too early.",
    "join-order": "{a}–{b} would join {m} to {n}, not to the next waypoint.",
    "join-bridge": "Without this move the squares would fall into two parts.",
    "join-suppose-used": "If you did: {reason}",
    "join-suppose-out": "If you did not: {reason}",
    "join-stuck": "{place} would have too few moves.",
    "join-parts": "The squares would fall into parts.",
    "mark-step": "the square of this step",
    "mark-named": "squares that the reason names",
    "rule-exits": "squares with no move to spare",
    "rule-loop": "loops",
    "rule-order": "the order of the waypoints",
    "rule-bridge": "moves without which the board would fall apart",
    "rule-glance": "supposing a move, a few moves ahead",
    "rule-suppose": "supposing a move, many moves ahead",
    "rule-next": "a number beside a known one",
    "rule-reach": "a number with one place in reach",
    "rule-direction": "the choice of a direction",
    "rule-square": "a place with one number left",
    "rule-dead-end": "dead ends",
    "rule-narrow": "narrow ways",
    "rule-colour": "colours",
    "rule-marks": "all possible numbers written down",
    "rule-gap": "all ways between two known numbers",
    "rule-groups": "as many numbers as places",
    "rule-trial": "supposing a number at a place",
    "explained": (
        "Grade: {grade}, score: {score}. The hardest rule is: {rule} (steps that use it: {count})."
    ),
    "explained-trials": (
        "Grade: expert, score: {score}, trials: {trials}. The hardest rule is: {rule} (steps "
        "that use it: {count})."
    ),
    "explained-unsolved": (
        "Grade: expert, score: {score}, trials: {trials}. The rules do not lead to a tour, even by "
        "supposing one number at a time."
    ),
    "explained-contradiction": "No tour has these numbers.",
    "explained-several": "No grade: the puzzle has several solutions.",
    "explained-limit": "No grade: the explanation is not complete. {reason}",
    "puzzle-kind": "kind",
    "puzzle-kind-numbers": "numbers",
    "puzzle-kind-zip": "zip",
    "puzzle-kind-rikudo": "rikudo",
    "make-zip": (
        "A Zip has its two ends, no symmetry and no one-way moves: leave these out, or make a "
        "puzzle of numbers."
    ),
    "begun-all": (
        "{count} visited squares leave none to finish: give 1 to {most}, or take a larger board."
    ),
    "make-clues": "A puzzle is made of a board without numbers: leave the clues and waypoints out.",
    "make-symmetric": "A graph has no half turn: choose a board, or leave the symmetry out.",
    "make-asymmetric": (
        "The board {board} does not look the same after half a turn, as {square} has no square "
        "opposite: choose another board, or leave the symmetry out."
    ),
    "make-no-mirror": (
        "The board {board} does not look the same in a mirror: choose another board, or leave the "
        "symmetry out."
    ),
    "make-level-more": (
        "A level, a score or a number of clues decides how many numbers are given: leave the "
        "others out."
    ),
    "make-score": "{value} is no range of scores: give the least and the greatest, as (40, 60).",
    "puzzle-symmetry": "symmetry",
    "puzzle-symmetry-half-turn": "half-turn",
    "puzzle-symmetry-mirror": "mirror",
    "parts-kind": "way to cut a text",
    "parts-kind-syllable": "syllable",
    "parts-kind-word": "word",
    "parts-kind-letter": "letter",
    "parts-none": "The text has no letters: give some words.",
    "parts-too-long": "The text has {count} characters: give at most {most}.",
    "parts-long-word": (
        "“{word}” has {count} letters, and a word at most {most}: cut the text into letters."
    ),
    "parts-character": (
        "“{character}” has no place on a square: use letters, digits and punctuation, or write it "
        "as a word."
    ),
    "parts-too-many": (
        "The text needs {count} squares, and its board has at most {most}: shorten the text, or "
        "cut it into longer parts."
    ),
    "parts-board": (
        "The text needs {count} squares, and the board {board} has {size}: choose a board with "
        "{count}, or leave it out."
    ),
    "parts-no-board": (
        "The text needs {count} squares, and no board of this size with a tour was found; the next "
        "size is {next}: lengthen the text, or draw a board of your own."
    ),
    "parts-no-board-at-all": (
        "The text needs {count} squares, and no board of this size with a tour was found, nor a "
        "slightly larger one: choose another piece, or draw a board of your own."
    ),
    "readings-one": "No other tour from {place} reads another text.",
    "readings-other": (
        "Another tour from {place} reads the same up to square {alike} of {count}, and none "
        "further; it continues: “{rest}”."
    ),
    "readings-more": (
        "Another tour from {place} reads the same up to square {alike} of {count}, and others may "
        "further: a limit was reached. It continues: “{rest}”."
    ),
    "readings-unknown": (
        "Whether other tours from {place} read other texts was not decided: a limit was reached."
    ),
}
