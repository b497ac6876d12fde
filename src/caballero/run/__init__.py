"""Long work in shards: begun, killed, resumed, shared out, and checked in the end.

``start_run`` begins a run in a folder, its *store*, and ``resume_run`` goes on with it
(``running``); whoever works is any ``concurrent.futures.Executor`` (``workers``). ``ledger``
remembers which shard is in which state, ``tasks`` says what a shard is and does one, ``session``
lends them, and ``store`` sees to the folder.
"""

from .running import (
    RunStatus,
    collect_run,
    resume_run,
    run_status,
    run_tours,
    start_run,
    verify_run,
)
from .session import RunResult

__all__ = [
    "RunResult",
    "RunStatus",
    "collect_run",
    "resume_run",
    "run_status",
    "run_tours",
    "start_run",
    "verify_run",
]
