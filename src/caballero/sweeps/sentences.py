"""The messages of sweeps: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
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
