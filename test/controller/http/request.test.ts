import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  endpointUrl,
  requestInit,
  requestUrl,
  sameOrigin,
} from '../../../src/controller/http/request.js';

describe('the headers of a request', () => {
  const shape = {method: 'POST', path: '', headers: {'x-own': 'protocol'}} as const;

  it('may be given as any value that `fetch` accepts', () => {
    for (const extra of [new Headers({'x-key': '1'}), [['x-key', '1']] as [string, string][]]) {
      const {headers} = requestInit(shape, extra);
      assert.equal(headers.get('x-key'), '1');
      assert.equal(headers.get('x-own'), 'protocol');
    }
  });

  it('are no text', () => {
    assert.throws(() => requestInit(shape, 'x-key: 1' as never), TypeError);
  });
});

describe('the body of a request', () => {
  it('has no half of a surrogate pair, however deep', () => {
    const json = {content: 'ok \ud83d', list: ['\ude00 x', {text: '😀'}], count: 1, none: null};
    const {body} = requestInit({method: 'POST', path: '', body: {json}}, {});
    assert.ok(typeof body === 'string');
    assert.doesNotMatch(body, /\\ud[89a-f]/i);
    assert.deepEqual(JSON.parse(body), {
      content: 'ok \ufffd',
      list: ['\ufffd x', {text: '😀'}],
      count: 1,
      none: null,
    });
  });

  it('has none in the names of fields, and keeps what only looks like one', () => {
    const json = {'a\ud83d': {'\ude00': String.raw`\ud83d \\ud83d "`}, '😀\\': '\n\u0001'};
    const {body} = requestInit({method: 'POST', path: '', body: {json}}, {});
    assert.ok(typeof body === 'string');
    assert.deepEqual(JSON.parse(body), {
      'a\ufffd': {'\ufffd': String.raw`\ud83d \\ud83d "`},
      '😀\\': '\n\u0001',
    });
  });

  it('has none in form fields', () => {
    const form = [{name: 'text', value: 'ok \ud83d'}];
    const {body} = requestInit({method: 'POST', path: '', body: {form}}, {});
    assert.ok(body instanceof FormData);
    assert.equal(body.get('text'), 'ok \ufffd');
  });
});

describe('the address of a request', () => {
  it('has the host of the endpoint, also if its path begins with two slashes', () => {
    for (const path of ['//api/v1', '//', '//evil.example/x']) {
      const endpoint = endpointUrl(`https://chat.example.com${path}`);
      for (const below of ['', 'agent-sessions', '//other.example/x', '/../..//y']) {
        const {host} = requestUrl(endpoint, {method: 'GET', path: below});
        assert.equal(host, 'chat.example.com', `${path} ${below}`);
      }
      assert.equal(sameOrigin(endpoint, 'stream/1')?.host, 'chat.example.com');
    }
    const endpoint = endpointUrl('https://chat.example.com//api/v1?key=1#top');
    const {href} = requestUrl(endpoint, {method: 'GET', path: '/runs/a%2Fb', query: {page: 2}});
    assert.equal(href, 'https://chat.example.com//api/v1/runs/a%2Fb?key=1&page=2');
  });
});
