// A watch that measures how long a reader works, the date, and work that is not done too often.

export class Watch {
  /** @type {number | null} when it was started or read last; null while it stands */
  #since = null;

  /** The seconds since it was started or read last; it reads zero after that. */
  take() {
    const seconds = this.peek();
    if (this.#since !== null) this.#since = performance.now();
    return seconds;
  }

  /** The same seconds, which it goes on to count. */
  peek() {
    return this.#since === null ? 0 : (performance.now() - this.#since) / 1000;
  }

  /** @param {boolean} running */
  set running(running) {
    if (!running) this.#since = null;
    else this.#since ??= performance.now();
  }
}

/** Seconds as 1:05, or 1:01:05. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** @param {string} text - a day, as 2026-11-23, if it is one */
export const isDate = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const DAY = 86_400_000; // milliseconds

/** The last days, today last. @param {Date} now @param {number} count */
export const lastDays = (now, count) =>
  Array.from({ length: count }, (_, i) => dateOf(new Date(now.getTime() - (count - 1 - i) * DAY)));

/** The day, as 2026-11-23. Days begin at midnight, universal time. @param {Date} now */
export const dateOf = (now) => now.toISOString().slice(0, 10);

const MOST = 30; // times in a window of time, in milliseconds: so often browsers write an address
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
