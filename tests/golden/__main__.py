"""Compare the answers of today with the golden files, or write these anew.

``python -m tests.golden`` shows the differences; ``--write`` accepts them. Names of files
(``pieces``, ``help-en``, …) restrict both.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2] / "kernel_build"))

from golden.files import FILES, difference, path_of


def main(arguments: list[str]) -> int:
    """Show the differences, and write them if asked to; return 1 if there are any."""
    writing = "--write" in arguments
    names = [name for name in arguments if name != "--write"] or [*FILES]
    if unknown := [name for name in names if name not in FILES]:
        print(f"no golden file {unknown[0]}; there are {', '.join(FILES)}", file=sys.stderr)
        return 2
    changed = False
    for name in names:
        lines = list(FILES[name]())
        shown = difference(name, lines) if path_of(name).exists() else "new"
        if writing:
            path_of(name).write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
        if shown:
            print(f"--- {name}\n{shown}", flush=True)
            changed = True
    return int(changed and not writing)


sys.exit(main(sys.argv[1:]))
