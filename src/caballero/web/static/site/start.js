// A worker with Python. A worker that is loaded from an address has the policy of its headers, and a
// plain file server sends none: a worker that starts from a blob has the policy of this page.

const FETCHED = 0.7; // of the progress, when all files are there
const FILES_MS = 20_000; // without a hundredth more of them,
const BEGIN_MS = 90_000; // without a sign of Python after them,
const MOST_MS = 180_000; // and in all: a file may come in drops

/** @param {(worker: Worker) => void} stalled - Python comes no nearer */
export function startWorker(stalled) {
  const code = `import ${JSON.stringify(new URL("worker.js", import.meta.url).href)};`;
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  const end = performance.now() + MOST_MS;
  let progress = 0;
  let timer = 0;
  const watch = () => {
    clearTimeout(timer);
    const quiet = progress < FETCHED ? FILES_MS : BEGIN_MS;
    timer = setTimeout(() => stalled(worker), Math.min(quiet, end - performance.now()));
  };
  worker.addEventListener("message", ({ data }) => {
    if (!data.progress) {
      clearTimeout(timer); // it is ready, or has failed
      URL.revokeObjectURL(address);
    } else if (data.progress > Math.min(FETCHED - 0.01, progress + 0.01)) {
      progress = data.progress;
      watch();
    }
  });
  watch();
  return worker;
}
