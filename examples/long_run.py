"""Long work that survives an interruption: ``python examples/long_run.py FOLDER``.

The run lists the closed tours of 6×6 in shards, stops at a limit as it would after a power cut, and
resumes where it was. It needs pyarrow, which is the extra ``data``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from caballero import LimitReached, Limits, Problem
from caballero.counting import resume_run, run_status, run_tours, start_run


def main(folder: Path) -> None:
    """Start the run, stop it, resume it, and read its first tour."""
    store = folder / "run"
    try:
        start_run(
            "list",
            Problem(6, closed=True),
            store,
            seconds=0.02,
            workers=1,
            limits=Limits(seconds=1),
        )
    except LimitReached:
        print("stopped")
    print(f"done so far: {run_status(store).share:.0%}")
    result = resume_run(store, workers=1)
    print(result.count, "tours")
    print(next(run_tours(store)))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(Path(temporary))
