import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createAgUi} from '../../../../src/core/index.js';
import {
  activity,
  activityDelta,
  bodyOf,
  call,
  finish,
  folded,
  result,
  snapshot,
  start,
  text,
  withCalls,
  type EventData,
} from './events.js';

const resourceUri = 'ui://clock/app.html';
const content = {result: {content: []}, resourceUri, serverHash: 'h', toolInput: {}};
const app = (fields: object = {}): EventData =>
  activity('a1', {...content, ...fields}, {activityType: 'mcp-apps', replace: true});
const own = {resourceUri, result: content.result, handle: {serverHash: 'h'}};

/** The apps of the calls of a run, by the id of the call. */
const appsOf = (...events: readonly EventData[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    folded([start(), ...events, finish()]).message.children.flatMap(item =>
      item.kind === 'tool' ? [[item.executionId ?? '', item.app] as const] : [],
    ),
  );

const twoCalls = [
  ...call('c1', 'clock', {}),
  result('c1', 'noon'),
  ...call('c2', 'clock', {}),
  result('c2', 'one'),
];

describe('an activity with an app', () => {
  it('belongs to the call of the last result', () => {
    assert.deepEqual(appsOf(...twoCalls, app()), {c1: undefined, c2: own});
    const first = [...call('c1', 'clock', {}), result('c1', 'noon'), app()];
    assert.deepEqual(appsOf(...first, ...call('c2', 'other', {})), {c1: own, c2: undefined});
  });

  it('stays with its call when it is sent or changed again after another result', () => {
    const first = [...call('c1', 'clock', {}), result('c1', 'noon'), app()];
    const second = [...call('c2', 'clock', {}), result('c2', 'one')];
    const changed = {...own, handle: {serverHash: 'k'}};
    const change = activityDelta('a1', {op: 'replace', path: '/serverHash', value: 'k'});
    for (const again of [app({serverHash: 'k'}), {...change, activityType: 'mcp-apps'}]) {
      assert.deepEqual(appsOf(...first, ...second, again), {c1: changed, c2: undefined});
    }
  });

  it('stays with its call when a later stream of the answer sends or changes it', () => {
    const {message} = folded([
      start(),
      ...call('c1', 'clock', {}),
      result('c1', 'noon'),
      app(),
      ...call('c2', 'theme', {}),
      finish(),
    ]);
    const changed = {...own, handle: {serverHash: 'k'}};
    const change = activityDelta('a1', {op: 'replace', path: '/serverHash', value: 'k'});
    for (const again of [app({serverHash: 'k'}), {...change, activityType: 'mcp-apps'}]) {
      for (const more of [[], [...call('c3', 'clock', {}), result('c3', 'one')]]) {
        const events = [start({runId: 'r2'}), result('c2', 'dark'), ...more, again, finish()];
        const {children} = folded(events, {message}).message;
        const apps = children.flatMap(item => (item.kind === 'tool' ? [item.app] : []));
        assert.deepEqual(apps, [changed, undefined, ...more.slice(-1).map(() => undefined)]);
      }
    }
  });

  it('names the server', () => {
    const apps = appsOf(...twoCalls, app({serverId: 'clock'}));
    const handle = {serverHash: 'h', serverId: 'clock'};
    assert.deepEqual(apps, {c1: undefined, c2: {...own, server: 'clock', handle}});
  });

  it('is found in a snapshot too', () => {
    const messages = [
      {id: 'u', role: 'user', content: 'When?'},
      withCalls('m1', undefined, ['c1', 'clock', '{}']),
      {id: 't', role: 'tool', toolCallId: 'c1', content: 'noon'},
      {id: 'a1', role: 'activity', activityType: 'mcp-apps', content},
    ];
    assert.deepEqual(appsOf(snapshot(...messages)), {c1: own});
  });

  it('is no app of a call without a result, with another type or another scheme', () => {
    for (const events of [
      [...twoCalls, app({resourceUri: 'https://evil.example/'})],
      [...twoCalls, activity('a1', content)],
      [app(), ...twoCalls],
    ]) {
      assert.deepEqual(appsOf(...events), {c1: undefined, c2: undefined});
    }
    assert.deepEqual(appsOf(...text('m', 'Hi'), app()), {});
  });
});

describe('the answer to a request of an app', () => {
  const {readResource, callTool} = createAgUi({apps: true}).operations;
  const read = (body: unknown): unknown => callTool?.read({status: 200, body, headers: {}});

  it('is the result of the run', () => {
    const body = bodyOf([start(), finish({result: {content: [], _meta: {a: 1}}})]);
    assert.deepEqual(read(body), {content: [], _meta: {a: 1}});
  });

  it('is an error if the run failed, or has no result', () => {
    const failures: readonly (readonly [unknown, RegExp])[] = [
      [bodyOf([start(), finish({result: {error: 'Unknown tool'}})]), /Unknown tool/],
      [bodyOf([start(), {type: 'RUN_ERROR', message: 'Broke'}]), /Broke/],
      [bodyOf([start(), finish()]), /not a result/],
      [bodyOf([start()]), /not a result/],
      ['data: {"type":\n\n', /not a result/],
      [{content: []}, /not a result/],
    ];
    for (const [body, error] of failures) assert.throws(() => read(body), error, String(body));
    const body = bodyOf([start(), finish({result: {content: []}})]);
    const response = {status: 200, body, headers: {}};
    assert.throws(() => readResource?.read(response), /not a resource/);
  });
});
