"""The form of requests: the only models, and only at this edge.

An unknown field is refused, and so is a number in quotes, so that a client learns of its mistake
at once. A request of the right form may still be contradictory (a start that is a hole); the
library reports that.

Invariants: every list and text is bounded, and so is the number of squares of every board,
before they are used.
"""

from __future__ import annotations

from math import prod
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from . import bounds


def _read_whole(value: object) -> object:
    """Accept 8.0 as a whole number: JSON has only one kind of number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE: Final = BeforeValidator(_read_whole)
"""The last part of the annotation of a whole number, so that the schema has the bounds."""

Coordinate: TypeAlias = Annotated[int, Field(ge=0, le=bounds.SOLVE_SQUARES), WHOLE]
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
Squares: TypeAlias = Annotated[list[Square], Field(max_length=bounds.SOLVE_SQUARES)]
ClaimedTour: TypeAlias = Squares | Annotated[str, Field(max_length=100_000)]
Move: TypeAlias = Annotated[list[Square], Field(min_length=2, max_length=2)]
Moves: TypeAlias = Annotated[list[Move], Field(max_length=bounds.SOLVE_SQUARES)]
Seconds: TypeAlias = Annotated[
    float,
    Field(gt=0, le=bounds.SEARCH_SECONDS, allow_inf_nan=False, description="When to give up."),
]
Seed: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1), WHOLE]


class Strict(BaseModel):
    """A model that accepts the described fields only, each of its exact type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Ground(Strict):
    """A board."""

    shape: Annotated[
        list[Annotated[int, Field(ge=1, le=bounds.SOLVE_SQUARES), WHOLE]],
        Field(min_length=2, max_length=3, description="Rows and columns; layers before them."),
    ]
    holes: Annotated[list[Coordinates], Field(max_length=bounds.SOLVE_SQUARES)] = Field(
        default_factory=list, description="Where there is no square."
    )
    surface: Literal["flat", "cylinder", "torus"] = "flat"
    grid: (
        Annotated[
            str,
            Field(
                pattern="^(hex|tri)[0-9]{1,2}(x[0-9]{1,2})?$",
                description="The grid of a board of hexagons or triangles, as hex5 or tri4x6.",
            ),
        ]
        | None
    ) = None


def _check_count(board: Ground, most: int) -> None:
    """Refuse a board of more squares, holes included."""
    if (count := prod(board.shape)) > most:
        raise PydanticCustomError("squares_too_many", "too many", {"count": count, "most": most})


class Clue(Strict):
    """A square whose number is given."""

    square: Square
    number: Annotated[int, Field(ge=1, le=bounds.SOLVE_SQUARES, description="From 1."), WHOLE]


def _state_bound(schema: dict[str, Any], model: type[PieceRequest]) -> None:
    """State the bound on squares in the schema; JSON Schema cannot bound a product."""
    schema["description"] += f" At most {model.most_squares} squares, holes included."
    schema["x-most-squares"] = model.most_squares


class PieceRequest(Strict):
    """The fields of every request: the board, the piece, and the kind of tour."""

    model_config = ConfigDict(json_schema_extra=_state_bound)
    most_squares: ClassVar[int] = bounds.SOLVE_SQUARES

    board: Ground
    piece: Annotated[str, Field(max_length=40, pattern="^[A-Za-z0-9,+]+$")] = "knight"
    closed: bool = False

    @model_validator(mode="after")
    def _check_size(self) -> PieceRequest:
        _check_count(self.board, self.most_squares)
        return self


class BoardRequest(PieceRequest):
    """A request with squares and their numbers."""

    start: Square | None = None
    end: Square | None = None
    clues: Annotated[list[Clue], Field(max_length=bounds.SOLVE_SQUARES)] = Field(
        default_factory=list
    )


class ConstrainedRequest(BoardRequest):
    """A request with moves that the tour must use, or must not."""

    forced: Moves = Field(default_factory=list)
    forbidden: Moves = Field(default_factory=list)


class SolveRequest(ConstrainedRequest):
    """Find a tour, or prove that there is none."""

    seconds: Seconds = bounds.DEFAULTS["solve"]["seconds"]
    seed: Seed | None = None


class LongestRequest(ConstrainedRequest):
    """Find the longest path or closed path, which need not visit every square."""

    most_squares: ClassVar[int] = bounds.MOST_SQUARES["longest"]
    seconds: Seconds = bounds.DEFAULTS["longest"]["seconds"]


class VerifyRequest(ConstrainedRequest):
    """Verify a claimed tour: squares in order, or a text as the command line reads it."""

    tour: ClaimedTour
    shown: bool = Field(
        default=False,
        description="Take the board from the tour, and piece and kind if it has them.",
    )


class StatisticsRequest(BoardRequest):
    """Compute the statistics of a tour."""

    tour: ClaimedTour


class PictureRequest(BoardRequest):
    """Draw a tour as a file; a GIF shows how it grows."""

    tour: ClaimedTour
    format: Literal["svg", "png", "gif"] = bounds.DEFAULTS["picture"]["format"]
    style: Literal["path", "numbers", "arrows", "thread", "colours", "symmetry", "mosaic"] = "path"
    theme: Literal["light", "dark", "wood", "print"] = "light"
    width: Annotated[int, Field(ge=40, le=bounds.WIDTH, description="Pixels."), WHOLE] | None = None
    numbers: bool | None = Field(default=None, description="As the style does, unless given.")
    fps: Annotated[
        float, Field(ge=0.5, le=25, allow_inf_nan=False, description="Of a GIF, moves a second.")
    ] = 8.0


class HintRequest(BoardRequest):
    """Help with a tour in progress.

    Strength 1 says whether it can still be finished, 2 examines every next square, 3 shows the move
    and the rest of a tour.
    """

    most_squares: ClassVar[int] = bounds.MOST_SQUARES["hint"]
    path: Annotated[list[Square], Field(max_length=bounds.MOST_SQUARES["hint"])]
    strength: Annotated[Literal[1, 2, 3], WHOLE] = bounds.DEFAULTS["hint"]["strength"]
    seconds: Seconds = bounds.DEFAULTS["hint"]["seconds"]


class PuzzleRequest(PieceRequest):
    """Make a puzzle with exactly one solution.

    Without seconds the same request has the same answer on every machine, or none in time.
    """

    most_squares: ClassVar[int] = bounds.MOST_SQUARES["puzzle"]
    kind: Literal["numbers", "zip", "rikudo"] = Field(
        default=bounds.DEFAULTS["puzzle"]["kind"],
        description="Give numbers of squares; waypoints, an order of squares, and walls; or "
        "numbers and forced moves.",
    )
    level: Literal["easy", "medium", "hard", "expert"] | None = Field(
        default=None,
        description="How hard; without one, no clue but the ends (or no pair) can be spared.",
    )
    symmetric: bool = Field(
        default=False, description="The squares of the clues look the same after half a turn."
    )
    seed: Seed = bounds.DEFAULTS["puzzle"]["seed"]
    seconds: Seconds | None = Field(
        default=None, description="When to stop taking clues away; more are left then."
    )


class StepRequest(BoardRequest):
    """Explain the next step in a puzzle, or a number that is not at a square.

    The clues are all numbers so far; of a puzzle with waypoints, the path is what is drawn so far,
    and the steps lead to its next move.
    """

    most_squares: ClassVar[int] = bounds.MOST_SQUARES["puzzle/hint"]
    waypoints: Annotated[list[Square], Field(max_length=bounds.MOST_SQUARES["puzzle/hint"])] = (
        Field(default_factory=list)
    )
    forced: Moves = Field(default_factory=list, description="The diamonds of a Rikudo.")
    forbidden: Moves = Field(default_factory=list, description="Walls, too.")
    path: Annotated[list[Square], Field(max_length=bounds.MOST_SQUARES["puzzle/hint"])] = Field(
        default_factory=list
    )
    supposed: Clue | None = Field(
        default=None, description="A number at a square: say why it is not there."
    )


class CountRequest(ConstrainedRequest):
    """Count the tours, exactly."""

    most_squares: ClassVar[int] = bounds.MOST_SQUARES["count"]
    directed: bool = False
    up_to_symmetry: bool = False
    seconds: Seconds = bounds.DEFAULTS["count"]["seconds"]


class KnownRequest(BoardRequest):
    """Look up the published counts."""


class TaughtRequest(BoardRequest):
    """A request about a search of the textbook."""

    most_squares: ClassVar[int] = bounds.MOST_SQUARES["trace"]
    forbidden: Moves = Field(default_factory=list)
    method: Literal[
        "naive", "backtracking", "warnsdorff", "warnsdorff-backtracking", "branch-and-bound"
    ] = bounds.DEFAULTS["trace"]["method"]
    order: Annotated[str, Field(max_length=200)] | None = None
    tie: Annotated[str, Field(max_length=40)] = "order"
    strategy: Literal["lifo", "fifo", "least"] = Field(
        default="least", description="Of branch and bound: the live node to expand next."
    )
    bounded: Literal["none", "made", "ahead"] = Field(
        default="ahead", description="Of branch and bound: the bound of a path."
    )
    cost: Literal["turns", "distance", "climb"] = Field(
        default="turns", description="What branch and bound minimizes."
    )
    seed: Seed = 0

    @model_validator(mode="after")
    def _check_bounded_size(self) -> TaughtRequest:
        if self.method == "branch-and-bound":
            _check_count(self.board, bounds.BOUNDED_SQUARES)
        return self


class TraceRequest(TaughtRequest):
    """Stream a search step by step."""

    limit: Annotated[
        int, Field(ge=1, le=bounds.STEPS, description="The most steps to send."), WHOLE
    ] = bounds.DEFAULTS["trace"]["limit"]
    skip: Annotated[
        int, Field(ge=0, le=bounds.STEPS, description="Steps to leave out at the beginning."), WHOLE
    ] = 0


class TreeRequest(TaughtRequest):
    """Return the tree of a search; large branches are folded."""

    most_squares: ClassVar[int] = bounds.MOST_SQUARES["tree"]
    below: Annotated[
        list[Square],
        Field(
            max_length=bounds.MOST_SQUARES["tree"],
            description="Open the branch below these first squares.",
        ),
    ] = Field(default_factory=list)
    seconds: Seconds = bounds.DEFAULTS["tree"]["seconds"]


# -- a race ---------------------------------------------------------------------------------------

Secret: TypeAlias = Annotated[str, Field(max_length=64)]
Written: TypeAlias = Annotated[str, Field(max_length=100)]


class RaceRequest(BoardRequest):
    """Open a race on a board."""

    most_squares: ClassVar[int] = bounds.MOST_SQUARES["race"]
    key: Secret = Field(description="That of the teacher.")
    again: bool = Field(default=False, description="Keep the pupils of the race before.")


class RaceLead(Strict):
    """Lead a race, or only look at it."""

    key: Secret = Field(description="That of the teacher.")
    act: Literal["look", "start", "end", "remove"] = "look"
    name: Written = Field(default="", description="That of the pupil to remove.")


class RaceName(Strict):
    """Join a race."""

    name: Written = Field(description=f"At most {bounds.NAME} characters.")


class RacePupil(Strict):
    """Look at a race, as a pupil or from outside."""

    pupil: Secret | None = Field(default=None, description="What the answer to “join” said.")


class RaceMove(Strict):
    """Send all squares that a pupil has visited."""

    pupil: Secret
    round: Annotated[int, Field(ge=1, le=2**31 - 1, description="Of the race."), WHOLE]
    path: Annotated[list[Square], Field(max_length=bounds.MOST_SQUARES["race"])]


# -- answers: models that describe them; other modules make them -----------------------------------


Marks: TypeAlias = Annotated[
    list[list[Any]], Field(description="Squares that the certificate is about, each with its mark.")
]
Legend: TypeAlias = Annotated[
    list[list[str]],
    Field(description="Each mark, or the first and last of several, and what it means."),
]


class ArgumentLine(BaseModel):
    """A reason: what to do or see, and why, with the squares and moves that it means."""

    text: str
    short: str = Field(description="What to do or see, without the reason.")
    marks: Marks
    legend: Legend
    used: list[list[list[int]]] = Field(description="Moves that every tour uses from here on.")
    out: list[list[list[int]]] = Field(description="Moves that no tour can use.")


Argument: TypeAlias = Annotated[
    list[ArgumentLine], Field(description="The whole reason; the last line is the contradiction.")
]


class Answer(BaseModel):
    """The fields of every answer."""

    caballero: Literal[1]
    status: str


class SolveAnswer(Answer):
    """A tour, or a certificate that there is none."""

    status: Literal["found", "impossible"]
    board: dict[str, Any]
    piece: str
    closed: bool
    tour: list[list[int]] | None = None
    certificate: dict[str, Any] | None = None
    marks: Marks | None = None
    legend: Legend | None = None
    argument: Argument | None = None
    stats: dict[str, Any]


class LongestAnswer(Answer):
    """The longest path, or the longest so far, and a bound for all of them."""

    status: Literal["longest"]
    message: str
    board: dict[str, Any]
    piece: str
    closed: bool
    visited: int
    bound: int
    optimal: bool = Field(description="Whether it is proved that none visits more.")
    squares: list[list[int]] = Field(description="The path; empty if there is none.")


class VerifyAnswer(Answer):
    """Whether a claimed tour is valid, and all its faults."""

    status: Literal["valid", "invalid"]
    message: str
    board: dict[str, Any]
    piece: str
    closed: bool
    faults: list[dict[str, Any]]
    line: list[list[Any]] = Field(description="Numbers, and the squares where they stand.")


class StatisticsAnswer(Answer):
    """The statistics of a tour; null where a value has no meaning, or takes too long."""

    status: Literal["statistics"]
    statistics: dict[str, Any]


class Candidate(BaseModel):
    """A next square."""

    square: list[int]
    name: str
    exits: int = Field(description="Moves on to unvisited squares.")
    finishable: bool | None
    message: str


class HintAnswer(Answer):
    """Whether the tour can still be finished (null: unknown), and how."""

    status: Literal["hint"]
    finishable: bool | None
    message: str
    short: str = Field(description="The message without its reason.")
    certificate: dict[str, Any] | None = None
    marks: Marks | None = None
    legend: Legend | None = None
    argument: Argument | None = None
    candidates: list[Candidate] | None = None
    why: str | None = Field(default=None, description="Why this move.")
    move: list[int] | None = None
    rest: list[list[int]] | None = None


class PuzzleAnswer(Answer):
    """A puzzle with its solution, or the reason why the board has no tour."""

    status: Literal["made", "impossible"]
    board: dict[str, Any] | None = None
    piece: str | None = None
    closed: bool | None = None
    clues: list[list[Any]] | None = Field(default=None, description="Squares and their numbers.")
    waypoints: list[list[int]] | None = Field(
        default=None, description="Of a Zip, the squares that the tour visits in this order."
    )
    walls: list[list[list[int]]] | None = Field(
        default=None, description="Of a Zip, the moves that its walls forbid."
    )
    forced: list[list[list[int]]] | None = Field(
        default=None, description="Of a Rikudo, the moves of its diamonds."
    )
    tour: list[list[int]] | None = None
    grade: Literal["easy", "medium", "hard", "expert"] | None = None
    minimal: bool | None = Field(
        default=None,
        description="Whether no clue but the ends can be spared; if symmetric, no pair of clues.",
    )
    trials: int | None = Field(default=None, description="How often no rule but a trial leads on.")
    certificate: dict[str, Any] | None = None


class Step(ArgumentLine):
    """A step of a solution."""

    rule: str
    found: tuple[list[int], int] | None = Field(description="The square and number that it finds.")


class StepAnswer(Answer):
    """The next steps in a puzzle, up to the next number."""

    status: Literal["step"]
    steps: list[Step]


class CountAnswer(Answer):
    """A count, as text because it may be large, and its convention."""

    status: Literal["counted"]
    count: str
    convention: str


class KnownAnswer(Answer):
    """Published counts of this board."""

    status: Literal["known"]
    known: list[dict[str, Any]]


class Branch(BaseModel):
    """A node of a search with all below it."""

    parent: int = Field(description="The number of the branch that it grows from; -1: none.")
    name: str
    square: list[int]
    state: Literal["tour", "open", "dead"] = Field(description="Open: the search stopped there.")
    nodes: int = Field(description="Its nodes, itself included.")
    hidden: int = Field(description="Those below it that are on no branch of the answer.")
    ends: dict[str, int] = Field(description="How often the search turned back on it, by kind.")


class TreeAnswer(Answer):
    """The tree of a search, up to its first tour, its end, or a limit."""

    status: Literal["tree"]
    board: dict[str, Any]
    piece: str
    closed: bool
    method: str
    branches: list[Branch]


class Runner(BaseModel):
    """A pupil in a race, as the teacher sees it."""

    name: str
    number: int = Field(description="Of the square where the pupil is.")
    finished: float | None = Field(description="Seconds after the start.")


class OwnPart(BaseModel):
    """A pupil's own part in a race."""

    name: str
    path: list[list[int]]
    finished: float | None = Field(description="Seconds after the start.")
    place: int


class RaceAnswer(Answer):
    """A race: the teacher sees the pupils, a pupil the own part."""

    status: Literal["none", "open", "running", "over"]
    round: int
    seconds: float = Field(description="Since the start.")
    count: int = Field(description="Of pupils.")
    problem: dict[str, Any] | None = None
    pupils: list[Runner] | None = Field(default=None, description="The first one first.")
    own: OwnPart | None = None
    pupil: str | None = Field(default=None, description="What moves need; a secret of the pupil.")


class Refusal(BaseModel):
    """Why there is no answer."""

    caballero: Literal[1]
    status: Literal["refused", "gave-up"]
    code: str = Field(description="The same in every language.")
    message: str = Field(description="A sentence in the reader's language.")
    limit: str | None = Field(default=None, description="Which limit was reached.")
    faults: list[dict[str, str]] | None = None


class About(Answer):
    """The version, languages and status of the server, and its URLs for other machines.

    `site` says whether the page whose Python is in the browser is at ``/site/``.
    """

    status: Literal["ready"]
    version: str
    languages: list[str]
    addresses: list[str]
    site: bool
