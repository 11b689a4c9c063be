// The clock and the chance of a page, in the hand of a test: loaded before anything else. `pageClock.speed(100)` lets time
// run faster, `sleep(ms)` lets it pass as in a laptop that sleeps (timers do not notice), `luck` is what chance gives.
{
  const {now} = Date;
  const later = globalThis.setTimeout.bind(globalThis);
  const {random} = Math;
  let since = now();
  let passed = since;
  let speed = 1;

  const pageClock = {
    /** A number from 0 to 1, or nothing where chance is to be itself. */
    luck: undefined,
    speed(factor) {
      passed = Date.now();
      since = now();
      speed = factor;
    },
    sleep(milliseconds) {
      passed += milliseconds;
    },
  };
  Date.now = () => passed + (now() - since) * speed;
  Math.random = () => pageClock.luck ?? random();
  globalThis.setTimeout = (callback, milliseconds = 0, ...rest) =>
    later(callback, milliseconds / speed, ...rest);
  globalThis.pageClock = pageClock;
}
