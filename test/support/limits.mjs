/**
 * Milliseconds that a wait may take, or `TEST_TIMEOUT_MS`. Only a wait that fails takes so long, and on a machine with other
 * work a true one can take half a minute.
 */
export const waitMs = Number(process.env.TEST_TIMEOUT_MS ?? 60_000);

/** Milliseconds to start a browser, or to load a page whose scripts are built on request. */
export const startMs = 60_000;

/** Milliseconds that a test may take whose failure would be a promise that never settles. */
export const testMs = 6 * waitMs;

/**
 * Milliseconds until a test server closes an idle connection. With Node's 5 seconds, a client on a busy machine may send a request
 * on a connection that is just being closed.
 */
export const keepAliveTimeout = 60_000;
