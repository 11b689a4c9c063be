import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {instantOf, readEvent, timeOf} from '../../../../src/core/protocol/ubik/events.js';
import {forAll} from '../../../support/for-all.js';

describe('instantOf', () => {
  const noon = Date.UTC(2026, 2, 4, 12, 0, 0) * 1000;
  const cases: readonly (readonly [text: string, instant: number])[] = [
    ['2026-03-04T12:00:00Z', noon],
    ['2026-03-04T12:00:00', noon],
    ['2026-03-04 12:00:00', noon],
    ['2026-03-04t12:00:00z', noon],
    [' 2026-03-04T12:00:00 Z ', noon],
    ['2026-03-04T12:00:00.1Z', noon + 100_000],
    ['2026-03-04T12:00:00.123Z', noon + 123_000],
    ['2026-03-04T12:00:00,123456Z', noon + 123_456],
    ['2026-03-04T12:00:00.123456789Z', noon + 123_456],
    ['2026-03-04T12:00:00.000001', noon + 1],
    ['2026-03-04T14:00:00+02:00', noon],
    ['2026-03-04T14:00:00+0200', noon],
    ['2026-03-04T06:30:00.5-05:30', noon + 500_000],
    ['2026-03-04T12:00:00.25+00:00', noon + 250_000],
  ];
  for (const [text, instant] of cases) {
    it(`reads ${text}`, () => {
      assert.equal(instantOf(text), instant);
    });
  }

  it('reads every time as the platform does, to the millisecond', () => {
    forAll(
      100,
      [fc.date({min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true})],
      date => {
        assert.equal(instantOf(date.toISOString()), date.getTime() * 1000);
      },
    );
  });

  it('knows no time in anything else', () => {
    for (const odd of ['', 'soon', '2026-03-04', '2026-03-04T12:00', 1772625600, null, {}, []]) {
      assert.equal(instantOf(odd), undefined);
    }
  });
});

describe('readEvent', () => {
  const event = {type: 'tool_update', timestamp: 'T', step: 1};
  it('finds the type in each of the four framings', () => {
    const {type, ...rest} = event;
    const framings = [
      {data: JSON.stringify(event)},
      {event: type, data: JSON.stringify(rest)},
      {data: JSON.stringify({event_type: type, data: rest})},
      {data: JSON.stringify({event: type, data: rest})},
      {event: 'message', data: JSON.stringify({event: type, data: rest})},
      {data: JSON.stringify({event_type: type, timestamp: 'T', data: {step: 1}})},
      {event: 'other', data: JSON.stringify(event)},
    ];
    for (const frame of framings) assert.deepEqual(readEvent(frame), event);
  });

  it('reads fields beside the type if there is no data', () => {
    assert.deepEqual(readEvent({data: '{"event_type":"x","data":3}'}), {
      type: 'x',
      event_type: 'x',
      data: 3,
    });
  });

  it('finds no event without a type', () => {
    for (const data of ['', '{', '[]', '"x"', 'null', '{}', '{"type":1}', '[DONE]']) {
      assert.equal(readEvent({data}), undefined);
      assert.equal(readEvent({event: 'message', data}), undefined);
    }
  });

  it('reads keys that reach prototypes as plain fields', () => {
    const event = readEvent({event: 'x', data: '{"__proto__":{"polluted":1},"constructor":2}'});
    assert.ok(event && Object.hasOwn(event, '__proto__'));
    assert.equal(({} as {polluted?: number}).polluted, undefined);
  });
});

describe('timeOf', () => {
  it('uses created_at without a timestamp', () => {
    const created = {data: '{"type":"checkpoint_created","created_at":"1970-01-01T00:00:01Z"}'};
    assert.equal(timeOf(created), 1_000_000);
    assert.equal(timeOf({data: '{"type":"x","timestamp":"?"}'}), undefined);
    assert.equal(timeOf({data: '?'}), undefined);
  });
});
