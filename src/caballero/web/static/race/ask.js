// Requests about a race.

import { ask } from "../api.js";

/** Ask the server about a race. @param {string} path @param {object} body */
export const askRace = (path, body) => ask(`race/${path}`, body);
