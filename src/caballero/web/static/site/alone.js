// The page as a single file: what needs Python says so; the rest is the same.

import { common } from "../words.js";
import { soon } from "./soon.js";

/** @returns {import("../api.js").Answer} */
const away = () => ({ status: "away", message: common("alone") });

/** @type {typeof import("../api.js").ask} */
export const ask = async (path, body, _signal, hasty) => (hasty && soon(path, body)) || away();

/** @type {typeof import("../api.js").stream} */
export const stream = async () => away();

/** @type {typeof import("../api.js").fetchFile} */
export const fetchFile = async () => away();
