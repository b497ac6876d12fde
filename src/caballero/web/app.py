"""The application: the paths of the API, the page, and their connection to the work.

All work runs in the pools (:mod:`.jobs`): one for searches, counts, puzzles and pictures, a second
for hints and statistics, a third for the judge, so that a player does not wait for another
client's search. Only traces, which the client reads step by step, run in a thread, in short turns.

Invariants: every answer under ``/api`` has a form that ``/api/openapi.json`` describes: JSON,
except pictures, and traces, which are streams; only files of this package are served.
"""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections.abc import AsyncIterator, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Literal

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect

from caballero import __version__
from caballero.formats.write import VERSION
from caballero.machine.errors import CaballeroError
from caballero.machine.words import LANGUAGES, Message, short

from . import bounds, models, tasks
from .guard import Guard
from .jobs import Gone, Pool, Seats, unless_gone
from .race import add_race
from .refusals import NOT_ALLOWED, NOT_FOUND, Refused, language_of, malformed
from .sharing import with_picture
from .site import POLICY
from .trace import steps_of, stream_events

STATIC: Final = Path(__file__).with_name("static")

TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}
"""The types of files. Systems disagree on that of .js, and browsers run no script of another."""

REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": models.Refusal, "description": "The host is not a name of this server."},
    403: {"model": models.Refusal, "description": "A page of another origin sent the request."},
    408: {"model": models.Refusal, "description": "The request did not arrive completely."},
    413: {"model": models.Refusal, "description": f"More than {bounds.BODY_BYTES} bytes."},
    422: {
        "model": models.Refusal,
        "description": "The request cannot be read, or contradicts itself.",
    },
    429: {
        "model": models.Refusal,
        "description": "Too many searches are running; see Retry-After.",
    },
    504: {"model": models.Refusal, "description": "A limit of time or memory was reached."},
}

PREFER_OK: Final = "status=200"
"""The Prefer header of the page."""

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

TASK_SECONDS: Final = {
    "verify": bounds.VERIFY_SECONDS,
    "known": bounds.VERIFY_SECONDS,
    "statistics": bounds.STATISTICS_SECONDS,
    "picture": bounds.PICTURE_SECONDS,
    "puzzle": bounds.PUZZLE_SECONDS,
    "puzzle/hint": bounds.STEP_SECONDS,
}
"""The time limit of each task whose request has none, or only for a part of its work."""

EVENT: Final = {
    "type": "object",
    "properties": {
        "event": {"type": "string", "enum": ["steps", "end"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}
"""An event of a stream, as OpenAPI 3.2 describes it."""

JSON_PATHS: Final = (
    ("solve", "solve", "searching", models.SolveRequest, models.SolveAnswer,
     "Find a tour, or prove that there is none."),
    ("longest", "longest", "searching", models.LongestRequest, models.LongestAnswer,
     "Find the longest path, and prove that none visits more squares."),
    ("count", "count", "searching", models.CountRequest, models.CountAnswer,
     "Count the tours, exactly."),
    ("hint", "hint", "hinting", models.HintRequest, models.HintAnswer,
     "Help with a tour in progress."),
    ("puzzle", "puzzle", "searching", models.PuzzleRequest, models.PuzzleAnswer,
     "Make a puzzle with one solution."),
    ("puzzle/hint", "step", "hinting", models.StepRequest, models.StepAnswer,
     "Explain the next step in a puzzle."),
    ("tree", "tree", "searching", models.TreeRequest, models.TreeAnswer,
     "Return the tree of a search."),
    ("verify", "verify", "judging", models.VerifyRequest, models.VerifyAnswer,
     "Verify a claimed tour and list all its faults."),
    ("statistics", "statistics", "hinting", models.StatisticsRequest, models.StatisticsAnswer,
     "Compute the statistics of a tour: turns, slopes, crossings, symmetry."),
    ("known", "known", "judging", models.KnownRequest, models.KnownAnswer,
     "Look up the published counts of a board."),
)  # fmt: skip
"""The paths that answer in JSON: the name, the pool, the request, the answer, the description."""

Lang = Literal["en", "es"]


def make_app(
    names: Iterable[str] = ("localhost",),
    *,
    embedders: Iterable[str] = (),
    addresses: Iterable[str] = (),
    race: str | None = None,
    site: Mapping[str, Path] | None = None,
    waits: bounds.Waits = bounds.WAITS,
) -> FastAPI:
    """Make the application.

    `names` and `embedders` are those of :class:`caballero.web.guard.Guard`. `addresses` are the
    URLs for other machines. `race` is the key of the leader of a race; without a key there are no
    races. `waits` says how long the server waits. `site` has the files of
    :func:`caballero.web.site.written_files`; they are at ``/site/``.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # Threads share the interpreter with the event loop: more would only delay its answers.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(bounds.THREADS))
        pools = [
            Pool(bounds.WORKERS, Seats(bounds.JOBS, bounds.JOBS_EACH), wait=waits.worker)
            for _ in range(3)
        ]
        app.state.searching, app.state.hinting, app.state.judging = pools
        app.state.streams = Seats(bounds.STREAMS, bounds.STREAMS_EACH)
        app.state.tracing = ThreadPoolExecutor(1)
        yield
        app.state.tracing.shutdown(cancel_futures=True)
        for pool in pools:
            await pool.close()

    app = FastAPI(
        title="Caballero",
        description="Knight's tours: found, proved impossible, judged, counted and explained.",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.waits = waits
    app.add_middleware(GZipMiddleware, minimum_size=512)  # streams stay uncompressed
    app.add_middleware(Guard, names=names, embedders=embedders)
    _add_error_handlers(app)
    _add_json_paths(app)
    _add_about(app, list(addresses), site is not None)
    _add_trace(app)
    if race is not None:
        add_race(app, race, REFUSALS)
    _add_page(app)
    if site is not None:
        _add_site(app, site)
    return app


def _add_json_paths(app: FastAPI) -> None:
    """Add the paths that answer in JSON."""

    async def run_in_pool(
        pool: Pool, name: str, body: models.PieceRequest, request: Request
    ) -> tasks.Json:
        data = body.model_dump()
        task = {"name": name, "request": data, "language": language_of(request.scope)}
        seconds = TASK_SECONDS[name] if name in TASK_SECONDS else data["seconds"]
        work = pool.run(client_of(request), task, seconds + app.state.waits.grace)
        return await unless_gone(request, work)

    def add(path: str, name: str, pool: str, asked: type, answer: type, about: str) -> None:
        async def endpoint(body: Any, request: Request, lang: Lang | None = None) -> Any:
            return JSONResponse(await run_in_pool(getattr(app.state, pool), path, body, request))

        endpoint.__annotations__["body"] = asked
        app.post(
            f"/api/{path}",
            name=name,
            description=about,
            response_model=answer,
            responses=REFUSALS,
        )(endpoint)

    for row in JSON_PATHS:
        add(*row)

    @app.post("/api/picture", response_class=Response, responses=REFUSALS | PICTURES)
    async def picture(
        body: models.PictureRequest, request: Request, lang: Lang | None = None
    ) -> Any:
        """Draw a tour as a file."""
        drawn = await run_in_pool(app.state.searching, "picture", body, request)
        name = f"caballero-{'x'.join(map(str, body.board.shape))}.{body.format}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(b64decode(drawn["file"]), 200, headers, FILES[body.format])


def _add_about(app: FastAPI, addresses: list[str], site: bool) -> None:
    """Add the server's description of itself."""

    @app.get("/api/about", response_model=models.About, responses={400: REFUSALS[400]})
    async def about() -> Any:
        """Return the version, languages, status and addresses of this server."""
        ready = {"status": "ready", "version": __version__, "languages": list(LANGUAGES)}
        return {"caballero": VERSION, **ready, "addresses": addresses, "site": site}


def _add_trace(app: FastAPI) -> None:
    """Add the trace, a stream."""
    stream: dict[int | str, dict[str, Any]] = {
        200: {
            "description": "Server-sent events: lists of steps, then the end.",
            "content": {"text/event-stream": {"itemSchema": EVENT}},
        }
    }

    @app.post("/api/trace", response_class=StreamingResponse, responses=REFUSALS | stream)
    async def trace(body: models.TraceRequest, request: Request, lang: Lang | None = None) -> Any:
        """Stream a search step by step."""
        state, loop = app.state, asyncio.get_running_loop()
        events = await loop.run_in_executor(state.tracing, steps_of, body.model_dump())
        messages = stream_events(events, body.skip, state.tracing, state.waits)
        return _Stream(messages, state.streams, client_of(request))


class _Stream(StreamingResponse):
    """A stream that takes a seat while the client reads, and ends when the client stops reading."""

    media_type = "text/event-stream"

    def __init__(self, body: AsyncIterator[bytes], seats: Seats, client: str) -> None:
        super().__init__(body)
        self._seats = seats
        self._client = client

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_soon(message: Any) -> None:
            try:
                async with asyncio.timeout(scope["app"].state.waits.stall):
                    await send(message)
            except TimeoutError:
                raise ClientDisconnect from None  # as if the client had left

        with self._seats.hold(self._client):
            await super().__call__(scope, receive, send_soon)


def _add_page(app: FastAPI) -> None:
    """Add the page and the files that are present when the server starts."""
    files = {
        path.relative_to(STATIC).as_posix(): path
        for path in STATIC.rglob("*")
        if path.suffix in TYPES
    }

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:
        text = files["index.html"].read_text(encoding="utf-8")
        return HTMLResponse(with_picture(text, str(request.base_url)))

    @app.api_route("/favicon.ico", methods=["GET", "HEAD"], include_in_schema=False)
    async def icon(request: Request) -> Response:
        return _send_file(request, files["icon.svg"])  # browsers request it with a picture

    @app.api_route("/static/{name:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def static(request: Request, name: str) -> Response:
        if name not in files:
            raise HTTPException(NOT_FOUND)
        return _send_file(request, files[name])


def _send_file(request: Request, path: Path) -> Response:
    """Return the file, unless the browser has it already."""
    kind = TYPES.get(path.suffix, "application/octet-stream")
    whole = FileResponse(path, media_type=kind, stat_result=path.stat())
    for spare in ("last-modified", "accept-ranges"):  # the page comes in many small files
        del whole.headers[spare]
    etag = whole.headers["etag"]
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers={"ETag": etag})
    return whole


def _add_site(app: FastAPI, files: Mapping[str, Path]) -> None:
    """Add the page whose Python is in the browser: only there do programs of readers run."""
    headers = {"Content-Security-Policy": f"{POLICY}; frame-ancestors 'self'"}

    @app.api_route("/site", methods=["GET", "HEAD"], include_in_schema=False)
    async def slash() -> Response:
        return RedirectResponse("site/")

    @app.api_route("/site/{name:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def file(request: Request, name: str) -> Response:
        if (path := files.get(name or "index.html")) is None:
            raise HTTPException(NOT_FOUND)
        response = _send_file(request, path)
        response.headers.update(headers)
        if path.suffix in {".wasm", ".zip"}:  # large, and for a network nearby: not compressed
            response.headers["Content-Encoding"] = "identity"
        return response


def client_of(request: Request) -> str:
    """Return the client's address, which identifies it."""
    return request.client.host if request.client else ""


def _add_error_handlers(app: FastAPI) -> None:
    """Give every error the same form, in the reader's language.

    For a client that prefers ``status=200`` (RFC 7240) the status is 200: browsers log every other
    status on their console.
    """

    def respond(refusal: Refused, request: Request) -> Response:
        response = refusal.response(language_of(request.scope))
        if request.headers.get("prefer") == PREFER_OK:
            response.status_code = 200
            response.headers["Preference-Applied"] = PREFER_OK
        return response

    @app.exception_handler(Refused)
    async def answer_refusal(request: Request, error: Refused) -> Response:
        return respond(error, request)

    @app.exception_handler(CaballeroError)
    async def answer_library_error(request: Request, error: CaballeroError) -> Response:
        return respond(Refused(422, error.message), request)

    @app.exception_handler(RequestValidationError)
    async def answer_malformed(request: Request, error: RequestValidationError) -> Response:
        return respond(malformed(error.errors()), request)

    @app.exception_handler(HTTPException)
    async def answer_http_error(request: Request, error: HTTPException) -> Response:
        path = {"path": short(request.url.path), "method": request.method}
        match error.status_code:
            case 404:
                problem = Refused(NOT_FOUND, Message("web-not-found", path))
            case 405:
                problem = Refused(NOT_ALLOWED, Message("web-method", path))
            case _:  # a body that cannot be parsed
                problem = Refused(422, Message("web-json"))
        problem.headers.update(error.headers or {})
        return respond(problem, request)

    @app.exception_handler(Gone)
    async def answer_gone(request: Request, error: Gone) -> Response:
        return Response(status_code=499)  # no client receives it
