"""A little of everything, for an installation that has nothing but Caballero: no pytest, no tests.

It prints ``compiled`` or ``plain``: which form of the kernels ran.
"""

import subprocess
import sys

import caballero
from caballero.machine.kernel import is_compiled
from caballero.teaching import solve_backtracking, solve_warnsdorff


def output(*arguments: str) -> str:
    """Return what a command prints."""
    command = [sys.executable, "-m", "caballero", *arguments]
    return subprocess.run(command, stdout=-1, stderr=-1, check=True, encoding="utf-8").stdout


tour = caballero.find_tour("8x8", closed=True)
assert tour is not None
assert caballero.verify(tour).valid
assert isinstance(caballero.solve(caballero.Problem("4x4")), caballero.Impossible)
assert caballero.count_tours("3x8").value == 396
assert sum(1 for _ in caballero.iter_tours("3x8")) == 396
assert caballero.tour_space("5x5").total == 864
assert solve_backtracking(caballero.Problem(5, start="0,0"), "puc").stats.nodes == 41
assert isinstance(solve_warnsdorff(caballero.Problem(8), tie="roth"), caballero.Found)
assert output("count", "5", "--lang", "es").strip() == "864"
assert len(output("list", "3x10", "--closed", "--format", "moves").split()) == 16 * 30
assert "<svg" in output("tour", "8", "--format", "svg")
print("compiled" if is_compiled() else "plain")
