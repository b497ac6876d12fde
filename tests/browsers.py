"""The browser of the tests."""

from __future__ import annotations

import os
import shutil

CHROMIUM = (
    os.environ.get("CABALLERO_CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
)
"""The system's browser; the one without windows takes less than half of the time."""
