"""The messages of runs: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
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
        "Shard {number} gave different results on {one} and {other}: one machine is faulty, "
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
}
