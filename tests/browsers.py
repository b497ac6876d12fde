"""The browser of the tests."""

import os
import shutil

CHROMIUM = (
    os.environ.get("CABALLERO_CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
)
"""The system's browser; the one without windows takes less than half of the time."""
