import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  isAppUri,
  readResourceResult,
  readToolApp,
  readToolResult,
} from '../../../../src/core/protocol/operations/apps.js';

const resourceUri = 'ui://clock/app.html';

describe('readToolApp', () => {
  it('reads the address, the server and who may call the tool', () => {
    const value = {resourceUri, visibility: ['model', 'app'], csp: {}};
    assert.deepEqual(readToolApp(value, 'clock'), {
      resourceUri,
      server: 'clock',
      visibility: ['model', 'app'],
    });
    assert.deepEqual(readToolApp({resourceUri}), {resourceUri});
  });

  it('declines what is no app', () => {
    for (const value of [
      undefined,
      null,
      'ui://clock/app.html',
      {},
      {resourceUri: 7},
      {resourceUri: 'https://evil.example/ui://'},
      {resourceUri: 'javascript:alert(1)'},
      {resourceUri: ' ui://clock'},
      JSON.parse('{"__proto__": {"resourceUri": "ui://clock"}}'),
    ]) {
      assert.equal(readToolApp(value, 'clock'), undefined, JSON.stringify(value));
    }
  });

  it('ignores a server and a visibility of another shape', () => {
    const value = {resourceUri, visibility: 'app'};
    assert.deepEqual(readToolApp(value, {name: 'clock'}), {resourceUri});
    const mixed = {resourceUri, visibility: [null, 'app', {}]};
    assert.deepEqual(readToolApp(mixed), {resourceUri, visibility: ['app']});
  });
});

describe('isAppUri', () => {
  it('accepts addresses of apps only', () => {
    assert.ok(isAppUri(resourceUri));
    for (const uri of ['UI://x', 'ui:/x', 'file:///ui://x', '', 7, null, [resourceUri]]) {
      assert.ok(!isAppUri(uri), JSON.stringify(uri));
    }
  });
});

describe('the results of a server', () => {
  it('are read as they came', () => {
    const content = {uri: resourceUri, mimeType: 'text/html;profile=mcp-app', text: 'x', blob: 'y'};
    const body = {contents: [content, 'no record'], ttlMs: 5};
    assert.deepEqual(readResourceResult(body), {contents: [content]});
    const tools = [{name: 'find'}];
    assert.deepEqual(readResourceResult({...body, tools}), {contents: [content], tools});
    const result = {content: [], structuredContent: {a: 1}, isError: true, _meta: {b: 2}};
    assert.deepEqual(readToolResult(result), result);
  });

  it('are refused in another shape', () => {
    for (const body of [undefined, null, '', [], {}, {contents: 'x'}, {error: 'x'}]) {
      assert.throws(() => readResourceResult(body), /not a resource/, JSON.stringify(body));
    }
    for (const body of [undefined, null, 'text', [], 7]) {
      assert.throws(() => readToolResult(body), /not a result/, JSON.stringify(body));
    }
  });
});
