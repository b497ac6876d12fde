"""``python -m caballero`` is the command line."""

from .cli import main

main()
