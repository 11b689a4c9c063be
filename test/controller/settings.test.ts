import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {defaultLimits, Settings} from '../../src/controller/settings.js';
import type {ChatOptions} from '../../src/controller/types.js';

/** Options as JavaScript passes them, with the name of a limit. */
const retries = (maxRetries: number | null | undefined): ChatOptions =>
  ({maxRetries}) as unknown as ChatOptions;

describe('Settings', () => {
  it('replaces a limit by the option of the same name', () => {
    const settings = new Settings(retries(2));
    assert.equal(settings.limits.maxRetries, 2);
    settings.change(retries(0));
    assert.equal(settings.limits.maxRetries, 0);
  });

  for (const unset of [undefined, null, NaN]) {
    it(`uses the default limit for ${String(unset)}`, () => {
      const settings = new Settings(retries(unset));
      assert.deepEqual(settings.limits, defaultLimits);
      settings.change(retries(2));
      settings.change(retries(unset));
      assert.deepEqual(settings.limits, defaultLimits);
    });
  }

  it('keeps null where it has a meaning, and removes an option that is undefined', () => {
    const settings = new Settings({storage: null, userId: 'a'});
    settings.change({userId: undefined});
    assert.deepEqual(settings.options, {storage: null});
  });
});
