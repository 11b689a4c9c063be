import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {bare, llm} from './patches.js';
import {aishu, createAishu, type AishuOptions} from '../../../../src/core/protocol/aishu/index.js';
import {
  emptyConversation,
  type Conversation,
  type Item,
  type RequestItem,
} from '../../../../src/core/model/item.js';
import type {Operations, RequestShape} from '../../../../src/core/protocol/types.js';

const operations = aishu.operations as Required<Operations>;
const agent = {agent: 'key 1', agentId: 'id-1'};
const headers = {'x-business-domain': 'bd_public'};
const every = {
  agent_id: 'id-1',
  agent_version: 'latest',
  executor_version: 'v2',
  stream: true,
  inc_stream: true,
  chat_option: {
    is_need_history: true,
    is_need_progress: true,
    is_need_doc_retrival_post_process: true,
    enable_dependency_cache: true,
  },
};
const completion = '/app/key%201/chat/completion';

function post(path: string, json: unknown): RequestShape {
  return {method: 'POST', path, headers, body: {json}};
}

function stream(path: string, json: unknown): RequestShape {
  return {...post(path, json), accept: 'stream'};
}

function said(role: 'user' | 'assistant', messageId: string, text: string): Item {
  const children: Item[] = [
    {id: `${messageId}.t`, kind: 'text', status: 'done', children: [], text},
  ];
  return {id: messageId, kind: 'message', role, status: 'done', children, messageId};
}

const conversation: Conversation = {
  version: 1,
  children: [
    said('user', 'u1', 'Why?'),
    said('assistant', 'm1', 'Because.'),
    said('user', 'u2', 'How?'),
  ],
};

describe('sending', () => {
  const send = (more: object = {}): RequestShape =>
    operations.send.request({...agent, text: 'Why?', conversation: emptyConversation, ...more});

  it('asks for patches, with progress and history', () => {
    assert.deepEqual(
      send({session: 'c1'}),
      stream(completion, {...every, conversation_id: 'c1', query: 'Why?'}),
    );
  });

  it('lets the server create a conversation, and uses the key as the id if there is no other', () => {
    const request = operations.send.request({agent: 'k', text: 'Why?', conversation});
    assert.deepEqual(
      request,
      stream('/app/k/chat/completion', {...every, agent_id: 'k', query: 'Why?'}),
    );
  });

  it('lays the context of the page beside the question, and files', () => {
    const query = '【上下文: Order】\n{\n  "id": 7\n}\n\nWhy?';
    assert.deepEqual(
      send({context: {title: 'Order', data: {id: 7}}, files: ['a/b.txt']}),
      stream(completion, {
        ...every,
        query,
        custom_querys: {id: 7},
        selected_files: [{file_name: 'a/b.txt'}],
      }),
    );
    const list = send({context: {title: '', data: [1]}, files: []});
    assert.deepEqual(
      list,
      stream(completion, {...every, query: 'Why?', custom_querys: {context: [1]}}),
    );
  });

  it('reads an answer that arrives at once', () => {
    const body = {
      conversation_id: 'c1',
      agent_run_id: 'r1',
      message: {id: 'm1', content: {middle_answer: {progress: [llm({answer: 'Hi'})]}}},
    };
    const opened = operations.send.read({status: 200, headers: {}, body});
    assert.deepEqual(
      [opened.session, opened.run, opened.message?.id, opened.message?.status],
      ['c1', 'r1', 'm1', 'done'],
    );
    assert.deepEqual(opened.message?.children.map(bare), [
      {kind: 'text', status: 'done', text: 'Hi'},
    ]);
    assert.deepEqual(
      operations.send.read({status: 200, headers: {}, body: {conversation_id: 'c1'}}),
      {session: 'c1'},
    );
    for (const odd of [undefined, 'html', []])
      assert.deepEqual(operations.send.read({status: 200, headers: {}, body: odd}), {});
  });
});

describe('a run', () => {
  it('can be joined again, and stopped by a separate request', () => {
    assert.deepEqual(
      operations.attach.request({...agent, session: 'c1'}),
      stream('/app/key%201/chat/resume', {conversation_id: 'c1'}),
    );
    const ids = {conversation_id: 'c1', agent_run_id: 'r1', interrupted_assistant_message_id: 'm1'};
    const stopped = operations.stop.request({...agent, session: 'c1', run: 'r1', message: 'm1'});
    assert.deepEqual(stopped, post('/app/key%201/chat/termination', ids));
    assert.deepEqual(
      operations.stop.request({...agent, session: 'c1'}),
      post('/app/key%201/chat/termination', {conversation_id: 'c1'}),
    );
    assert.doesNotThrow(() => operations.stop.read({status: 500, headers: {}, body: 'html'}));
  });

  it('is repeated for an answer, with the question before it', () => {
    const again = operations.regenerate.request({
      ...agent,
      session: 'c1',
      message: 'm1',
      conversation,
    });
    const fields = {conversation_id: 'c1', query: 'Why?', regenerate_assistant_message_id: 'm1'};
    assert.deepEqual(again, stream(completion, {...every, ...fields}));
  });

  it('is repeated with the context and the files of the question', () => {
    const file = {kind: 'file', status: 'done', children: [], name: 'plan.md'} as const;
    const [asked, answer] = conversation.children;
    assert.ok(asked && answer);
    const withFile = {
      ...asked,
      children: [...asked.children, {...file, id: 'f', documentId: 'w/plan.md'}],
    } as Item;
    const context = {title: 'Plan', data: {step: 2}};
    const rest = {
      conversation_id: 'c1',
      custom_querys: {step: 2},
      selected_files: [{file_name: 'w/plan.md'}],
    };
    const query = (text: string): string => `【上下文: Plan】\n{\n  "step": 2\n}\n\n${text}`;
    const input = {...agent, session: 'c1', context};
    for (const [message, children, id] of [
      ['m1', [withFile, answer], {regenerate_assistant_message_id: 'm1'}],
      ['u1', [withFile], {regenerate_user_message_id: 'u1'}],
    ] as const) {
      const kept = {version: 1, children} as const;
      assert.deepEqual(
        operations.regenerate.request({...input, message, conversation: kept}),
        stream(completion, {...every, ...rest, ...id, query: query('Why?')}),
      );
    }
    const unnamed: Item = {
      id: 'm0',
      kind: 'message',
      role: 'assistant',
      status: 'done',
      children: [],
    };
    const edited = {version: 1, children: [unnamed, withFile]} as const;
    assert.deepEqual(
      operations.edit.request({...input, message: 'u1', text: 'Why so?', conversation: edited}),
      stream(completion, {
        ...every,
        ...rest,
        regenerate_user_message_id: 'u1',
        query: query('Why so?'),
      }),
    );
  });

  it('is repeated for an answer that the page has already removed', () => {
    const left = {...conversation, children: conversation.children.slice(0, 1)};
    const again = operations.regenerate.request({
      ...agent,
      session: 'c1',
      message: 'm1',
      conversation: left,
    });
    const fields = {conversation_id: 'c1', query: 'Why?', regenerate_assistant_message_id: 'm1'};
    assert.deepEqual(again, stream(completion, {...every, ...fields}));
  });

  it('is repeated for a question, or for another in its place', () => {
    const again = operations.regenerate.request({
      ...agent,
      session: 'c1',
      message: 'u2',
      conversation,
    });
    const fields = {conversation_id: 'c1', query: 'How?', regenerate_user_message_id: 'u2'};
    assert.deepEqual(again, stream(completion, {...every, ...fields}));
    const edited = operations.edit.request({...agent, session: 'c1', message: 'u2', text: 'When?'});
    assert.deepEqual(edited, stream(completion, {...every, ...fields, query: 'When?'}));
    const unknown = operations.regenerate.request({...agent, session: 'c1', message: 'm9'});
    const empty = {conversation_id: 'c1', query: '', regenerate_assistant_message_id: 'm9'};
    assert.deepEqual(unknown, stream(completion, {...every, ...empty}));
  });
});

describe('an id that is empty or unknown', () => {
  const question = (handle: unknown): RequestItem => ({
    id: 'r',
    kind: 'request',
    status: 'waiting',
    children: [],
    prompt: 'Go?',
    inputTypes: [],
    handle,
  });
  const bodyOf = ({body}: RequestShape): Record<string, unknown> =>
    (body as {json: Record<string, unknown>}).json;

  it('is left out of the request that stops a run', () => {
    for (const ids of [{}, {run: '', message: ''}]) {
      const {json} = operations.stop.request({...agent, session: 'c1', ...ids}).body as {
        json: unknown;
      };
      assert.deepEqual(json, {conversation_id: 'c1'});
    }
  });

  it('is left out of the request that answers a question', () => {
    for (const handle of [undefined, {}, {agentRunId: '', messageId: ''}, {agentRunId: 7}]) {
      const body = bodyOf(
        operations.reply.request({
          ...agent,
          session: 'c1',
          request: question(handle),
          answer: {input: true, type: 'text'},
        }),
      );
      assert.equal('agent_run_id' in body, false);
      assert.equal('interrupted_assistant_message_id' in body, false);
      assert.equal(body['conversation_id'], 'c1');
    }
  });

  it('is omitted when a message is sent', () => {
    const body = bodyOf(
      operations.send.request({
        agent: 'k',
        agentId: '',
        session: '',
        text: 'Why?',
        conversation: emptyConversation,
      }),
    );
    assert.deepEqual(['conversation_id' in body, body['agent_id']], [false, 'k']);
  });

  it('refuses the request that needs it', () => {
    const file = {name: 'a', size: 1, type: ''};
    const none = {...agent, session: ''};
    const request = question(undefined);
    const answer = {input: true, type: 'text'};
    for (const describeRequest of [
      () => operations.stop.request(none),
      () => operations.reply.request({...none, request, answer}),
      () => operations.attach.request(none),
      () => operations.history.request(none),
      () => operations.upload.request({...none, file}),
      () => operations.edit.request({...agent, session: 'c1', message: '', text: 'T'}),
      () => operations.regenerate.request({...agent, session: 'c1', message: ''}),
      () => operations.send.request({...agent, text: 'T', conversation, files: ['']}),
      () => operations.sessions.request({agent: '', page: 1, limit: 10}),
    ])
      assert.throws(describeRequest, TypeError);
  });
});

describe('conversations', () => {
  it('are created with a title', () => {
    const fields = {agent_id: 'id-1', agent_version: 'latest', executor_version: 'v2'};
    assert.deepEqual(
      operations.create.request({...agent, title: 'Why?'}),
      post('/app/key%201/conversation', {title: 'Why?', ...fields}),
    );
    assert.deepEqual(
      operations.create.request(agent),
      post('/app/key%201/conversation', {title: '', ...fields}),
    );
    const read = (body: unknown): unknown =>
      operations.create.read({status: 200, headers: {}, body}).id;
    assert.deepEqual([read({id: 'c1'}), read({data: {id: 'c2'}})], ['c1', 'c2']);
    assert.throws(() => read('html'), TypeError);
  });

  it('are listed, read, renamed and removed', () => {
    const at = '/app/key%201/conversation';
    const one = {...agent, session: 'c/1'};
    assert.deepEqual(operations.sessions.request({...agent, page: 2, limit: 10}), {
      method: 'GET',
      path: at,
      headers,
      query: {page: 2, size: 10},
    });
    assert.deepEqual(operations.history.request(one), {
      method: 'GET',
      path: `${at}/c%2F1`,
      headers,
    });
    assert.deepEqual(operations.remove.request(one), {
      method: 'DELETE',
      path: `${at}/c%2F1`,
      headers,
    });
    assert.deepEqual(operations.rename.request({...one, title: 'New'}), {
      ...post(`${at}/c%2F1`, {id: 'c/1', title: 'New'}),
      method: 'PUT',
    });
    for (const {read} of [operations.rename, operations.remove]) {
      assert.doesNotThrow(() => read({status: 204, headers: {}, body: undefined}));
    }
  });

  it('are paginated', () => {
    const entry = {
      id: 'c1',
      title: 'Why?',
      create_time: 1770000000,
      update_time: 1770000001000,
      status: 'completed',
    };
    const read = (body: unknown) => operations.sessions.read({status: 200, headers: {}, body});
    assert.deepEqual(read({entries: [entry, null], total: 9}), {
      sessions: [
        {
          id: 'c1',
          title: 'Why?',
          createdAt: '2026-02-02T02:40:00.000Z',
          updatedAt: '2026-02-02T02:40:01.000Z',
          status: 'completed',
        },
      ],
      more: true,
    });
    assert.equal(read({entries: [entry], total_count: 1}).more, false);
    assert.throws(() => read('html'), new TypeError('`entries`, a list of conversations'));
  });

  it('reference files by the path of the server', () => {
    const file = {name: 'a b.pdf', size: 3, type: 'application/pdf'};
    assert.deepEqual(operations.upload.request({...agent, session: 'c1', file}), {
      method: 'POST',
      path: '/../../v1/sessions/sess-agent-default/files/upload',
      headers,
      query: {path: 'conversation-c1/uploads/temparea/a%20b.pdf'},
      body: {form: [{name: 'file', value: file}]},
    });
    const read = (body: unknown): unknown =>
      operations.upload.read({status: 200, headers: {}, body});
    assert.deepEqual(read({data: {file_path: 'x/a%20b.pdf'}}), {
      id: 'x/a%20b.pdf',
      name: 'a b.pdf',
      status: 'ready',
    });
    assert.deepEqual(read({path: 'x/100%.pdf'}), {
      id: 'x/100%.pdf',
      name: '100%.pdf',
      status: 'ready',
    });
    assert.deepEqual(read({}), {id: '', name: '', status: 'failed'});
  });
});

describe('files of earlier releases', () => {
  const bodyOf = (options: AishuOptions, files?: readonly string[]): unknown => {
    const {send} = createAishu(options).operations;
    const request = send.request({
      ...agent,
      text: 'Read this',
      conversation: emptyConversation,
      ...(files && {files}),
    });
    const {temporary_area_id, temp_files, selected_files} = (
      request.body as {json: Record<string, unknown>}
    ).json;
    return {temporary_area_id, temp_files, selected_files};
  };
  const none = {temporary_area_id: undefined, temp_files: undefined, selected_files: undefined};

  it('are documents of the library, named by their ids', () => {
    assert.deepEqual(bodyOf({files: 'documents'}, ['lib://a/b/report.docx']), {
      ...none,
      temp_files: [{id: 'lib://a/b/report.docx', type: 'doc', name: 'report.docx'}],
    });
  });

  it('may lie in a temporary area', () => {
    assert.deepEqual(bodyOf({files: 'documents', temporaryArea: 'area-1'}, ['d1']), {
      ...none,
      temporary_area_id: 'area-1',
      temp_files: [{id: 'd1', type: 'doc', name: 'd1'}],
    });
  });

  it('name the area when a conversation is created and when it is renamed', () => {
    const {create, rename} = createAishu({files: 'documents', temporaryArea: 'area-1'}).operations;
    for (const request of [
      create?.request(agent),
      rename?.request({...agent, session: 'c1', title: 'Reports'}),
    ]) {
      const {json} = request?.body as {json: Record<string, unknown>};
      assert.equal(json['temparea_id'], 'area-1');
    }
  });

  it('cannot be uploaded, so no button offers it', () => {
    assert.equal('upload' in createAishu({files: 'documents'}).operations, false);
    assert.equal('upload' in aishu.operations, true);
  });

  it('are omitted if there are none', () => {
    assert.deepEqual(bodyOf({files: 'documents', temporaryArea: 'area-1'}), none);
    assert.deepEqual(bodyOf({}, []), none);
  });
});

describe('the opening', () => {
  it('is asked for beside the run prefix, whatever that is', () => {
    const {path, query} = operations.onboarding.request({agent: 'k'});
    for (const prefix of [
      'https://h.example/api/agent-app/v1/',
      'https://h.example/api/agent-factory/v1/',
    ]) {
      const url = new URL(`${prefix}${path.slice(1)}`);
      assert.equal(url.pathname, '/api/agent-factory/v3/agent-market/agent/k/version/latest');
    }
    assert.deepEqual(query, {is_visit: true});
  });

  it('has only fixed texts, and questions with content', () => {
    const read = (config: unknown): unknown =>
      operations.onboarding.read({status: 200, headers: {}, body: {id: 'id-1', config}});
    const preset_questions = [{question: 'Why?'}, {question: ' '}, null, {}];
    const fixed = {type: 'fixed', fixed_opening_remark: 'Hello'};
    assert.deepEqual(read({opening_remark_config: fixed, preset_questions}), {
      agent: 'id-1',
      greeting: 'Hello',
      questions: ['Why?'],
    });
    assert.deepEqual(read({opening_remark_config: {...fixed, type: 'dynamic'}}), {
      agent: 'id-1',
      questions: [],
    });
    assert.deepEqual(read({opening_remark_config: null, preset_questions: null}), {
      agent: 'id-1',
      questions: [],
    });
    assert.deepEqual(operations.onboarding.read({status: 200, headers: {}, body: 'html'}), {
      questions: [],
    });
  });
});

describe('the settings', () => {
  it('go into every request', () => {
    const other = createAishu({
      businessDomain: 'bd_2',
      agentVersion: 'v3',
      executorVersion: 'v1',
      language: 'en-US',
    });
    const request = other.operations.send.request({agent: 'k', text: 'Why?', conversation});
    assert.deepEqual(request.headers, {'x-business-domain': 'bd_2', 'x-language': 'en-US'});
    assert.ok(request.body && 'json' in request.body);
    const {agent_version, executor_version} = request.body.json as Record<string, unknown>;
    assert.deepEqual([agent_version, executor_version], ['v3', 'v1']);
    assert.match(other.operations.onboarding?.request({agent: 'k'}).path ?? '', /version\/v3$/);
  });
});

describe('a refused request', () => {
  it('reads the reason in every error format', () => {
    const flat = {error_code: 'E1', description: 'Broken', solution: 'Retry', error_details: {}};
    const fault = {code: 'E1', text: 'Broken', advice: 'Retry'};
    const read = (body: unknown): unknown => aishu.readError?.(body);
    assert.deepEqual(read(flat), fault);
    assert.deepEqual(read({HTTPCode: 400, BaseError: flat}), fault);
    assert.deepEqual(read({type: 'agent_factory', error: flat}), fault);
    assert.deepEqual(read({code: 'E2', message: 'No'}), {code: 'E2', text: 'No'});
    assert.deepEqual(read('gone'), {code: 'unknown', text: 'gone'});
    for (const none of [undefined, null, '']) assert.equal(read(none), undefined);
  });
});
