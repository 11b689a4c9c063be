import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {
  AishuRequests,
  withContext,
  withoutContext,
} from '../../../../src/core/protocol/aishu/requests.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

describe('Requests', () => {
  it('contain partition and language of the platform', () => {
    const headers = (options: object): unknown =>
      new AishuRequests(options).app('GET', {agent: 'key'}, '').headers;
    assert.deepEqual(headers({}), {'x-business-domain': 'bd_public'});
    assert.deepEqual(headers({businessDomain: 'bd_1', language: 'en-US'}), {
      'x-business-domain': 'bd_1',
      'x-language': 'en-US',
    });
  });

  it('to an agent name it in their path, whatever its key is', () => {
    const path = (agent?: string): string =>
      new AishuRequests({}).app('POST', agent === undefined ? {} : {agent}, '/chat').path;
    assert.equal(path('key'), '/app/key/chat');
    assert.equal(path('a/b c?'), '/app/a%2Fb%20c%3F/chat');
    for (const none of [undefined, '']) assert.throws(() => path(none), TypeError);
  });

  it('to services beside it leave the run prefix', () => {
    const {method, path, query} = new AishuRequests({}).service('GET', '/v1/x', {query: {a: 1}});
    assert.deepEqual([method, path, query], ['GET', '/../../v1/x', {a: 1}]);
  });

  it('identify the agent by its id, if known, else by its key', () => {
    const requests = new AishuRequests({});
    assert.deepEqual(requests.agentOf({agent: 'key', agentId: 'id'}), {
      agent_id: 'id',
      agent_version: 'latest',
      executor_version: 'v2',
    });
    assert.equal(requests.agentOf({agent: 'key'})['agent_id'], 'key');
    assert.equal(requests.agentOf({})['agent_id'], undefined);
  });

  it('name the versions that were asked for', () => {
    const requests = new AishuRequests({agentVersion: 'v0', executorVersion: 'v1'});
    assert.equal(requests.version, 'v0');
    const {agent_version: agent, executor_version: executor} = requests.agentOf({});
    assert.deepEqual([agent, executor], ['v0', 'v1']);
  });

  it('of a chat ask for a stream of patches, with progress and history', () => {
    const {accept, body} = new AishuRequests({}).chat(
      {agent: 'key'},
      {query: 'Hi', stream: 'mine'},
    );
    assert.equal(accept, 'stream');
    assert.deepEqual(body, {
      json: {
        agent_id: 'key',
        agent_version: 'latest',
        executor_version: 'v2',
        stream: 'mine',
        inc_stream: true,
        chat_option: {
          is_need_history: true,
          is_need_progress: true,
          is_need_doc_retrival_post_process: true,
          enable_dependency_cache: true,
        },
        query: 'Hi',
      },
    });
  });
});

describe('withContext', () => {
  it('lays the title and the value before the question', () => {
    assert.equal(
      withContext('Why?', {title: 'Order 7', data: {id: 7}}),
      '【上下文: Order 7】\n{\n  "id": 7\n}\n\nWhy?',
    );
  });

  it('writes a value that is missing as null', () => {
    assert.equal(withContext('Why?', {title: 'T', data: undefined}), '【上下文: T】\nnull\n\nWhy?');
  });

  it('leaves a question without a context unchanged', () => {
    assert.equal(withContext('Why?', undefined), 'Why?');
    assert.equal(withContext('Why?', {title: '', data: {id: 7}}), 'Why?');
  });
});

describe('withoutContext', () => {
  it('splits it again', () => {
    const title = fc.string({minLength: 1}).filter(text => !/[\n\r\u2028\u2029】]/.test(text));
    forAll(runs(1_000), [fc.string(), title, fc.jsonValue()], (text, name, data) => {
      assert.deepEqual(withoutContext(withContext(text, {title: name, data})), {
        text,
        context: name,
      });
    });
  });

  const whole = [
    'Why?',
    '',
    '【上下文: T】',
    '【上下文: T】\nnull',
    '【上下文: T】\nnot JSON\n\nWhy?',
    '【上下文: 】\nnull\n\nWhy?',
    ' 【上下文: T】\nnull\n\nWhy?',
    '【context: T】\nnull\n\nWhy?',
  ];
  for (const text of whole) {
    it(`keeps ${JSON.stringify(text)} whole`, () => {
      assert.deepEqual(withoutContext(text), {text});
    });
  }
});
