"""What a request may look like: the only models, and only at this edge.

Whatever is not described here is refused, and so is a number in quotes: a client that is wrong
learns it at once. What fits may still make no sense (a start that is a hole); that the library
says itself.

Invariants: every list and text is bounded, and so is the number of squares of every board,
before anything is done with them.
"""

from __future__ import annotations

from math import prod
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from . import bounds

Coordinate: TypeAlias = Annotated[int, Field(ge=0, le=bounds.SOLVED)]
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
Move: TypeAlias = Annotated[list[Square], Field(min_length=2, max_length=2)]
Moves: TypeAlias = Annotated[list[Move], Field(max_length=bounds.SOLVED)]
Seconds: TypeAlias = Annotated[
    float,
    Field(gt=0, le=bounds.SECONDS, allow_inf_nan=False, description="When to give up."),
]
Seed: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Strict(BaseModel):
    """Exactly what is described."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Ground(Strict):
    """A board."""

    shape: Annotated[
        list[Annotated[int, Field(ge=1, le=bounds.SOLVED)]],
        Field(min_length=2, max_length=3, description="Rows and columns; layers before them."),
    ]
    holes: Annotated[list[Coordinates], Field(max_length=bounds.SOLVED)] = Field(
        default_factory=list, description="Where there is no square."
    )
    surface: Literal["flat", "cylinder", "torus"] = "flat"


class Clue(Strict):
    """A square whose number is given."""

    square: Square
    number: Annotated[int, Field(ge=1, le=bounds.SOLVED, description="From 1.")]


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

    tour: Squares | Annotated[str, Field(max_length=100_000)]


class HintAsked(Asked):
    """Help with a tour that somebody has begun.

    Strength 1 says whether it can still be finished, 2 looks at every next square, 3 tells the
    move and the rest of a tour.
    """

    most_squares: ClassVar[int] = bounds.HINTED
    model_config = _at_most(bounds.HINTED)

    path: Annotated[list[Square], Field(max_length=bounds.HINTED)]
    strength: Literal[1, 2, 3] = 1
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
    method: Literal["backtracking", "warnsdorff", "warnsdorff-backtracking"] = "backtracking"
    order: Annotated[str, Field(max_length=200)] | None = None
    tie: Annotated[str, Field(max_length=40)] = "order"
    seed: Seed = 0
    limit: Annotated[int, Field(ge=1, le=bounds.STEPS, description="Steps to tell.")] = 10_000


# -- answers: described for whoever reads the schema, made elsewhere -------------------------------


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
    marks: list[list[Any]] | None = Field(
        default=None, description="Squares that the certificate is about, each with its mark."
    )
    stats: dict[str, Any]


class Verified(Answer):
    """Whether it is a tour, and all that is wrong with it."""

    status: Literal["valid", "invalid"]
    message: str
    board: dict[str, Any]
    piece: str
    closed: bool
    faults: list[dict[str, Any]]


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
    marks: list[list[Any]] | None = None
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
