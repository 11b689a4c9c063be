import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Answers} from '../../../src/core/model/answers.js';
import {StreamReader} from '../../../src/controller/run/stream-reader.js';
import {Settings} from '../../../src/controller/settings.js';
import {State} from '../../../src/controller/state.js';
import type {Frame} from '../../../src/core/index.js';
import {testMs} from '../../support/limits.mjs';
import {until} from '../../support/until.js';
import {ManualEnvironment} from '../support/manual-environment.js';
import {begun, opsProtocol, over, word} from '../support/ops-protocol.js';

const limit = {timeout: testMs};

describe('the reader of a stream', () => {
  it('changes the conversation once per painted frame, and at once at the end', limit, async () => {
    const environment = new ManualEnvironment();
    const state = new State(event => assert.notEqual(event.type, 'diagnostic'));
    let changes = 0;
    state.subscribe(() => (changes += 1));
    const reader = new StreamReader(
      {protocol: opsProtocol(), item: 'run'},
      {answers: new Answers(), settings: new Settings({}, environment), state},
    );

    let end = (): void => undefined;
    const ended = new Promise<void>(resolve => (end = resolve));
    async function* frames(): AsyncGenerator<Frame> {
      yield {data: JSON.stringify([begun()])};
      for (let n = 0; n < 100; n++) yield {data: JSON.stringify([word(`text${n}`, 'word')])};
      await ended;
      yield {data: JSON.stringify([over])};
    }
    let arrived = 0;
    const onFrame = (): void => void (arrived += 1);
    const reading = reader.read(frames(), {isFollowed: () => true, onFrame});
    await until(() => arrived === 101);
    assert.equal(changes, 0);
    environment.advance(16);
    assert.equal(changes, 1);
    assert.equal(state.message('run')?.children.length, 100);
    environment.advance(1000);
    assert.equal(changes, 1);

    end();
    assert.equal((await reading).isDisplayed, true);
    assert.equal(changes, 2);
    assert.equal(state.message('run')?.status, 'done');
    assert.deepEqual(environment.pending, []);
  });
});
