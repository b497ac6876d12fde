// Writing the address no faster than browsers allow.

const MOST = 30; // times in a window of time, in milliseconds
const WINDOW = 10_000;

/**
 * Run some work at once; after too many runs, run it later, once for all requests.
 * @param {() => void} work
 */
export function paced(work) {
  /** @type {number[]} */
  let times = []; // of late
  /** @type {number | undefined} */
  let timer;

  function now() {
    stop();
    times.push(Date.now());
    work();
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    now,
    stop,
    soon() {
      times = times.filter((time) => time > Date.now() - WINDOW);
      if (times.length < MOST) now();
      else timer ??= setTimeout(now, WINDOW / MOST);
    },
    /** Run pending work now. */
    flush() {
      if (timer !== undefined) now();
    },
  };
}
