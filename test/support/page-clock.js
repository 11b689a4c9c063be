// Runs in the page before any other script and controls its time and randomness. `pageClock.setSpeed(100)` makes timers and
// `Date.now` run faster, `sleepFor(ms)` advances only `Date.now`, as a computer in standby does, and `random` replaces the
// result of `Math.random`.
{
  const {now} = Date;
  const nativeSetTimeout = globalThis.setTimeout.bind(globalThis);
  const nativeRandom = Math.random;
  let since = now();
  let passed = since;
  let speed = 1;

  const pageClock = {
    /** A number from 0 to 1; `undefined` uses the random numbers of the browser. */
    random: undefined,
    setSpeed(factor) {
      passed = Date.now();
      since = now();
      speed = factor;
    },
    sleepFor(milliseconds) {
      passed += milliseconds;
    },
  };
  Date.now = () => passed + (now() - since) * speed;
  Math.random = () => pageClock.random ?? nativeRandom();
  globalThis.setTimeout = (callback, milliseconds = 0, ...rest) =>
    nativeSetTimeout(callback, milliseconds / speed, ...rest);
  globalThis.pageClock = pageClock;
}
