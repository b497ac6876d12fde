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
    "count-subsets-only": (
        "The method subsets takes no waypoints and at most {most} places besides given ends: leave "
        "the method out."
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
        "not wrap, with no constraints but the ends of open tours."
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
    "count-symmetric-clues": (
        "Symmetric tours cannot be counted with clues inside the tour: leave the clues out, "
        "or count all tours."
    ),
    "count-kinds-flat": (
        "Kinds of symmetry are for flat boards of two dimensions, not for {board}: count the "
        "tours of one symmetry, or all tours up to symmetry."
    ),
    "token-unreadable": (
        "“{text}” is not a resume token: copy it as printed, or leave {argument:resume=} out to "
        "start again."
    ),
    "token-other": (
        "The token {text} belongs to another problem or version: give the problem that it "
        "was printed for, or start again."
    ),
    "list-classes-directed": (
        "A listing up to symmetry ignores direction: leave out directed, or up_to_symmetry."
    ),
    "list-classes-clues": (
        "Clues inside the tour distinguish it from its images: leave the clues out, or list "
        "all tours."
    ),
    "list-both-symmetries": "Choose up_to_symmetry, or one kind of symmetry, not both.",
    "list-symmetry-seed": "Tours of one kind of symmetry have a fixed order: leave out the seed.",
    "run-rest": "The ledger refers to an unknown subtree: restore a copy, or start again.",
    "tables-clues": (
        "Tables take no clues inside the tour: leave out all but start and end, or use iter_tours."
    ),
    "magic-kind": "kind of magic tours",
    "magic-kind-rows": "rows",
    "magic-kind-columns": "columns",
    "magic-kind-semi-magic": "semi-magic",
    "magic-kind-magic": "magic",
    "magic-board": (
        "Sums are for a full rectangle of squares, not for {ground}: choose one, such as 8."
    ),
    "magic-constraints": ("Tours with equal sums take no {what}: leave out all but start and end."),
    "magic-square": "The board {board} has no two diagonals from side to side: choose a square.",
    "sample-too-large": (
        "Uniform sampling of these tours takes at least {need} GB of memory, and {room} GB "
        "are free. It reaches about 7x7, or 8x8 for closed tours. Beyond, each N finds another "
        "tour, some more likely than others: caballero tour --seed N."
    ),
    "rank-outside": "There is no rank {rank}: choose one from 0 to {last} ({total} tours).",
    "rank-no-tour": "This tour does not answer the problem, so it has no rank. {fault}",
    "sample-clues": (
        "Ranks and samples take a start and an end, but no clues inside the tour: leave the "
        "clues out."
    ),
    "collection-unreadable": (
        "{file} is not a file of tours written by Caballero, or it is damaged ({problem}): "
        "name another, or write it again with caballero list BOARD -o FILE.parquet."
    ),
    "collection-group": (
        "{file} has more than {most} squares in one group of rows: write it again in smaller "
        "groups."
    ),
    "collection-row": (
        "Row {row} of {file}, counted from 0, is not a tour of its problem: the file is "
        "damaged. Write it again."
    ),
    "collection-order": (
        "Row {row} of {file}, counted from 0, is out of order, although the file claims to "
        "be sorted: the file is damaged. Write it again."
    ),
    "collection-problem": "Pass problem=…: a plain iterable of tours does not carry it.",
    "collection-other": "Tour {index}, counted from 0, does not answer the problem.",
    "run-no-store": (
        "{folder} holds no run: start one with caballero run list or run count, or name "
        "another folder."
    ),
    "run-no-folder": (
        "{folder} is not a folder and cannot be created: name another one for the run."
    ),
    "run-not-empty": "The folder {folder} is not empty: name a new folder for the run.",
    "run-other": (
        "The folder {folder} holds another run: continue that one with caballero run resume, "
        "or name another folder."
    ),
    "run-damaged": (
        "The ledger in {folder} is damaged ({problem}): restore a copy, or start again in "
        "another folder."
    ),
    "run-read-only": (
        "The folder {folder} is read-only ({problem}): copy the run to a folder that you may "
        "write, or name another."
    ),
    "run-kind": "kind of run",
    "run-seconds": (
        "A shard cannot take {value} seconds: choose more than 0 and at most {most}, such as 1."
    ),
    "run-count-kind": (
        "A run counts all tours: leave out symmetry, or start a run of the kind list."
    ),
    "run-list-directed": (
        "A run lists each tour once: leave out directed, or start a run of the kind count."
    ),
    "run-workers": (
        "{value} workers cannot run: choose 1 or more, or leave it out to use one per processor."
    ),
    "run-problem": (
        "The ledger holds an invalid problem: “{text}”. Restore a copy, or start again."
    ),
    "run-version": (
        "The run in {folder} was started with version {theirs}, and this is {ours}: finish "
        "it with version {theirs}, or start again in another folder."
    ),
    "run-version-worker": (
        "A worker has version {theirs}, but the run needs {ours}: install the same version "
        "everywhere."
    ),
    "run-taken": (
        "{who} is working on {folder}: wait until it ends, or stop it. caballero run status "
        "shows its progress."
    ),
    "run-lost": (
        "Another process took over the run in {folder}; this one stops, and nothing is lost."
    ),
    "run-taken-over": (
        "{who} was killed, or could not record its end; shards waiting again: {count}."
    ),
    "run-disk-full": (
        "The disk of {folder} is full ({problem}). Nothing is lost: free some space, and continue "
        "with caballero run resume."
    ),
    "run-disk-full-begin": (
        "The disk of {folder} is full ({problem}): free some space, and repeat the command."
    ),
    "run-worker-gone": "A worker died; shards repeated: {count}. Nothing is lost.",
    "run-no-workers": (
        "All workers died. Nothing is lost: start others, and continue with caballero run "
        "resume {folder}."
    ),
    "run-lease-over": "Shard {number} timed out and was reassigned.",
    "run-shard-failed": "Shard {number} failed and is repeated: {why}",
    "run-failed": (
        "Shard {number} failed repeatedly and was skipped ({why}). All others are done; "
        "caballero run resume {folder} tries it again."
    ),
    "run-halves": (
        "The halves in {folder} are damaged, or a worker cannot read them: check that every "
        "worker sees the folder."
    ),
    "run-part": (
        "The file of shard {number} belongs to something else: caballero run resume writes "
        "it again."
    ),
    "run-part-damaged": (
        "The file of shard {number} is missing or damaged: caballero run resume writes it again."
    ),
    "run-differs": (
        "Shard {number} gave different results on {first} and {other}: one machine is faulty, "
        "or their installations differ."
    ),
    "run-sum": (
        "The shards in {folder} do not add up to the result of the run: restore a copy, or "
        "start again in another folder."
    ),
    "run-result": (
        "The file result.json in {folder} is missing or does not match the run: caballero "
        "run resume {again} writes it again."
    ),
    "run-unfinished": (
        "{folder} holds no finished run of this kind: finish it with caballero run resume, "
        "or name another folder."
    ),
    "run-dask-silent": (
        "No dask scheduler answers at {address}: start one with dask scheduler, and give the "
        "address that it prints."
    ),
    "run-dask-workers": (
        "The dask scheduler at {address} has too few workers: start some with dask worker "
        "{address}."
    ),
    "checkpoint-damaged": (
        "The checkpoint in {folder} is damaged: remove the folder to start again."
    ),
    "checkpoint-full": (
        "The disk of the folder {folder} is full: free some space, and the same command continues."
    ),
    "checkpoint-no-folder": (
        "The folder {folder} cannot be made or written ({problem}): name another folder."
    ),
    "checkpoint-taken": (
        "Another process is counting in the folder {folder}: wait until it ends, or name another "
        "folder."
    ),
    "checkpoint-other": "The folder {folder} holds another count: name a new folder.",
}
