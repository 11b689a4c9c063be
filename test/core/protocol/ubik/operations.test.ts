import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {parseEntered} from '../../../../src/core/json.js';
import {emptyConversation, type RequestItem} from '../../../../src/core/model/item.js';
import type {ResponseData} from '../../../../src/core/protocol/types.js';
import {asset, operations} from '../../../../src/core/protocol/ubik/operations.js';
import {readHistory, readMessage} from '../../../../src/core/protocol/ubik/stored.js';

const session = 'a/b';
const inSession = 'agent-sessions/a%2Fb';
const message = 'm 1';
const file = {name: 'a.txt', size: 1, type: 'text/plain'};
const question: RequestItem = {
  id: 'r',
  kind: 'request',
  status: 'waiting',
  children: [],
  prompt: 'Go?',
  inputTypes: [],
  executionId: 'e/1',
};

const answer = (body: unknown): ResponseData => ({status: 200, headers: {}, body});

/** Bodies that no server should send. */
const WITHOUT_LIST = [undefined, null, '', 'text', 3, {}, {items: 3}];
const WITHOUT_ENTRY = [[], [null], {items: [null, 3, {}]}];
const ODD = [...WITHOUT_LIST, ...WITHOUT_ENTRY];

describe('the requests of the Agent API', () => {
  const json = (json: unknown): object => ({body: {json}});
  const cases: readonly (readonly [string, unknown, object])[] = [
    [
      'send',
      operations.send.request({session, text: 'Hi', conversation: emptyConversation}),
      {
        method: 'POST',
        path: `${inSession}/messages`,
        ...json({content: 'Hi', stream: true}),
        accept: 'stream',
      },
    ],
    [
      'send without a session, over a transport that has none',
      operations.send.request({text: 'Hi', conversation: emptyConversation}),
      {
        method: 'POST',
        path: 'agent-sessions/messages',
        ...json({content: 'Hi', stream: true}),
        accept: 'stream',
      },
    ],
    [
      'send with files',
      operations.send.request({session, text: 'Hi', files: ['d'], conversation: emptyConversation}),
      {
        method: 'POST',
        path: `${inSession}/messages`,
        ...json({content: 'Hi', attachment_document_ids: ['d'], stream: true}),
        accept: 'stream',
      },
    ],
    [
      'attach',
      operations.attach.request({session, run: 't'}),
      {method: 'GET', path: `${inSession}/stream`, query: {task_id: 't'}, accept: 'stream'},
    ],
    ['stop', operations.stop.request({session}), {method: 'POST', path: `${inSession}/stop`}],
    [
      'create',
      operations.create.request({agent: 'a', title: 'T'}),
      {method: 'POST', path: 'agent-sessions', ...json({title: 'T', assistant_id: 'a'})},
    ],
    [
      'history',
      operations.history.request({session}),
      {method: 'GET', path: `${inSession}/messages`},
    ],
    [
      'message',
      operations.message.request({session, message}),
      {method: 'GET', path: `${inSession}/messages/m%201`},
    ],
    [
      'sessions',
      operations.sessions.request({page: 1, limit: 20}),
      {method: 'GET', path: 'agent-sessions', query: {page: 1, limit: 20}},
    ],
    [
      'rename',
      operations.rename.request({session, title: 'T'}),
      {method: 'PATCH', path: inSession, ...json({title: 'T'})},
    ],
    ['remove', operations.remove.request({session}), {method: 'DELETE', path: inSession}],
    [
      'edit',
      operations.edit.request({session, message, text: 'T'}),
      {
        method: 'POST',
        path: `${inSession}/messages/m%201/edit`,
        ...json({content: 'T', stream: true}),
        accept: 'stream',
      },
    ],
    [
      'regenerate',
      operations.regenerate.request({session, message}),
      {
        method: 'POST',
        path: `${inSession}/messages/m%201/regenerate`,
        ...json({stream: true}),
        accept: 'stream',
      },
    ],
    [
      'navigate',
      operations.navigate.request({session, message}),
      {method: 'POST', path: `${inSession}/navigate`, ...json({target_message_id: message})},
    ],
    [
      'checkpoints',
      operations.checkpoints.request({session}),
      {method: 'GET', path: `${inSession}/checkpoints`},
    ],
    [
      'restore',
      operations.restore.request({session, checkpoint: 'c', hint: 'h'}),
      {
        method: 'POST',
        path: `${inSession}/navigate-to-checkpoint`,
        ...json({checkpoint_name: 'c', checkpoint_hint: 'h', stream: true}),
        accept: 'stream',
      },
    ],
    [
      'upload',
      operations.upload.request({session, file}),
      {
        method: 'POST',
        path: `${inSession}/upload`,
        body: {form: [{name: 'file', value: file}]},
      },
    ],
    ['file', operations.file.request({file: 'd/1'}), {method: 'GET', path: 'documents/d%2F1'}],
    [
      'reply',
      operations.reply.request({session, request: question, answer: {input: {a: 1}, type: 'json'}}),
      {
        method: 'POST',
        path: `${inSession}/messages`,
        ...json({content: '{"a":1}', stream: true}),
        accept: 'stream',
      },
    ],
    [
      'replyTool',
      operations.replyTool.request({
        session,
        request: question,
        answer: {input: 'yes', type: 'text'},
        file,
      }),
      {
        method: 'POST',
        path: 'tool-executions/e%2F1/provide-input',
        body: {
          form: [
            {name: 'input_data_json', value: '{"input":"yes","type":"text"}'},
            {name: 'file', value: file},
          ],
        },
      },
    ],
  ];
  for (const [name, request, expected] of cases) {
    it(`send ${name} as documented`, () => {
      assert.deepEqual(request, expected);
    });
  }

  it('send yes and no as text', () => {
    const answer = {input: true, type: 'confirm'};
    assert.deepEqual(operations.reply.request({session, request: question, answer}).body, {
      json: {content: 'yes', stream: true},
    });
    assert.deepEqual(
      operations.replyTool.request({session, request: question, answer: {...answer, input: false}})
        .body,
      {form: [{name: 'input_data_json', value: '{"input":"no","type":"confirm"}'}]},
    );
  });

  it('answer a tool in the shape that it described', () => {
    const request = {...question, schema: {type: 'object'}};
    const {body} = operations.replyTool.request({
      session,
      request,
      answer: {input: {a: 1}, type: 'json'},
    });
    assert.deepEqual(body, {form: [{name: 'input_data_json', value: '{"a":1}'}]});
  });

  it('send JSON that the server can read: long numbers as they are, and no half of a character', () => {
    const input = parseEntered('{"id":12345678901234567890,"text":"ok \\ud83d"}');
    const written = '{"id":12345678901234567890,"text":"ok \\ufffd"}';
    const answer = {input, type: 'json'};
    const request = {...question, schema: {type: 'object'}};
    for (const [asked, value] of [
      [request, written],
      [question, `{"input":${written},"type":"json"}`],
    ] as const)
      assert.deepEqual(operations.replyTool.request({session, request: asked, answer}).body, {
        form: [{name: 'input_data_json', value}],
      });
    assert.deepEqual(operations.reply.request({session, request, answer}).body, {
      json: {content: written, stream: true},
    });
  });
});

describe('an empty id', () => {
  const input = {text: 'Hi', conversation: emptyConversation};

  it('is omitted if the request does not need it', () => {
    const create = operations.create.request({agent: '', title: 'T'});
    assert.deepEqual(create.body, {json: {title: 'T'}});
    const {query} = operations.attach.request({session, run: ''});
    assert.equal(query?.['task_id'], undefined);
  });

  it('refuses the request that needs it', () => {
    const reply = {
      session,
      request: {...question, executionId: ''},
      answer: {input: 'a', type: 't'},
    };
    for (const describeRequest of [
      () => operations.send.request({...input, session: ''}),
      () => operations.send.request({...input, session, files: ['']}),
      () => operations.replyTool.request(reply),
      () => operations.history.request({session: ''}),
      () => operations.message.request({session, message: ''}),
      () => operations.navigate.request({session, message: ''}),
      () => operations.file.request({file: ''}),
    ])
      assert.throws(describeRequest, TypeError);
  });
});

describe('the answers of the Agent API', () => {
  it('return where the stream is, or the whole answer', () => {
    const body = {id: 'm', role: 'assistant', content: 'Hi', task_id: 't', stream_url: '/s'};
    const opened = operations.send.read(answer({...body, session_id: 's'}));
    assert.deepEqual([opened.run, opened.url, opened.session], ['t', '/s', 's']);
    assert.equal(opened.message?.id, 'm');
    assert.equal(operations.send.read(answer({...body, role: 'user'})).message, undefined);
  });

  it('report sessions, the newest first', () => {
    const items = [
      {id: '1', updated_at: '2026-01-01'},
      {id: '2', updated_at: '2026-01-02', title: 'T', status: 'active', created_at: 'C'},
      {id: '3'},
    ];
    const page = operations.sessions.read(answer({items, has_more: true}));
    const ids = page.sessions.map(({id}) => id);
    assert.deepEqual(ids, ['2', '1', '3']);
    assert.equal(page.more, true);
    assert.equal(operations.create.read(answer({id: '1'})).id, '1');
  });

  it('report the progress of a file', () => {
    const status = (body: object): string => operations.file.read(answer(body)).status;
    assert.equal(status({status: 'pending'}), 'processing');
    assert.equal(status({status: 'completed'}), 'ready');
    assert.equal(status({status: 'completed', error_message: 'no'}), 'failed');
    assert.equal(status({status: 'odd'}), 'failed');
    assert.equal(operations.upload.read(answer({file_name: 'n'})).name, 'n');
  });

  it('report checkpoints by name', () => {
    const checkpoints = [{checkpoint_name: 'c', task_id: 't', created_at: 'C'}, {}, null];
    assert.deepEqual(operations.checkpoints.read(answer({checkpoints})), [
      {name: 'c', run: 't', createdAt: 'C'},
    ]);
  });

  it('are read without another exception than one that says what was expected', () => {
    for (const body of ODD) {
      assert.deepEqual(operations.send.read(answer(body)), {});
      assert.deepEqual(operations.checkpoints.read(answer(body)), []);
      assert.equal(operations.file.read(answer(body)).status, 'failed');
      assert.throws(() => operations.create.read(answer(body)), TypeError);
      assert.throws(() => operations.message.read(answer(body)), TypeError);
    }
    for (const body of WITHOUT_LIST) {
      assert.throws(() => operations.history.read(answer(body)), TypeError);
      assert.throws(() => operations.sessions.read(answer(body)), TypeError);
    }
    for (const body of WITHOUT_ENTRY) {
      assert.deepEqual(operations.history.read(answer(body)), {messages: []});
      assert.equal(operations.sessions.read(answer(body)).more, false);
    }
    assert.doesNotThrow(() => {
      operations.stop.read();
    });
    assert.equal(operations.message.read(answer({id: 'm', role: 'user'})).id, 'm');
  });
});

describe('stored messages', () => {
  it('are read with their branches and parents', () => {
    const read = readMessage({
      id: 'm',
      role: 'assistant',
      content: 'a\n<<ERROR_START>>Error: E<<ERROR_END>>',
      parent_id: 'p',
      sibling_ids: ['x', 'm', 3],
      created_at: 'C',
      task_id: 't',
    });
    assert.deepEqual(read?.branches, ['x', 'm']);
    assert.deepEqual(
      [read.status, read.parentId, read.runId, read.createdAt],
      ['failed', 'p', 't', 'C'],
    );
  });

  it('are plain: tags in the text of a user are text', () => {
    const [item] = readMessage({id: 'm', role: 'user', content: '<<thinking>>'})?.children ?? [];
    assert.ok(item?.kind === 'text');
    assert.equal(item.text, '<<thinking>>');
    assert.deepEqual(readMessage({id: 'm', role: 'user'})?.children, []);
    assert.equal(readMessage({id: 'm', role: 'system', content: 'x'}), undefined);
  });

  it('report which run is still going', () => {
    const user = {id: 'u', role: 'user', content: 'Q', task_id: 't'};
    const open = {id: 'a', role: 'assistant', content: '<<STEP_START>>\nStep 1: A', task_id: 't'};
    const asks = {
      ...open,
      content:
        '<<STEP_START>>\nStep 1: A ✓\n<<INPUT_REQUIRED_START>>Q<<INPUT_REQUIRED_END>>\n<<STEP_END>>',
    };
    const done = {...open, content: 'Done.'};
    const runningIn = (body: unknown): unknown =>
      readHistory({status: 200, headers: {}, body}).running;
    assert.deepEqual(runningIn({items: [user]}), {run: 't'});
    assert.deepEqual(runningIn([user, open]), {run: 't'});
    assert.deepEqual(runningIn([user, asks]), {run: 't'});
    assert.equal(runningIn([user, done]), undefined);
    assert.equal(runningIn([{...user, task_id: null}]), undefined);
  });
});

describe('the address of a file that a tool made', () => {
  const asked = {method: 'GET', path: 'assets/tools/t-1/call_2/plot%200.png'};

  it('leads to the API itself, whatever host it names', () => {
    for (const place of ['', '/api/v1', 'https://api.example.org/v1', 'https://stranger.example']) {
      assert.deepEqual(asset(`${place}/assets/tools/t-1/call_2/plot%200.png`), asked);
    }
    assert.deepEqual(asset('/assets/tools/t-1/call_2/plot%200.png?size=2#a'), asked);
  });

  it('is distinguished from every other address', () => {
    for (const address of [
      '',
      'https://example.org/plot.png',
      '/assets/tools/t-1/call_2',
      '/assets/tools/t-1/call_2/a/b',
      '/assets/tools/../../agent-sessions',
      '/assets/tools/t/%2E%2E/x',
      '/assets/tools/a\\..\\..\\..\\me/b/c',
      '/assets/tools/\t../\t../\t../me',
      'assets/tools/a/b/c',
    ]) {
      assert.equal(asset(address), undefined, address);
    }
  });
});
