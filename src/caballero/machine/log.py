"""The log of searches, for programs that keep a log.

A line has a name and ``key=value``, for programs as well as people, the same in every language.
Nothing is imported for it: where ``logging`` is not loaded, there is no log to keep.
"""

from __future__ import annotations

import sys
from typing import Literal


def log(level: Literal["debug", "info"], what: str, **data: object) -> None:
    """Write a line to the logger ``caballero``."""
    if (logging := sys.modules.get("logging")) is None:
        return
    logger = logging.getLogger("caballero")
    if logger.isEnabledFor(getattr(logging, level.upper())):
        parts = [f"{k}={v:.3f}" if isinstance(v, float) else f"{k}={v}" for k, v in data.items()]
        getattr(logger, level)("%s %s", what, " ".join(parts))
