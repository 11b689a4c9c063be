import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {setImmediate as turn} from 'node:timers/promises';
import {LineAgent} from '../../ndjson/line-agent.js';

const behaviour = {pace: 0, answer: 'sse', waiting: 'open', keepAlive: 15_000} as const;
const agentOf = (): LineAgent =>
  new LineAgent({behaviour, person: undefined, onPerson: () => undefined});

/** Says one word after another. */
class Speaker {
  said = 0;
  readonly agent = agentOf();
  readonly ended = this.agent.run(async () => {
    for (; this.said < 5000; this.said++) await this.agent.say('word');
  });

  /** Lets the script continue as far as it can. */
  async pause(): Promise<void> {
    for (let n = 0; n < 500; n++) await turn();
  }
}

describe('the lines of an answer', () => {
  it('are produced no faster than the client reads them', async () => {
    const speaker = new Speaker();
    await speaker.pause();
    assert.equal(speaker.said, 64);
    const reader = speaker.agent.lines.body.getReader();
    for (let n = 0; n < 10; n++) await reader.read();
    await speaker.pause();
    assert.equal(speaker.said, 74);
    let lines = 10;
    for (let next = await reader.read(); !next.done; next = await reader.read()) lines++;
    await speaker.ended;
    assert.equal(lines, 5001);
  });

  it('end when the client has disconnected, also while the script waits for it', async () => {
    const speaker = new Speaker();
    await speaker.pause();
    await speaker.agent.lines.body.cancel();
    await Promise.all([speaker.ended, speaker.agent.lines.ended]);
    assert.equal(speaker.said, 64);
  });

  it('end after those that were produced when the script is stopped', async () => {
    const speaker = new Speaker();
    await speaker.pause();
    speaker.agent.stop();
    await speaker.ended;
    const text = await new Response(speaker.agent.lines.body).text();
    assert.equal(text, '{"say":"word"}\n'.repeat(64));
  });
});
