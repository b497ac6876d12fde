"""Knight's tours, and Hamiltonian paths in general.

Ask with a :class:`Problem`, get a :class:`Tour`, a reason why there is none, or nothing at all
if a limit came first; and check any of it with :func:`verify`.

>>> import caballero
>>> tour = caballero.find_tour("8x8", start="a1")
>>> len(tour), caballero.verify(tour).valid
(64, True)

The textbook (naive, backtracking, Warnsdorff, traces, comparisons) is ``caballero.teach``;
text formats are ``caballero.formats``, pictures ``caballero.render``.
"""

from .board import Board
from .claim import Claim
from .errors import (
    CaballeroError,
    InvalidBoard,
    InvalidGraph,
    InvalidInput,
    InvalidPiece,
    InvalidProblem,
    InvalidSquare,
    InvalidTour,
    LimitReached,
    NoTour,
    TooLarge,
    UnknownName,
)
from .find import find_tour, solve
from .graph import Graph
from .judge import Fault, Verdict, verify
from .limits import Limits, Progress
from .outcome import (
    Exhausted,
    Found,
    GaveUp,
    Imbalance,
    Impossible,
    Stats,
    Theorem,
    TooFew,
    Unreachable,
)
from .piece import Piece
from .problem import Problem
from .symmetry import Symmetry, SymmetryClass, symmetries
from .tour import Tour
from .words import Message

__version__ = "0.1.0"

__all__ = [
    "Board",
    "CaballeroError",
    "Claim",
    "Exhausted",
    "Fault",
    "Found",
    "GaveUp",
    "Graph",
    "Imbalance",
    "Impossible",
    "InvalidBoard",
    "InvalidGraph",
    "InvalidInput",
    "InvalidPiece",
    "InvalidProblem",
    "InvalidSquare",
    "InvalidTour",
    "LimitReached",
    "Limits",
    "Message",
    "NoTour",
    "Piece",
    "Problem",
    "Progress",
    "Stats",
    "Symmetry",
    "SymmetryClass",
    "Theorem",
    "TooFew",
    "TooLarge",
    "Tour",
    "UnknownName",
    "Unreachable",
    "Verdict",
    "__version__",
    "find_tour",
    "solve",
    "symmetries",
    "verify",
]
