import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  isAsked,
  needOf,
  questionOf,
  toolFields,
  toolStatus,
} from '../../../../src/core/protocol/ai-sdk/tool-items.js';
import type {UiPart} from '../../../../src/core/index.js';

const part = (fields: object): UiPart => ({type: 'tool-add', toolCallId: 'c', ...fields});

describe('needOf', () => {
  const cases: readonly (readonly [object, string])[] = [
    [{state: 'input-streaming'}, 'nothing'],
    [{state: 'input-available'}, 'page'],
    [{state: 'input-available', providerExecuted: true}, 'nothing'],
    [{state: 'approval-requested', approval: {id: 'p'}}, 'answer'],
    [{state: 'approval-requested', approval: {id: 'p'}, providerExecuted: true}, 'answer'],
    [{state: 'approval-requested', approval: {id: 'p', isAutomatic: true}}, 'nothing'],
    [{state: 'approval-responded', approval: {id: 'p', approved: true}}, 'page'],
    [{state: 'approval-responded', approval: {id: 'p', approved: false}}, 'nothing'],
    [{state: 'output-available', output: 1}, 'nothing'],
    [{state: 'output-error'}, 'nothing'],
    [{state: 'output-denied'}, 'nothing'],
  ];
  for (const [fields, need] of cases) {
    it(`is ${need} for ${JSON.stringify(fields)}`, () => {
      assert.equal(needOf(part(fields)), need);
    });
  }
});

describe('toolStatus', () => {
  it('follows the state of the part', () => {
    const approval = {id: 'p'};
    const statuses = [
      {state: 'input-streaming'},
      {state: 'input-available'},
      {state: 'approval-requested', approval},
      {state: 'approval-requested', approval: {...approval, isAutomatic: true}},
      {state: 'output-available'},
      {state: 'output-available', preliminary: true},
      {state: 'output-error'},
      {state: 'output-denied'},
      {state: 'later'},
    ].map(fields => toolStatus(part(fields)));
    assert.deepEqual(statuses, [
      ...['streaming', 'streaming', 'waiting', 'streaming'],
      ...['done', 'streaming', 'failed', 'stopped', 'streaming'],
    ]);
  });
});

describe('toolFields', () => {
  it('accepts parts of any shape', () => {
    const fields = toolFields({type: 'dynamic-tool', toolCallId: 7, input: undefined}, '');
    assert.deepEqual(fields, {name: '', executionId: '', input: '', output: '', log: ''});
  });
});

describe('questionOf', () => {
  it('names the tool if there is no reason', () => {
    const asked = part({input: {a: 1}, approval: {id: 'p'}});
    assert.ok(isAsked(asked));
    assert.equal(questionOf(asked, '').prompt, '');
    assert.equal(questionOf(asked, '').answer, undefined);
  });

  it('has the title of the tool, and the complete input, also if it is no object', () => {
    const asked = (fields: object, streamed = '') => {
      const call = part({...fields, approval: {id: 'p'}});
      return questionOf(call, toolFields(call, streamed).input ?? '');
    };
    assert.equal(asked({title: 'Delete a file'}).toolTitle, 'Delete a file');
    assert.deepEqual(asked({input: {a: 1}}).arguments, {a: 1});
    assert.deepEqual(asked({input: 'rm -r /'}).arguments, {input: 'rm -r /'});
    assert.deepEqual(asked({input: [1, 2]}).arguments, {input: [1, 2]});
    assert.deepEqual(asked({}).arguments, {});
    const streamed = '{"id": 9007199254740993}';
    assert.deepEqual(asked({input: JSON.parse(streamed) as unknown}, streamed).arguments, {
      id: '9007199254740993',
    });
  });

  it('has the app of the tool, wherever the version of the SDK puts it', () => {
    const app = {resourceUri: 'ui://clock/app.html', mimeType: 'text/html;profile=mcp-app'};
    const own = {resourceUri: 'ui://clock/app.html'};
    const cases: readonly (readonly [object, unknown])[] = [
      [{toolMetadata: {app, clientName: 'clock'}}, {...own, server: 'clock'}],
      [{toolMetadata: {mcp: {app}}}, own],
      [{callProviderMetadata: {mcp: {app}}}, own],
      [{toolMetadata: {app: {...app, visibility: ['app', 7]}}}, {...own, visibility: ['app']}],
      [{toolMetadata: {app: {resourceUri: 'https://evil.example/'}}}, undefined],
      [{toolMetadata: {app: 'ui://clock/app.html'}, callProviderMetadata: []}, undefined],
      [{toolMetadata: null}, undefined],
      [{}, undefined],
    ];
    for (const [fields, expected] of cases) {
      assert.deepEqual(toolFields(part(fields), '').app, expected, JSON.stringify(fields));
    }
  });
});
