import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {recorded} from '../protocol/recorded.js';
import {
  aishu,
  anthropic,
  type Conversation,
  foldFrames,
  type Item,
  parseFrames,
  type Protocol,
  ubik,
  walk,
} from '../../../src/core/index.js';
import type {TimedFrame} from '../../../src/core/recording/frames.js';
import {maskFrames, maskText} from '../../../src/core/recording/mask.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

/** All masked at once. */
function mask(frames: readonly TimedFrame[], wire: Partial<Protocol> = {}): readonly TimedFrame[] {
  const work = maskFrames(frames, wire);
  for (;;) {
    const {done, value} = work.next();
    if (done) return value;
  }
}

/** The masked data of events. */
const masked = (events: readonly unknown[]): string =>
  mask(events.map(event => ({at: 0, frame: {data: JSON.stringify(event)}})))
    .map(({frame}) => frame.data)
    .join('\n');

const protocols: Readonly<Record<'ubik' | 'anthropic' | 'aishu', Protocol>> = {
  ubik,
  anthropic,
  aishu,
};
type MaskedProtocol = keyof typeof protocols;

/** Kind and text lengths of an item, without its text. */
const shape = (conversation: Conversation): readonly unknown[] =>
  [...walk(conversation)].map(item => [
    item.kind,
    item.status,
    ...['text', 'input', 'output', 'log'].map(field => lengthOf(item, field)),
  ]);
const lengthOf = (item: Item, field: string): number => {
  const value = (item as unknown as Record<string, unknown>)[field];
  return typeof value === 'string' ? value.length : -1;
};

const timed = (wire: MaskedProtocol, name: string) =>
  parseFrames(recorded(wire, name)).map((frame, at) => ({at, frame}));

describe('masked frames', () => {
  for (const wire of Object.keys(protocols) as MaskedProtocol[]) {
    for (const name of readdirSync(`demo/recordings/${wire}`).map(file => file.slice(0, -6))) {
      it(`of ${wire} ${name} result in a conversation of the same shape`, () => {
        const frames = timed(wire, name);
        const masked = mask(frames, protocols[wire]);
        assert.deepEqual(
          shape(
            foldFrames(
              protocols[wire],
              masked.map(({frame}) => frame),
            ),
          ),
          shape(
            foldFrames(
              protocols[wire],
              frames.map(({frame}) => frame),
            ),
          ),
        );
        assert.deepEqual(
          masked.map(({at}) => at),
          frames.map(({at}) => at),
        );
      });
    }
  }

  it('contain no text of a person', () => {
    const folded = mask(timed('ubik', 'b-multi-step-web-search'), ubik);
    const text = folded.map(({frame}) => frame.data).join('\n');
    for (const word of ['Musée', 'Automates', 'Wednesday', 'Sainte', '6f0f2a54', 'example']) {
      assert.ok(!text.includes(word), word);
    }
    assert.ok(text.includes('tool_update') && text.includes('web_search'));
  });

  it('contain no secrets, wherever they were and however they were cut', () => {
    const secret = fc.constantFrom(
      'sk-ant-api03-Zq81kkPq',
      'jane.doe@example.com',
      '+49 170 1234567',
      'Müller',
      '张伟',
    );
    forAll(runs(1000), [secret, fc.nat(20), fc.boolean()], (words, cut, isField) => {
      const text = `I am ${words}, really.`;
      const at = 5 + (cut % words.length);
      const pieces = [text.slice(0, at), text.slice(at)];
      const frames = pieces.map((piece, place) => ({
        at: place,
        frame: {
          data: JSON.stringify(
            isField
              ? {type: 'tool_update', data: {deep: [{owner: piece}]}}
              : {type: 'response_chunk', content: piece},
          ),
        },
      }));
      const masked = mask(frames, ubik).map(({frame}) => frame.data);
      for (const part of words.match(/[\p{L}\d]{2,}/gu) ?? []) {
        assert.ok(!masked.join('\n').includes(part), `${part} in ${masked.join('\n')}`);
      }
      const lengths = masked.map(data => data.length);
      assert.deepEqual(
        lengths,
        frames.map(({frame}) => frame.data.length),
      );
    });
  });

  it('contain no text of a tool or sentence, whatever its field is called', () => {
    const personal = {action: 'Wire', object: 'passport', status: 'HIV positive', name: 'jane_doe'};
    const datas = [
      {type: 'tool-input-available', toolName: 'pay', input: personal},
      {type: 'tool-output-available', output: {rows: [personal]}},
      {type: 'response_item', arguments: personal, args: [personal], value: personal},
      {type: 'tool_update', data: {phase: 'PARSING', status: 'Ask Jane', data: personal}},
      {type: 'done', response: {output: [{type: 'function_call', status: 'completed'}]}},
      {type: 'text-delta', delta: 'Wire it: jane_doe is HIV positive, PARSING'},
    ];
    const text = masked(datas);
    assert.doesNotMatch(text, /Wire|passport|HIV|positive|jane|Jane|Ask/);
    assert.match(text, /"status":"completed"/);
    assert.match(text, /"type":"function_call"/);
    assert.match(text, /"phase":"PARSING"/);
  });

  it('contain no value of the application, the page or a step', () => {
    const user = {status: 'Mary.Miller', role: 'Mary', name: 'mary_miller', key: ['Mary']};
    for (const data of [
      {type: 'data-user', data: user},
      {type: 'data-user', data: [user]},
      {type: 'start', messageMetadata: {user}},
      {type: 'STATE_SNAPSHOT', snapshot: user},
      {type: 'STATE_DELTA', delta: [{op: 'add', path: '/user', value: user}]},
      {type: 'STATE_DELTA', delta: [{op: 'add', path: '/user', value: {user}}]},
      {type: 'RUN_STARTED', input: {state: user}},
      {type: 'ACTIVITY_SNAPSHOT', content: user},
      {type: 'ACTIVITY_DELTA', patch: [{op: 'add', path: '/user', value: {user}}]},
      {type: 'MESSAGES_SNAPSHOT', messages: [{role: 'activity', content: user}]},
      {type: 'CUSTOM', name: 'on_user', value: user},
      {type: 'RAW', event: {user}},
      {type: 'agent_step_completed', results: user},
      {type: 'tool_update', data: user},
      {type: 'final_result', outputs: user},
      {type: 'tool_start', inputs: user},
    ]) {
      assert.doesNotMatch(masked([data]), /mary|miller/i, JSON.stringify(data));
    }
  });

  it('keep numbers of up to four digits, and times outside of free values', () => {
    const given = {
      type: 'x',
      input: {lat: 48.137154, lon: -11.576124, phone_time: 491701234567, rooms: 12.5, year: 2025},
      lifetime_value: 1234567,
      created_at: 1764450000,
      startTime: 1764450000.5,
    };
    assert.deepEqual(JSON.parse(masked([given])), {
      type: 'x',
      input: {lat: 11.111111, lon: -11.111111, phone_time: 111111111111, rooms: 12.5, year: 2025},
      lifetime_value: 1111111,
      created_at: 1764450000,
      startTime: 1764450000.5,
    });
  });

  it('keep no number of an event that was split', () => {
    const text = '{"lat":48.137154,"year":2025}';
    const pieces = [text.slice(0, 12), text.slice(12)];
    const frames = pieces.map((piece, at) => ({at, frame: {data: JSON.stringify({piece})}}));
    const split: Protocol['split'] = ({data}) => {
      const index = frames.findIndex(({frame}) => frame.data === data);
      const restore = (whole: string) => ({data: whole});
      return {group: 'g', index, total: 2, text: pieces[index] ?? '', restore};
    };
    const parts = mask(frames, {split}).map(
      ({frame}) => (JSON.parse(frame.data) as {readonly piece: string}).piece,
    );
    assert.equal(parts.join(''), '{"xxx":11.111111,"xxxx":2025}');
  });

  it('keep a technical value in its field only', () => {
    const text = masked([
      {type: 'message', role: 'Mary'},
      {type: 'text-delta', delta: 'Mary has a message'},
    ]);
    assert.match(text, /"role":"Mary"/);
    assert.match(text, /"xxxx xxx x xxxxxxx"/);
  });

  it('mask invalid JSON, and everything beside the data', () => {
    const [plain] = mask([{at: 0, frame: {data: 'Hello Jane, 42', event: 'note', id: 'jane-7'}}]);
    assert.deepEqual(plain?.frame, {data: 'xxxxx xxxx, 11', event: 'note', id: 'xxxx-1'});
    assert.equal(maskText('Ask Jane, 42'), 'xxx xxxx, 11');
  });
});
