// Requests about a race.

import { ask } from "../api.js";
import { isSite } from "../words.js";

/**
 * Ask the server about a race; a page without a server holds none.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<import("../api.js").Answer>}
 */
export const askRace = async (path, body) =>
  isSite() ? { status: "refused", code: "web-not-found" } : ask(`race/${path}`, body);
