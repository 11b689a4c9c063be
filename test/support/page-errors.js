// Runs in the page, before anything else, where a browser's driver does not tell what the page complains about.
globalThis.browserErrors = [];
{
  const complain = (...words) => globalThis.browserErrors.push(words.join(' '));
  addEventListener('error', ({message, target}) => complain(message ?? target.src), true);
  addEventListener('unhandledrejection', ({reason}) => complain(reason));
  addEventListener('securitypolicyviolation', ({effectiveDirective, blockedURI}) =>
    complain(effectiveDirective, blockedURI),
  );
  for (const level of ['warn', 'error']) {
    const log = console[level];
    console[level] = (...words) => {
      complain(...words);
      log.apply(console, words);
    };
  }
}

/** Waits for something that comes to be true; a bound for what never comes. */
globalThis.until = async condition => {
  const end = Date.now() + 90_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`It never came: ${condition}`);
    await new Promise(next => setTimeout(next, 20));
  }
};
