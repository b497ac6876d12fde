"""The messages of pictures and tables: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "style": "style",
    "style-path": "path",
    "style-numbers": "numbers",
    "style-arrows": "arrows",
    "style-thread": "thread",
    "style-colours": "colours",
    "style-symmetry": "symmetry",
    "style-mosaic": "mosaic",
    "theme": "theme",
    "theme-light": "light",
    "theme-dark": "dark",
    "theme-wood": "wood",
    "theme-print": "print",
    "starts-explained": "Nodes from each start. >: stopped there; –: no tour; ×: the rule failed.",
    "starts-darker": "The darker, the more nodes.",
    "starts-fatal": "Number of the first square after which no tour was left:",
    "starts-fatal-below": "Below: the number of the first square after which no tour was left.",
    "fatal-move": (
        "{search}: since number {number}, {square}, no tour is left; {nodes} nodes later the "
        "search is still below it."
    ),
    "fatal-move-or-earlier": (
        "{search}: since number {number}, {square}, or earlier, no tour is left; {nodes} nodes "
        "later the search is still below it."
    ),
    "estimate": (
        "{board}: the whole tree has about {nodes} nodes (Knuth's estimate from {probes} probes; "
        "standard error {error}), as if each node had {base} children."
    ),
    "estimate-branching": "Children of a node, at each depth: {counts}.",
    "tree-nodes": "nodes: {count}",
    "tree-dead-end": "dead ends: {count}",
    "tree-complete": "complete: {count}",
    "tree-cut": "cut: {count}",
    "tree-tour": "a solution",
    "tree-open": "stopped here",
    "tree-folded": (
        "…: folded. To open a branch of a search for a tour, write the squares on its way with "
        "{argument:clues=}."
    ),
    "tree-legend-tour": "on the way to a solution",
    "tree-legend-open": "where the search was stopped",
    "tree-legend-dead": "came to nothing",
    "tree-legend-folded": "folded, with its nodes",
    "pdf-solutions": "Solutions",
    "pdf-hints": "Hints",
    "pdf-introduction": "Introduction",
    "pdf-picture": "The picture cannot be read: name a PNG or JPEG file. ({error})",
    "pdf-font": "This is no TrueType font that can be embedded: name a file .ttf. ({error})",
    "sheet-name": "Name:",
    "sheet-date": "Date:",
    "rubric": "What to look for",
    "rubric-level-1": "Beginning",
    "rubric-level-2": "On the way",
    "rubric-level-3": "Secure",
    "rubric-answer": "The answer",
    "rubric-answer-1": "Right for less than half of the squares.",
    "rubric-answer-2": "Right up to a slip, or not finished.",
    "rubric-answer-3": "Every number is one move from the next, each once, with those printed.",
    "rubric-search": "The search",
    "rubric-search-1": "Begins again at each dead end.",
    "rubric-search-2": "Takes back the last number, and tries another square.",
    "rubric-search-3": "Goes where the fewest exits are, and sees dead ends before they come.",
    "rubric-reasons": "The reasons",
    "rubric-reasons-1": "Says what was written.",
    "rubric-reasons-2": "Says of some numbers why they must be there.",
    "rubric-reasons-3": "Says of any number why no other square is possible.",
    "rubric-check": "The check",
    "rubric-check-1": "Believes that it is right.",
    "rubric-check-2": "Checks each step when asked to.",
    "rubric-check-3": "Finds and corrects slips without help, and checks those of others.",
    "pdf-several": (
        "There may be others: check that each number is one move from the next, each once."
    ),
    "pdf-solutions-of": "{title}: Solutions",
    "not-drawable": "A sheet shows tours, problems, puzzles and boards, not {value}.",
    "paper-unknown": (
        "There is no paper {paper}: choose {names}, or a size such as 170x240mm or 8.5x11in, with "
        "sides from 80 to 1000 mm."
    ),
    "paper-margin": "A margin of {value} mm is not possible here: choose 0 to {most}.",
    "paper-bleed": "A bleed of {value} mm is not possible: choose 0 to {most}.",
    "paper-no-room": (
        "A page of this paper has no room for {count} boards: choose a larger paper, a smaller "
        "margin, or fewer boards a page."
    ),
    "pdf-character": (
        "“{text}” has the character {character}, which the fonts of PDF lack: leave it out, or "
        "name another font in a booklet."
    ),
    "mark-start": "S",
    "mark-end": "E",
    "picture-board": "board {board}",
    "picture-problem-open": "{piece}, open tour, {board}",
    "picture-problem-closed": "{piece}, closed tour, {board}",
    "picture-open": "{piece} tour {board}",
    "picture-closed": "{piece} closed tour {board}",
    "picture-cycle": "Hamiltonian cycle, {count} vertices",
    "picture-path": "Hamiltonian path, {count} vertices",
    "picture-graph": (
        "The graph has {count} vertices and {edges} edges; a picture shows at most {most} and "
        "{most_edges}. Choose the format text, json or tsplib."
    ),
    "picture-too-large": (
        "The board {board} has {count} squares; a picture shows at most {most}. Choose the "
        "format matrix, moves or json."
    ),
    "sheet-too-large": (
        "These boards have {count} squares together; a picture shows at most {most}: draw fewer."
    ),
    "picture-too-many-pixels": (
        "The picture would have {count} pixels, more than {most}: choose a smaller width."
    ),
    "mosaic-wraps": (
        "The mosaic needs a board whose edges do not meet, unlike {board}: choose another style."
    ),
    "video-missing": (
        "MP4 needs the program ffmpeg on the path: install it, or choose the format gif, apng or "
        "webp."
    ),
    "video-failed": "ffmpeg could not make the video: {told}",
    "video-nothing": (
        "ffmpeg made no video and said nothing (status {status}): try it alone, or choose the "
        "format gif, apng or webp."
    ),
    "animation-too-long": (
        "The search has more than {most} moments to show. Show the first "
        "{most}, every N-th one ({argument:every 10}), or choose a smaller board."
    ),
    "picture-character": (
        "An animation cannot show “{character}”: use letters and digits, or draw an SVG."
    ),
    "animation-empty": "The search has no moment to show.",
    "animation-speed": "{value} frames per second cannot be shown: choose {least} to {most}.",
    "axis-depth": "squares visited",
    "trace-too-large": (
        "The board {board} has {count} squares; a trace in text shows at most {most}. Choose "
        "a smaller board, or the format jsonl."
    ),
    "trace-try": "Turn: {turn} move: {move}",
    "trace-candidates": "From {square}, next squares (exits): {candidates}",
    "trace-place": "Number {number}: {square}",
    "trace-dead-end": "dead end",
    "trace-dead-end-at": "dead end: number {number}, {square}",
    "trace-step-back": "backtracking",
    "trace-step-back-at": "backtracking: number {number}, {square}",
    "trace-solution": "Tour found: {nodes} nodes, {dead_ends} dead ends, {steps_back} steps back.",
    "trace-no-solution": "No tour: {nodes} nodes, {dead_ends} dead ends, {steps_back} steps back.",
    "shown-place": "{square} is number {number}",
    "shown-try": "move {move} leads to {square}",
    "shown-try-off": "move {move} leads off the board",
    "shown-dead-end": "dead end at {square}",
    "shown-step-back": "back from {square}",
    "shown-counts": "nodes: {nodes}, dead ends: {dead_ends}, steps back: {steps_back}",
    "bounded-try": "Move {move} to {square}. {cost}: at least {node}.",
    "bounded-try-none": "Move {move} to {square}. No tour can follow.",
    "bounded-place": "Expanded: {square}, number {number}. {cost}: at least {node}.",
    "bounded-cut": "Cut: {square}. {cost}: at least {node}; best tour: {best}.",
    "bounded-cut-none": "Cut: {square}.",
    "bounded-improvement": "A better tour. {cost}: {best}; of every tour: at least {bound}.",
    "bounded-solution": (
        "Best tour, proved. {cost}: {best}. Nodes: made {made}, expanded {expanded}, cut {cut}."
    ),
    "bounded-no-solution": "No tour. Nodes: made {made}, expanded {expanded}, cut {cut}.",
    "cost-turns": "Turns",
    "cost-distance": "Distance",
    "cost-climb": "Distance with climbs",
    "shown-standing": (
        "best: {best}, bound: {bound}; nodes: made {made}, expanded {expanded}, cut {cut}"
    ),
    "best-caption": "best {best}   bound {bound}",
    "column-board": "board",
    "column-start": "start",
    "column-settings": "settings",
    "column-fatal": "no tour left after",
    "column-result": "result",
    "column-nodes": "nodes",
    "column-dead-ends": "dead ends",
    "column-steps-back": "steps back",
    "column-depth": "depth",
    "column-seconds": "seconds",
    "result-found": "found",
    "result-impossible": "no tour",
    "result-gave-up": "gave up",
    "result-failed": "failed",
    "bound-explained": (
        "On n×n squares that is 8^(n²), not 8·n² and not 5^(2n). A method that gave up or failed "
        "proves nothing."
    ),
    "bound-of-board": "Nodes of the tree on {board}: fewer than {bound} ≈ 10^{power}.",
    "bars-explained": "Bars: nodes, on a logarithmic scale.",
    "chart-explained": (
        "Bars: nodes, on a logarithmic scale. Below: nodes at each depth, also on a "
        "logarithmic scale."
    ),
}
