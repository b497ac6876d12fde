"""What a request may look like: the only models, and only at this edge.

Whatever is not described here is refused, and so is a number in quotes: a client that is wrong
learns it at once. What fits may still make no sense (a start that is a hole); that the library
says itself.

Invariants: every list and text is bounded, and so is the number of squares of every board,
before anything is done with them.
"""

from __future__ import annotations

from math import prod
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from . import bounds


def _whole(value: object) -> object:
    """8.0 is a whole number, too: JSON knows but one kind of numbers."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE: Final = BeforeValidator(_whole)
"""At the end of what is said of a whole number, so that the schema tells its bounds."""

Coordinate: TypeAlias = Annotated[int, Field(ge=0, le=bounds.SOLVED), WHOLE]
Coordinates: TypeAlias = Annotated[
    list[Coordinate],
    Field(min_length=2, max_length=3, description="Row and column from 0 at the top left."),
]
Name: TypeAlias = Annotated[
    str,
    Field(
        min_length=2,
        max_length=16,
        pattern="^([A-Za-z]{1,3}[0-9]{1,4}|[0-9]{1,4}(,[0-9]{1,4}){1,2})$",
        description="As a1, or 0,0.",
    ),
]
Square: TypeAlias = Coordinates | Name
Squares: TypeAlias = Annotated[list[Square], Field(max_length=bounds.SOLVED)]
Written: TypeAlias = Squares | Annotated[str, Field(max_length=100_000)]
Move: TypeAlias = Annotated[list[Square], Field(min_length=2, max_length=2)]
Moves: TypeAlias = Annotated[list[Move], Field(max_length=bounds.SOLVED)]
Seconds: TypeAlias = Annotated[
    float,
    Field(gt=0, le=bounds.SECONDS, allow_inf_nan=False, description="When to give up."),
]
Seed: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1), WHOLE]


class Strict(BaseModel):
    """Exactly what is described."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Ground(Strict):
    """A board."""

    shape: Annotated[
        list[Annotated[int, Field(ge=1, le=bounds.SOLVED), WHOLE]],
        Field(min_length=2, max_length=3, description="Rows and columns; layers before them."),
    ]
    holes: Annotated[list[Coordinates], Field(max_length=bounds.SOLVED)] = Field(
        default_factory=list, description="Where there is no square."
    )
    surface: Literal["flat", "cylinder", "torus"] = "flat"


class Clue(Strict):
    """A square whose number is given."""

    square: Square
    number: Annotated[int, Field(ge=1, le=bounds.SOLVED, description="From 1."), WHOLE]


class Asked(Strict):
    """What every question says: the board, the piece, and what is wanted of the tour."""

    most_squares: ClassVar[int] = bounds.SOLVED

    board: Ground
    piece: Annotated[str, Field(max_length=40, pattern="^[A-Za-z0-9,+]+$")] = "knight"
    closed: bool = False
    start: Square | None = None
    end: Square | None = None
    clues: Annotated[list[Clue], Field(max_length=bounds.SOLVED)] = Field(default_factory=list)

    @model_validator(mode="after")
    def _is_small(self) -> Asked:
        count = prod(self.board.shape)
        if count > self.most_squares:
            raise PydanticCustomError(
                "squares_too_many", "too many", {"count": count, "most": self.most_squares}
            )
        return self


def _at_most(squares: int) -> ConfigDict:
    """Tell the bound on squares in the schema; JSON Schema has no word for a product."""

    def add(schema: dict[str, Any]) -> None:
        schema["description"] += f" At most {squares} squares, holes included."
        schema["x-most-squares"] = squares

    return ConfigDict(json_schema_extra=add)


class Wished(Asked):
    """Moves that the tour must use, or must not."""

    forced: Moves = Field(default_factory=list)
    forbidden: Moves = Field(default_factory=list)


class SolveAsked(Wished):
    """Find a tour, or prove that there is none."""

    model_config = _at_most(bounds.SOLVED)

    seconds: Seconds = 5.0
    seed: Seed = 0


class VerifyAsked(Wished):
    """Judge a claimed tour: squares in order, or a text as the command line reads it."""

    model_config = _at_most(bounds.SOLVED)

    tour: Written
    shown: bool = Field(
        default=False,
        description="Take the board from the tour, and piece and kind if it says them.",
    )


class StatisticsAsked(Asked):
    """Count what can be counted about a tour."""

    model_config = _at_most(bounds.SOLVED)

    tour: Written


class PictureAsked(Asked):
    """Draw a tour as a file; a GIF shows how it grows."""

    model_config = _at_most(bounds.SOLVED)

    tour: Written
    format: Literal["svg", "png", "gif"] = "svg"
    style: Literal["path", "numbers", "arrows", "thread", "colours", "symmetry", "mosaic"] = "path"
    theme: Literal["light", "dark", "wood", "print"] = "light"
    width: Annotated[int, Field(ge=40, le=bounds.WIDTH, description="Pixels."), WHOLE] | None = None
    numbers: bool | None = Field(default=None, description="As the style does, unless given.")
    fps: Annotated[
        float, Field(ge=0.5, le=25, allow_inf_nan=False, description="Of a GIF, moves a second.")
    ] = 8.0


class HintAsked(Asked):
    """Help with a tour that somebody has begun.

    Strength 1 says whether it can still be finished, 2 looks at every next square, 3 tells the
    move and the rest of a tour.
    """

    most_squares: ClassVar[int] = bounds.HINTED
    model_config = _at_most(bounds.HINTED)

    path: Annotated[list[Square], Field(max_length=bounds.HINTED)]
    strength: Annotated[Literal[1, 2, 3], WHOLE] = 1
    seconds: Seconds = 2.0


class CountAsked(Wished):
    """Count the tours, exactly."""

    most_squares: ClassVar[int] = bounds.COUNTED
    model_config = _at_most(bounds.COUNTED)

    directed: bool = False
    up_to_symmetry: bool = False
    seconds: Seconds = 5.0


class KnownAsked(Asked):
    """Look up the published counts."""

    model_config = _at_most(bounds.SOLVED)


class TraceAsked(Asked):
    """Tell a search step by step."""

    most_squares: ClassVar[int] = bounds.TRACED
    model_config = _at_most(bounds.TRACED)

    forbidden: Moves = Field(default_factory=list)
    method: Literal["naive", "backtracking", "warnsdorff", "warnsdorff-backtracking"] = (
        "backtracking"
    )
    order: Annotated[str, Field(max_length=200)] | None = None
    tie: Annotated[str, Field(max_length=40)] = "order"
    seed: Seed = 0
    limit: Annotated[int, Field(ge=1, le=bounds.STEPS, description="Steps to tell."), WHOLE] = (
        10_000
    )
    skip: Annotated[
        int,
        Field(ge=0, le=bounds.STEPS, description="Steps to leave out before those to tell."),
        WHOLE,
    ] = 0


# -- answers: described for whoever reads the schema, made elsewhere -------------------------------


Marks: TypeAlias = Annotated[
    list[list[Any]],
    Field(description="Squares that the certificate is about, each with its mark."),
]
Legend: TypeAlias = Annotated[
    list[list[str]],
    Field(description="Each mark, or the first and last of several, and what it means."),
]


class Answer(BaseModel):
    """What every answer has."""

    caballero: Literal[1]
    status: str


class Solved(Answer):
    """A tour, or a certificate that there is none."""

    status: Literal["found", "impossible"]
    board: dict[str, Any]
    piece: str
    closed: bool
    tour: list[list[int]] | None = None
    certificate: dict[str, Any] | None = None
    marks: Marks | None = None
    legend: Legend | None = None
    stats: dict[str, Any]


class Verified(Answer):
    """Whether it is a tour, and all that is wrong with it."""

    status: Literal["valid", "invalid"]
    message: str
    board: dict[str, Any]
    piece: str
    closed: bool
    faults: list[dict[str, Any]]
    line: list[list[Any]] = Field(description="Numbers, and the squares where they stand.")


class Looked(Answer):
    """What can be counted about a tour; null where it has no meaning, or takes too long."""

    status: Literal["statistics"]
    statistics: dict[str, Any]


class Candidate(BaseModel):
    """A next square."""

    square: list[int]
    name: str
    exits: int = Field(description="Moves on to unvisited squares.")
    finishable: bool | None
    message: str


class Hinted(Answer):
    """Whether the tour can still be finished (null: not known), and how."""

    status: Literal["hint"]
    finishable: bool | None
    message: str
    certificate: dict[str, Any] | None = None
    marks: Marks | None = None
    legend: Legend | None = None
    candidates: list[Candidate] | None = None
    move: list[int] | None = None
    rest: list[list[int]] | None = None


class Counted(Answer):
    """A number, as text, for it may be large, and what it counts."""

    status: Literal["counted"]
    count: str
    convention: str


class KnownAnswer(Answer):
    """Published counts of this board."""

    status: Literal["known"]
    known: list[dict[str, Any]]


class Refusal(BaseModel):
    """Why there is no answer."""

    caballero: Literal[1]
    status: Literal["refused", "gave-up"]
    code: str = Field(description="The same in every language.")
    message: str = Field(description="A sentence in the reader's language.")
    limit: str | None = Field(default=None, description="Which limit was reached.")
    faults: list[dict[str, str]] | None = None


class About(Answer):
    """What answers here."""

    status: Literal["ready"]
    version: str
    languages: list[str]
