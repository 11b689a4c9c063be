import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {llm} from './patches.js';
import {aishu, createAishu} from '../../../../src/core/protocol/aishu/index.js';
import type {ResponseData, Operations, RequestShape} from '../../../../src/core/protocol/types.js';

const operations = aishu.operations as Required<Operations>;
const headers = {'x-business-domain': 'bd_public'};
const desk = {agent: 'desk', agentId: 'a-17'};
const inSession = {...desk, session: 's/9'};
const answer = (body: unknown): ResponseData => ({status: 200, headers: {}, body});

/** Values that a server may send in place of an object. */
const unreadable: readonly unknown[] = [undefined, null, '', '<html>', 7, true];
const odd: readonly unknown[] = [...unreadable, [], [{id: 'x'}]];

describe('a created conversation', () => {
  const read = (body: unknown): unknown => operations.create.read(answer(body));

  it('is for the agent by its id, with the versions of both', () => {
    const custom = createAishu({agentVersion: 'v4', executorVersion: 'v1', language: 'zh-TW'});
    assert.deepEqual(custom.operations.create?.request({...desk, title: 'Q'}), {
      method: 'POST',
      path: '/app/desk/conversation',
      headers: {...headers, 'x-language': 'zh-TW'},
      body: {
        json: {title: 'Q', agent_id: 'a-17', agent_version: 'v4', executor_version: 'v1'},
      },
    });
  });

  it('is read with or without its envelope, whose content counts', () => {
    assert.deepEqual(read({id: 's1', title: 'T', status: 'new'}), {
      id: 's1',
      title: 'T',
      status: 'new',
    });
    assert.deepEqual(read({id: 'outer', data: {id: 'inner'}}), {id: 'inner'});
    assert.deepEqual(read({id: 'outer', data: null}), {id: 'outer'});
  });

  it('has its times in ISO 8601, whatever the server counts in', () => {
    const seconds = Date.parse('2026-05-06T07:08:09Z') / 1000;
    for (const create_time of [seconds, seconds * 1e3, seconds * 1e9]) {
      assert.deepEqual(read({id: 's', create_time}), {
        id: 's',
        createdAt: '2026-05-06T07:08:09.000Z',
      });
    }
    assert.deepEqual(read({id: 's', create_time: 'yesterday', update_time: -4}), {id: 's'});
  });

  for (const body of odd) {
    it(`is refused when the answer is ${JSON.stringify(body)}`, () => {
      assert.throws(() => read(body), /^TypeError: JSON with the id of the session$/);
    });
  }
});

describe('a list of conversations', () => {
  const read = (body: unknown): unknown => operations.sessions.read(answer(body));
  const entries = [{id: 'a'}, {id: 'b'}];

  const pages: readonly (readonly [title: string, body: object, more: boolean])[] = [
    ['a total that is greater', {entries, total: 3}, true],
    ['a total that is reached', {entries, total: 2}, false],
    ['a total by its other name', {entries, total_count: 3}, true],
    ['a total beside its other name', {entries, total: 2, total_count: 9}, false],
    ['no total', {entries}, false],
    ['a total that is no figure', {entries, total: '9'}, false],
    ['an empty page of many', {entries: [], total: 9}, false],
  ];
  for (const [title, body, more] of pages) {
    it(`${more ? 'has' : 'has no'} more behind a page with ${title}`, () => {
      assert.equal((read(body) as {more: boolean}).more, more);
    });
  }

  it('skips invalid conversations, and keeps those without a title', () => {
    assert.deepEqual(read({entries: [null, 'x', 7, {}, {id: 'a', title: ''}], total: 1}), {
      sessions: [{id: 'a'}],
      more: false,
    });
  });

  for (const body of unreadable) {
    it(`is an error when the answer is ${JSON.stringify(body)}`, () => {
      assert.throws(() => read(body), TypeError);
    });
  }
});

describe('a history', () => {
  const read = (body: unknown): unknown => operations.history.read(answer(body));
  const content = JSON.stringify({middle_answer: {progress: [llm({answer: 'So'})]}});
  const question = {id: 'u', index: 0, origin: 'user', content: '{"text":"Why?"}'};
  const going = {id: 'm', index: 1, origin: 'assistant', content, status: 'processing'};

  const running = (...messages: object[]): unknown =>
    (read({messages}) as {running?: unknown}).running;

  it('returns the running run, by its id if the server reports it', () => {
    assert.deepEqual(running(question, {...going, ext: '{"agent_run_id":"r7"}'}), {run: 'r7'});
    assert.deepEqual(running(question, going), {run: ''});
  });

  it('has no running run after a question, or if the last answer is complete', () => {
    assert.equal(running(going, {...question, index: 2}), undefined);
    assert.equal(running(question, {...going, status: 'succeded'}), undefined);
    assert.equal(running(question, {...going, status: 'cancelled'}), undefined);
  });

  it('has the number of its last message, if that is a number', () => {
    assert.deepEqual(read({messages: [], message_index: 12}), {messages: [], last: 12});
    assert.deepEqual(read({messages: [], message_index: 0}), {messages: [], last: 0});
    for (const message_index of ['12', null, NaN, {}]) {
      assert.deepEqual(read({messages: [], message_index}), {messages: []});
    }
  });

  for (const body of unreadable) {
    it(`is an error when the answer is ${JSON.stringify(body)}`, () => {
      assert.throws(() => read(body), TypeError);
    });
  }

  it('is empty where a new conversation has no list yet', () => {
    for (const body of [{id: 's'}, {id: 's', Messages: null}, []])
      assert.deepEqual(read(body), {messages: []});
  });
});

describe('marking as read', () => {
  it('is reported by the number of the last message, to the conversation', () => {
    for (const last of [0, 41]) {
      assert.deepEqual(operations.markRead.request({...inSession, last}), {
        method: 'PUT',
        path: '/app/desk/conversation/s%2F9/mark_read',
        headers,
        body: {json: {latest_read_index: last}},
      });
    }
  });

  it('ignores the response', () => {
    for (const body of odd) assert.doesNotThrow(() => operations.markRead.read(answer(body)));
  });
});

describe('a session of any name', () => {
  it('stays one part of the path', () => {
    const requests: readonly ((session: string) => RequestShape)[] = [
      session => operations.history.request({...desk, session}),
      session => operations.remove.request({...desk, session}),
      session => operations.rename.request({...desk, session, title: 'T'}),
    ];
    for (const request of requests) {
      for (const session of ['a/../b', 'a?b=c', 'a#b', 'ä b', '%2F']) {
        const path = `/app/desk/conversation/${encodeURIComponent(session)}`;
        assert.equal(request(session).path, path);
      }
    }
  });
});

describe('an uploaded file', () => {
  const file = {name: 'año 100%/b?.txt', size: 1, type: 'text/plain'};

  it('is sent to a path that its name cannot leave', () => {
    const {query, body} = operations.upload.request({...desk, session: 's1', file});
    const name = 'a%C3%B1o%20100%25%2Fb%3F.txt';
    assert.deepEqual(query, {path: `conversation-s1/uploads/temparea/${name}`});
    assert.deepEqual(body, {form: [{name: 'file', value: file}]});
  });

  const answers: readonly (readonly [body: unknown, id: string, name: string])[] = [
    [{file_name: 'p/a.txt', file_path: 'q/b.txt', path: 'r/c.txt'}, 'p/a.txt', 'a.txt'],
    [{file_path: 'q/b.txt', path: 'r/c.txt'}, 'q/b.txt', 'b.txt'],
    [{path: 'r/c.txt'}, 'r/c.txt', 'c.txt'],
    [{path: 'outer', data: {path: 'inner'}}, 'inner', 'inner'],
    [{path: 'p/a%C3%B1o.txt'}, 'p/a%C3%B1o.txt', 'año.txt'],
    [{path: 'p/100%25%zz.txt'}, 'p/100%25%zz.txt', '100%25%zz.txt'],
    [{path: 'p/'}, 'p/', ''],
  ];
  for (const [body, id, name] of answers) {
    it(`is named by ${JSON.stringify(body)}`, () => {
      assert.deepEqual(operations.upload.read(answer(body)), {id, name, status: 'ready'});
    });
  }

  for (const body of [...odd, {path: ''}, {path: 7}, {data: []}]) {
    it(`has failed when the answer is ${JSON.stringify(body)}`, () => {
      assert.deepEqual(operations.upload.read(answer(body)), {id: '', name: '', status: 'failed'});
    });
  }
});

describe('the onboarding', () => {
  const {request, otherwise, read} = operations.onboarding;
  const at = (version: string, agent = 'desk'): string =>
    `/../../agent-factory/v3/agent-market/agent/${agent}/version/${version}`;

  it('is requested from the draft if nothing was published', () => {
    const draft = otherwise?.({agent: 'desk'});
    assert.deepEqual(draft, {...request({agent: 'desk'}), path: at('v0')});
    assert.equal(request({agent: 'desk'}).path, at('latest'));
  });

  it('is requested from the draft also if a version was configured', () => {
    const {onboarding} = createAishu({agentVersion: 'v2/x'}).operations;
    assert.equal(onboarding?.request({agent: 'a b'}).path, at('v2%2Fx', 'a%20b'));
    assert.equal(onboarding.otherwise?.({agent: 'a b'})?.path, at('v0', 'a%20b'));
  });

  it('is not requested without an agent', () => {
    assert.throws(() => request({}), TypeError);
  });

  const opening = (config: unknown): unknown => read(answer({config}));

  it('are as they were written, and questions without the space around them', () => {
    const remark = {type: 'fixed', fixed_opening_remark: ' Hello '};
    assert.deepEqual(
      opening({opening_remark_config: remark, preset_questions: [{question: ' What? '}]}),
      {greeting: ' Hello ', questions: ['What?']},
    );
  });

  for (const remark of [{type: 'fixed'}, {type: 'dynamic', fixed_opening_remark: 'x'}, 'x', null]) {
    it(`have no greeting in ${JSON.stringify(remark)}`, () => {
      assert.deepEqual(opening({opening_remark_config: remark}), {questions: []});
    });
  }

  for (const body of odd) {
    it(`are none when the answer is ${JSON.stringify(body)}`, () => {
      assert.deepEqual(read(answer(body)), {questions: []});
    });
  }
});
