// Asking the server. Nothing here throws: who does not answer is away, and that is an answer.

import { common, language } from "./words.js";

// A browser writes every status of a fault on its console, where nobody looks; what is wrong
// stands in the answer.
const HEADERS = { "Content-Type": "application/json", Prefer: "status=200" };

const away = () => ({ status: "away", message: common("away") });

export function send(path, asked, signal) {
  return fetch(`api/${path}?lang=${language()}`, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify(asked),
    signal,
  });
}

// Whether JSON came where something else was asked for: that says why it did not.
export const isTold = (response) => /json/.test(response.headers.get("Content-Type"));

// The JSON of the answer; {status: "away" | "refused" | "gave-up", message} if there is none.
export async function ask(path, asked, signal) {
  try {
    const response = await send(path, asked, signal);
    return await response.json();
  } catch {
    return away();
  }
}

// A search told step by step: onEvent(name, data) for each event, in order. Returns the last
// answer: {status: "told"} at the end, {status: "stopped"} when the signal was given.
export async function stream(path, asked, onEvent, signal) {
  try {
    const response = await send(path, asked, signal);
    if (isTold(response)) return await response.json();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return { status: "told" };
      const events = (text + value).split("\n\n");
      text = events.pop();
      for (const event of events) {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
        if (name) await onEvent(name, JSON.parse(data));
      }
    }
  } catch {
    return signal?.aborted ? { status: "stopped" } : away();
  }
}
