// Asking the server. Nothing here throws: who does not answer is away, and that is an answer.

import { common, language } from "./words.js";

const away = () => ({ status: "away", message: common("away") });

function send(path, asked, signal) {
  return fetch(`api/${path}?lang=${language()}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
    signal,
  });
}

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
    if (!response.ok) return await response.json();
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
