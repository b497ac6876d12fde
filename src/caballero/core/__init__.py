"""The values that every other package uses: boards, pieces, problems, graphs, tours.

Most programs need only the names of ``caballero`` itself. Nothing above is imported here.
"""

from caballero.core.lazy import lazily as _lazily

TYPE_CHECKING = False  # typing takes most of the time of this import

if TYPE_CHECKING:
    __all__: list[str]

    from .errors import (
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
    from .symmetry import SymmetryClass as SymmetryClass
    from .words import Message as Message
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "errors": (
                "InvalidBoard InvalidGraph InvalidPiece InvalidPlace InvalidProblem InvalidSquare "
                "InvalidTour InvalidVertex UnknownName"
            ),
            "symmetry": "SymmetryClass",
            "words": "Message",
        },
    )
