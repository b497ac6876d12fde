"""Questions and answers: boards, pieces, graphs, problems, tours, symmetries.

What most programs need of it is a name of ``caballero`` itself; the kinds of errors are here.
"""

from caballero.machine.lazy import lazily as _lazily

TYPE_CHECKING = False  # typing takes most of the time of this import

if TYPE_CHECKING:
    __all__: list[str]

    from caballero.machine.errors import (
        InvalidBoard as InvalidBoard,
        InvalidGraph as InvalidGraph,
        InvalidPiece as InvalidPiece,
        InvalidPlace as InvalidPlace,
        InvalidProblem as InvalidProblem,
        InvalidSquare as InvalidSquare,
        InvalidTour as InvalidTour,
        InvalidVertex as InvalidVertex,
        UnknownName as UnknownName,
    )
    from caballero.machine.words import Message as Message

    from .symmetry import SymmetryClass as SymmetryClass
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            ".machine.errors": (
                "InvalidBoard InvalidGraph InvalidPiece InvalidPlace InvalidProblem "
                "InvalidSquare InvalidTour InvalidVertex UnknownName"
            ),
            ".machine.words": "Message",
            "symmetry": "SymmetryClass",
        },
    )
