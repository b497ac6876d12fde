// Python in a web worker, for a page without a server. It answers one message after the other:
// of a request {id, path, body, language}, of a trace {id, trace, ...} with the same number each
// time, until {id, trace, close}.

const HOME = new URL("../../python/", import.meta.url).href;

/** @type {Map<number, any>} */
const traces = new Map();

async function start() {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(`${HOME}pyodide.mjs`),
    fetch(`${HOME}caballero.zip`).then((response) => response.arrayBuffer()),
  ]);
  const python = await loadPyodide({ indexURL: HOME });
  python.unpackArchive(archive, "zip");
  const { compiled } = python.pyimport("caballero");
  return { browser: python.pyimport("caballero.web.browser"), compiled };
}

/**
 * @param {any} browser - the module caballero.web.browser
 * @param {any} message
 */
function answer(browser, { path, trace, close, body, language }) {
  if (trace === undefined) return browser.answer(path, body, language);
  if (close) {
    traces.get(trace)?.destroy();
    traces.delete(trace);
    return null;
  }
  if (body) traces.set(trace, browser.trace_messages(body, language));
  const { done, value } = traces.get(trace).next();
  return done ? null : value;
}

const starting = start();
starting.then(
  ({ compiled }) => postMessage({ ready: compiled ? "compiled" : "plain" }),
  (error) => postMessage({ failed: String(error) }),
);

addEventListener("message", async ({ data }) => {
  const { browser } = await starting;
  try {
    postMessage({ id: data.id, value: answer(browser, data) });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
});
