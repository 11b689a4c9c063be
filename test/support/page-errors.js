// Runs in the page before any other script and records errors, for browsers whose driver does not report them.
globalThis.browserErrors = [];
{
  const record = (...values) => globalThis.browserErrors.push(values.join(' '));
  addEventListener('error', ({message, target}) => record(message ?? target.src), true);
  addEventListener('unhandledrejection', ({reason}) => record(reason));
  addEventListener('securitypolicyviolation', ({effectiveDirective, blockedURI}) =>
    record(effectiveDirective, blockedURI),
  );
  for (const level of ['warn', 'error']) {
    const log = console[level];
    console[level] = (...values) => {
      record(...values);
      log.apply(console, values);
    };
  }
}

/** Waits until a condition holds. Throws after a minute, as the other waits of tests do. */
globalThis.until = async condition => {
  const limitMs = 60_000;
  const end = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Not true within ${limitMs} ms: ${condition}`);
    await new Promise(next => setTimeout(next, 20));
  }
};
