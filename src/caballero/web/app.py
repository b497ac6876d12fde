"""The application: the paths of the API, the page, and what joins them to the work.

What takes time is done by the pools (:mod:`.jobs`): one for searches, counts and pictures,
another one for hints and statistics, so that somebody who plays need not wait for somebody who
searches. What is linear is done at once, in a thread.

Invariants: every answer under ``/api`` has a form that ``/api/openapi.json`` describes: JSON, but
for pictures, and traces, which are streams; nothing is served but what this package brings.
"""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Literal

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect

from caballero import __version__
from caballero.errors import CaballeroError
from caballero.formats.write import VERSION
from caballero.words import LANGUAGES, Message, short

from . import bounds, models, tasks
from .guard import Guard
from .jobs import Gone, Pool, Seats, unless_gone
from .refusals import NOT_ALLOWED, NOT_FOUND, Refused, language_of, malformed
from .trace import steps_of, told

STATIC: Final = Path(__file__).with_name("static")

TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
"""Said here, because what systems believe of .js differs, and a wrong type is not run."""

REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": models.Refusal, "description": "Not a name of this server."},
    403: {"model": models.Refusal, "description": "Sent by another page."},
    408: {"model": models.Refusal, "description": "It did not arrive."},
    413: {"model": models.Refusal, "description": f"More than {bounds.BODY} bytes."},
    422: {"model": models.Refusal, "description": "It cannot be read, or makes no sense."},
    429: {"model": models.Refusal, "description": "Too much is going on; see Retry-After."},
    504: {"model": models.Refusal, "description": "A limit of time or memory came first."},
}

CALM: Final = "status=200"
"""What the page prefers."""

FILES: Final = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
"""The types of pictures."""

PICTURES: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "The picture.",
        "content": {
            kind: {"schema": {"type": "string", "format": "binary"}} for kind in FILES.values()
        },
    }
}

LONGEST: Final = {"statistics": bounds.LOOKING, "picture": bounds.DRAWING}
"""How many seconds a task may take whose asker does not say."""

EVENT: Final = {
    "type": "object",
    "properties": {
        "event": {"type": "string", "enum": ["steps", "end"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}
"""What OpenAPI 3.2 says of an event in a stream."""

Lang = Literal["en", "es"]


def make_app(
    names: Iterable[str] = ("localhost",),
    *,
    workers: int = bounds.WORKERS,
    embedders: Iterable[str] = (),
) -> FastAPI:
    """Make the application.

    Parameters
    ----------
    names, embedders : iterable of str
        What this machine is called, and whose pages may show this one; see
        :class:`caballero.web.guard.Guard`.
    workers : int
        How many processes search, count and draw, and how many more give hints and statistics.

    Examples
    --------
    >>> from caballero.web.app import make_app
    >>> sorted(make_app().openapi()["paths"])[:3]
    ['/api/about', '/api/count', '/api/hint']
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # They take turns with the thread that answers: more would do no more, and hold it up.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(bounds.THREADS))
        app.state.searching = Pool(workers, Seats(bounds.JOBS, bounds.JOBS_EACH))
        app.state.hinting = Pool(workers, Seats(bounds.JOBS, bounds.JOBS_EACH))
        app.state.streams = Seats(bounds.STREAMS, bounds.STREAMS_EACH)
        yield
        await app.state.searching.close()
        await app.state.hinting.close()

    app = FastAPI(
        title="Caballero",
        description="Knight's tours: found, proved impossible, judged, counted and explained.",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.add_middleware(GZipMiddleware, minimum_size=1024)  # a stream is left as it is
    app.add_middleware(Guard, names=names, embedders=embedders)
    _tell_refusals(app)
    _add_questions(app)
    _add_trace(app)
    _add_page(app)
    return app


def _add_questions(app: FastAPI) -> None:
    """Add what is asked and answered in JSON."""

    async def worked(pool: Pool, name: str, asked: models.Asked, request: Request) -> tasks.Json:
        data = asked.model_dump()
        task = {"name": name, "asked": data, "language": language_of(request.scope)}
        seconds = data["seconds"] if "seconds" in data else LONGEST[name]
        work = pool.run(client_of(request), task, seconds + bounds.GRACE)
        return await unless_gone(request, work)

    async def by_worker(pool: Pool, name: str, asked: models.Asked, request: Request) -> Response:
        return JSONResponse(await worked(pool, name, asked, request))

    async def at_once(
        task: Callable[[tasks.Json, str], tasks.Json], asked: models.Asked, request: Request
    ) -> Response:
        answer = await asyncio.to_thread(task, asked.model_dump(), language_of(request.scope))
        return JSONResponse(answer)

    @app.post("/api/solve", response_model=models.Solved, responses=REFUSALS)
    async def solve(asked: models.SolveAsked, request: Request, lang: Lang | None = None) -> Any:
        """Find a tour, or prove that there is none."""
        return await by_worker(app.state.searching, "solve", asked, request)

    @app.post("/api/count", response_model=models.Counted, responses=REFUSALS)
    async def count(asked: models.CountAsked, request: Request, lang: Lang | None = None) -> Any:
        """Count the tours, exactly."""
        return await by_worker(app.state.searching, "count", asked, request)

    @app.post("/api/hint", response_model=models.Hinted, responses=REFUSALS)
    async def hint(asked: models.HintAsked, request: Request, lang: Lang | None = None) -> Any:
        """Help with a tour that somebody has begun."""
        return await by_worker(app.state.hinting, "hint", asked, request)

    @app.post("/api/verify", response_model=models.Verified, responses=REFUSALS)
    async def verify(asked: models.VerifyAsked, request: Request, lang: Lang | None = None) -> Any:
        """Judge a claimed tour: all that is wrong with it."""
        return await at_once(tasks.verified, asked, request)

    @app.post("/api/statistics", response_model=models.Looked, responses=REFUSALS)
    async def statistics(
        asked: models.StatisticsAsked, request: Request, lang: Lang | None = None
    ) -> Any:
        """Count what can be counted about a tour: turns, slopes, crossings, symmetry."""
        return JSONResponse(await worked(app.state.hinting, "statistics", asked, request))

    @app.post("/api/picture", response_class=Response, responses=REFUSALS | PICTURES)
    async def picture(
        asked: models.PictureAsked, request: Request, lang: Lang | None = None
    ) -> Any:
        """Draw a tour as a file."""
        said = await worked(app.state.searching, "picture", asked, request)
        name = f"caballero-{'x'.join(map(str, asked.board.shape))}.{asked.format}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(b64decode(said["file"]), 200, headers, FILES[asked.format])

    @app.post("/api/known", response_model=models.KnownAnswer, responses=REFUSALS)
    async def known(asked: models.KnownAsked, request: Request, lang: Lang | None = None) -> Any:
        """Look up the published counts of a board."""
        return await at_once(tasks.known, asked, request)

    @app.get("/api/about", response_model=models.About, responses={400: REFUSALS[400]})
    async def about() -> Any:
        """Tell what answers here."""
        ready = {"status": "ready", "version": __version__, "languages": list(LANGUAGES)}
        return {"caballero": VERSION, **ready}


def _add_trace(app: FastAPI) -> None:
    """Add the search that is told while it goes on."""
    stream: dict[int | str, dict[str, Any]] = {
        200: {
            "description": "Server-sent events: steps, a list each time; at last end.",
            "content": {"text/event-stream": {"itemSchema": EVENT}},
        }
    }

    @app.post("/api/trace", response_class=StreamingResponse, responses=REFUSALS | stream)
    async def trace(asked: models.TraceAsked, request: Request, lang: Lang | None = None) -> Any:
        """Tell a search step by step."""
        events = await asyncio.to_thread(steps_of, asked.model_dump())
        return _Stream(told(events, asked.skip), app.state.streams, client_of(request))


class _Stream(StreamingResponse):
    """A stream that has a seat as long as somebody reads it; who stops reading loses it."""

    media_type = "text/event-stream"

    def __init__(self, body: AsyncIterator[bytes], seats: Seats, client: str) -> None:
        super().__init__(body)
        self._seats = seats
        self._client = client

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_soon(message: Any) -> None:
            try:
                async with asyncio.timeout(bounds.STALLED):
                    await send(message)
            except TimeoutError:
                raise ClientDisconnect from None  # as good as gone

        with self._seats.taken(self._client):
            await super().__call__(scope, receive, send_soon)


def _add_page(app: FastAPI) -> None:
    """Add the page and its files: those that are there when the server starts, no others."""
    files = {path.name: path for path in STATIC.iterdir() if path.suffix in TYPES}

    def sent(request: Request, path: Path) -> Response:
        """The file, unless the browser has it already."""
        kind = TYPES[path.suffix]
        whole = FileResponse(path, media_type=kind, stat_result=path.stat())
        etag = whole.headers["etag"]
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers={"ETag": etag})
        return whole

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:
        return sent(request, files["index.html"])

    @app.api_route("/favicon.ico", methods=["GET", "HEAD"], include_in_schema=False)
    async def icon(request: Request) -> Response:
        return sent(request, files["icon.svg"])  # browsers ask for it so beside a picture

    @app.api_route("/static/{name}", methods=["GET", "HEAD"], include_in_schema=False)
    async def static(request: Request, name: str) -> Response:
        if name not in files:
            raise HTTPException(NOT_FOUND)
        return sent(request, files[name])


def client_of(request: Request) -> str:
    """Return who asks: an address, for there is nothing else to tell clients apart by."""
    return request.client.host if request.client else ""


def _tell_refusals(app: FastAPI) -> None:
    """Put whatever goes wrong into one form, and into the reader's language.

    Who prefers ``status=200`` (RFC 7240) is told of it so: a browser writes every other status
    on its console.
    """

    def sent(refusal: Refused, request: Request) -> Response:
        response = refusal.response(language_of(request.scope))
        if request.headers.get("prefer") == CALM:
            response.status_code = 200
            response.headers["Preference-Applied"] = CALM
        return response

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        return sent(error, request)

    @app.exception_handler(CaballeroError)
    async def senseless(request: Request, error: CaballeroError) -> Response:
        return sent(Refused(422, error.message), request)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        return sent(malformed(error.errors()), request)

    @app.exception_handler(HTTPException)
    async def elsewhere(request: Request, error: HTTPException) -> Response:
        path = {"path": short(request.url.path), "method": request.method}
        match error.status_code:
            case 404:
                problem = Refused(NOT_FOUND, Message("web-not-found", path))
            case 405:
                problem = Refused(NOT_ALLOWED, Message("web-method", path))
            case _:  # a body that cannot even be parsed
                problem = Refused(422, Message("web-json"))
        problem.headers.update(error.headers or {})
        return problem.response(language_of(request.scope))

    @app.exception_handler(Gone)
    async def left(request: Request, error: Gone) -> Response:
        return Response(status_code=499)  # nobody sees it
