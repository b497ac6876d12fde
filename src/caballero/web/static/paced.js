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

export const SLOW_MS = 20_000; // for a file of the page

/**
 * A promise, which fails when it takes too long: a file may never end.
 * @template Result
 * @param {Promise<Result>} work
 * @returns {Promise<Result>}
 */
export const inTime = (work) =>
  Promise.race([
    work,
    new Promise((_, fail) => {
      setTimeout(() => fail(new Error("slow")), SLOW_MS);
    }),
  ]);
