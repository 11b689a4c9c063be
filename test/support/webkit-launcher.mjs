import {WebKitDriver} from './webkit-driver.mjs';

/** A launcher of Web Test Runner for WebKitGTK: one window, one test file at a time. */
export function webkitLauncher(binary) {
  const driver = new WebKitDriver(binary);
  const active = new Map();
  let started;
  return {
    name: 'WebKitGTK',
    type: 'webdriver',
    concurrency: 1,
    driver,
    initialize: () => undefined,
    isActive: id => active.has(id),
    getBrowserUrl: id => active.get(id),
    startDebugSession() {
      throw new Error('WebKitGTK has no window to debug in.');
    },
    async startSession(id, url) {
      active.set(id, url);
      await (started ??= driver.start());
      await driver.open(url);
    },
    async stopSession(id) {
      active.delete(id);
      await driver.open('about:blank');
      return {};
    },
    async stop() {
      if (started) await driver.stop();
    },
  };
}
