"""A race of a class on a board: who is how far.

The teacher, who has the key, opens a race, starts it and ends it; pupils join with a name. The
judge looks at each path that they send. Without a key the server has none of these paths.

Invariants: names are in memory only; there are at most ``bounds.PUPILS``, each with at most one
path; only the teacher sees all names, and a board is seen by pupils once the race has begun.
"""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from secrets import compare_digest, token_urlsafe
from typing import Any, Final, cast

from fastapi import FastAPI
from fastapi.responses import JSONResponse, RedirectResponse, Response

from caballero.formats.write import VERSION
from caballero.machine.words import Message, short
from caballero.model.board import Square
from caballero.model.problem import Problem
from caballero.proof.judge import verify

from . import bounds, models
from .refusals import Refused
from .tasks import Json, problem_of, square_on

ON_THE_WAY: Final = frozenset({"fault-unfinished", "fault-not-closed"})
"""The only faults of a path that breaks no rule."""

CONSEQUENCES: Final = frozenset({"fault-length", "never-visited"})
"""Faults of every path that is not whole: of a path that breaks a rule, another is reported."""


@dataclass(frozen=True, slots=True)
class Pupil:
    """A pupil: what was visited, when it became so much, and when it was a tour."""

    name: str
    path: tuple[Square, ...]
    reached: float = 0.0
    finished: float | None = None

    @property
    def rank(self) -> tuple[float, int, float]:
        """Who has less is before others: first by finishing, then by squares."""
        done = float("inf") if self.finished is None else self.finished
        return done, -len(self.path), self.reached


@dataclass(frozen=True, slots=True)
class Round:
    """A board, as it was requested, and the times of its start and its end."""

    number: int
    request: Json
    problem: Problem
    begun: float | None = None
    ended: float | None = None

    @property
    def status(self) -> str:
        """What happens: it is open to join, it runs, or it is over."""
        if self.begun is None:
            return "open"
        return "running" if self.ended is None else "over"

    @property
    def first(self) -> tuple[Square, ...]:
        """The squares that everyone has visited before the first move."""
        start = self.problem.start
        return () if start is None else (cast(Square, start),)


class Race:
    """The race of a server: its present round and the pupils, by their tokens.

    >>> race = Race("key")
    >>> race.open({"board": {"shape": [3, 4]}})
    >>> ana = race.join("Ana")
    >>> race.start()
    >>> race.move(ana, 1, [(2, 0), (0, 1)], finished=False)
    >>> [(pupil["name"], pupil["number"]) for pupil in race.all_of_it()["pupils"]]
    [('Ana', 2)]
    """

    def __init__(self, key: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._key = key
        self._clock = clock
        self._round: Round | None = None
        self._pupils: dict[str, Pupil] = {}

    # -- the teacher -----------------------------------------------------------------------------

    def check(self, key: str) -> None:
        """Refuse a wrong key."""
        if not compare_digest(key.encode(), self._key.encode()):
            raise Refused(403, Message("web-race-key"))

    def open(self, request: Json, *, again: bool = False) -> None:
        """Open a race on a board; `again` keeps the pupils of the last race."""
        problem = problem_of(request)
        number = self._round.number + 1 if self._round else 1
        now = self._round = Round(number, request, problem)
        kept = self._pupils.items() if again else ()
        self._pupils = {token: Pupil(pupil.name, now.first) for token, pupil in kept}

    def start(self) -> None:
        """Start it, unless it has begun."""
        now = self._opened()
        if now.begun is None:
            self._round = replace(now, begun=self._clock())

    def end(self) -> None:
        """End it, unless it is over, or has not begun."""
        now = self._opened()
        if now.status == "running":
            self._round = replace(now, ended=self._clock())

    def remove(self, name: str) -> None:
        """Let the pupil of this name join anew, under another."""
        self._pupils = {token: pupil for token, pupil in self._pupils.items() if pupil.name != name}

    def all_of_it(self) -> Json:
        """Return the teacher's view: the pupils in their order."""
        seen = self._outline()
        if self._round is None:
            return seen
        pupils = [
            {"name": pupil.name, "number": len(pupil.path), "finished": pupil.finished}
            for pupil in sorted(self._pupils.values(), key=lambda pupil: pupil.rank)
        ]
        return {**seen, "problem": self._round.request, "pupils": pupils}

    # -- the pupils ------------------------------------------------------------------------------

    def join(self, name: str) -> str:
        """Let a pupil join; return the token that moves need."""
        now = self._opened()
        name = " ".join(unicodedata.normalize("NFKC", name).split())
        if not name or not name.isprintable() or len(name) > bounds.NAME:
            raise Refused(422, Message("web-race-name", {"name": short(name), "most": bounds.NAME}))
        if name.casefold() in {pupil.name.casefold() for pupil in self._pupils.values()}:
            raise Refused(409, Message("web-race-taken", {"name": name}))
        if len(self._pupils) >= bounds.PUPILS:
            raise Refused(409, Message("web-race-full", {"most": bounds.PUPILS}))
        token = token_urlsafe(12)
        self._pupils[token] = Pupil(name, now.first, self._seconds())
        return token

    def pupil(self, token: str) -> Pupil:
        """Return a pupil; refuse an unknown token."""
        if token not in self._pupils:
            raise Refused(404, Message("web-race-pupil"))
        return self._pupils[token]

    def running(self, number: int) -> Round:
        """Return the round of this number; refuse it unless it runs."""
        now = self._opened()
        if now.number != number or now.status != "running":
            raise Refused(409, Message("web-race-rests"))
        return now

    def move(self, token: str, number: int, path: Sequence[Square], *, finished: bool) -> None:
        """Note the path of a pupil, which was judged; who has finished stays so."""
        self.running(number)
        pupil = self.pupil(token)
        if pupil.finished is None:
            now = self._seconds()
            done = now if finished else None
            self._pupils[token] = replace(pupil, path=tuple(path), reached=now, finished=done)

    def own_part(self, token: str | None) -> Json:
        """Return the view of a pupil, or before joining: the others are only counted."""
        seen = self._outline()
        if self._round is None or token is None:
            return seen
        pupil = self.pupil(token)
        place = 1 + sum(other.rank < pupil.rank for other in self._pupils.values())
        own = {"name": pupil.name, "path": pupil.path, "finished": pupil.finished, "place": place}
        board = {} if self._round.begun is None else {"problem": self._round.request}
        return {**seen, **board, "own": own}

    # -- both ------------------------------------------------------------------------------------

    def _opened(self) -> Round:
        """Return the round; refuse if there is none."""
        if self._round is None:
            raise Refused(409, Message("web-race-none"))
        return self._round

    def _seconds(self) -> float:
        """Return the time since the start, up to the end."""
        now = self._round
        if now is None or now.begun is None:
            return 0.0
        return (self._clock() if now.ended is None else now.ended) - now.begun

    def _outline(self) -> Json:
        now = self._round
        return {
            "caballero": VERSION,
            "status": now.status if now else "none",
            "round": now.number if now else 0,
            "seconds": self._seconds(),
            "count": len(self._pupils),
        }


def is_finished(problem: Problem, path: Sequence[Square]) -> bool:
    """Return whether a path is a tour; refuse a path that breaks a rule."""
    faults = verify(path, problem).faults if path else ()
    wrong = [fault for fault in faults if fault.code not in ON_THE_WAY]
    if wrong:
        causes = [fault for fault in wrong if fault.code not in CONSEQUENCES]
        raise Refused(422, (causes or wrong)[0].message)
    return bool(path) and not faults


def add_race(app: FastAPI, key: str, refusals: dict[int | str, dict[str, Any]]) -> None:
    """Add the paths of a race that only those with the key can lead."""
    race = Race(key)
    more = {
        404: {"model": models.Refusal, "description": "The pupil is not in the race."},
        409: {"model": models.Refusal, "description": "The race does not allow this now."},
    }
    described: Any = {"response_model": models.RaceAnswer, "responses": refusals | more}

    @app.post("/api/race/open", **described)
    async def open_race(body: models.RaceRequest) -> Any:
        """Open a race on a board."""
        race.check(body.key)
        wanted = body.model_dump(exclude_none=True, exclude={"key", "again"})
        race.open(wanted, again=body.again)
        return JSONResponse(race.all_of_it())

    @app.post("/api/race/lead", **described)
    async def lead(body: models.RaceLead) -> Any:
        """Start the race, end it, remove a pupil, or only look; the answer has all names."""
        race.check(body.key)
        match body.act:
            case "start":
                race.start()
            case "end":
                race.end()
            case "remove":
                race.remove(body.name)
        return JSONResponse(race.all_of_it())

    @app.post("/api/race/join", **described)
    async def join(body: models.RaceName) -> Any:
        """Join the race."""
        token = race.join(body.name)
        return JSONResponse({**race.own_part(token), "pupil": token})

    @app.post("/api/race/look", **described)
    async def look(body: models.RacePupil) -> Any:
        """Return the race as a pupil sees it."""
        return JSONResponse(race.own_part(body.pupil))

    @app.post("/api/race/move", **described)
    async def move(body: models.RaceMove) -> Any:
        """Note how far a pupil is."""
        race.pupil(body.pupil)
        problem = race.running(body.round).problem
        path = [square_on(problem.board, square) for square in body.path]
        finished = await asyncio.to_thread(is_finished, problem, path)
        race.move(body.pupil, body.round, path, finished=finished)
        return JSONResponse(race.own_part(body.pupil))

    @app.get("/race", include_in_schema=False)
    async def short_address() -> Response:
        return RedirectResponse("/#race")  # easier to type
