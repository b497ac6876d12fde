"""The messages of sweeps: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "checkpoint-damaged": (
        "The checkpoint in {folder} is damaged: remove the folder to start again."
    ),
    "checkpoint-other": "The folder {folder} holds another count: name a new folder.",
}
