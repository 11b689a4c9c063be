import {expect} from '@open-wc/testing';
import {App} from '@modelcontextprotocol/ext-apps/app-with-deps';
import type {ToolItem} from '../../../src/core/index.js';
import type {JsonRecord} from '../../../src/core/values.js';
import {speedUpTimers} from './fast-timers.js';
import {callOf} from './support.js';
import {until} from '../support/dom.js';
import {ReadQueue} from '../../../src/elements/ubik-app/message-limits.js';
import {readSample, type Sample} from './samples.js';
import {
  initialize,
  initialized,
  liveSession,
  settle,
  startSession,
  type Recorded,
} from './session.js';

const running = (fields: Partial<ToolItem>): ToolItem =>
  callOf({status: 'streaming', output: '', ...fields});

/** Changes the call as a notification of a sample says. */
function itemAfter(item: ToolItem, {method, params}: JsonRecord): ToolItem {
  const fields = params as JsonRecord;
  const input = JSON.stringify(fields['arguments'] ?? {});
  switch (method) {
    case 'ui/notifications/tool-input-partial':
      return {...item, input: input === '{}' ? '{' : `${input.slice(0, -1)},`};
    case 'ui/notifications/tool-input':
      return {...item, input};
    case 'ui/notifications/tool-result':
      return {...item, status: 'done', output: JSON.stringify(fields)};
    default:
      return {...item, status: 'stopped'};
  }
}

/** Replays what an app has sent, and expects what a host has sent. */
async function replay({messages}: Sample): Promise<void> {
  const answers = new Map(
    messages.flatMap(({from, message}) =>
      from === 'host' && !('method' in message) ? [[message['id'], message] as const] : [],
    ),
  );
  let item = running({input: ''});
  const current: {request: unknown} = {request: undefined};
  const isDenied = (): boolean =>
    /Denied|"result":\{"isError":true\}/.test(JSON.stringify(answers.get(current.request)));
  const recorded = startSession(item, {
    ask: () => Promise.resolve(!isDenied()),
    callTool: () => Promise.resolve(answers.get(current.request)?.['result'] as JsonRecord),
    readResource: () =>
      Promise.resolve(answers.get(current.request)?.['result'] as {contents: JsonRecord[]}),
  });
  const {session, posted} = recorded;
  for (const {from, message} of messages) {
    const {id, method} = message;
    if (from === 'app') {
      const request = posted.findLast(one => 'method' in one && 'id' in one)?.['id'];
      if ('method' in message) current.request = id;
      session.receive('method' in message ? message : {...message, id: request});
      await settle();
      continue;
    }
    if (method === 'ui/notifications/host-context-changed') {
      recorded.context = {...recorded.context, ...(message['params'] as JsonRecord)};
      session.updateContext();
    } else if (method === 'notifications/progress') session.progress(1, 1);
    else if (method === 'ping') void session.ping();
    else if (method === 'ui/resource-teardown') void session.tearDown();
    else if (typeof method === 'string') session.update((item = itemAfter(item, message)));
    await settle();
    expectPosted(posted, message);
  }
}

function expectPosted(posted: readonly JsonRecord[], message: JsonRecord): void {
  const {id, method, params, result, error} = message;
  if (typeof method !== 'string') {
    const answer = posted.find(one => one['id'] === id && !('method' in one));
    expect(answer, JSON.stringify(message)).not.to.equal(undefined);
    if (id !== 0) expect([answer?.['result'], answer?.['error']]).to.deep.equal([result, error]);
    return;
  }
  const found = posted.filter(one => one['method'] === method);
  expect(found.length, `${method} is posted`).to.be.greaterThan(0);
  if (/tool-(input|result)/.test(method)) expect(found.at(-1)?.['params']).to.deep.equal(params);
}

describe('the session of an app', () => {
  for (const name of [
    '01-lifecycle',
    '02-streamed-input-cancelled',
    '03-app-calls-tools',
    '04-link-context-message',
    '05-context-and-display-mode',
    '06-resources-log-ping',
    '07-download-and-close',
  ]) {
    it(`answers a recorded app as recorded: ${name}`, async () => {
      await replay(await readSample<Sample>(name));
    });
  }

  it('requests nothing of the tools that an app offers: 08-tools-of-the-app', async () => {
    const {messages} = await readSample<Sample>('08-tools-of-the-app');
    const {session, posted, reports} = startSession();
    for (const {from, message} of messages) {
      if (from === 'app') session.receive(message);
      await settle();
    }
    expect(posted.map(({method}) => method)).to.deep.equal([
      undefined,
      'ui/notifications/tool-input',
      'ui/notifications/tool-result',
    ]);
    expectPosted(posted, messages[1]?.message ?? {});
    const answers = messages.filter(({from, message}) => from === 'app' && !('method' in message));
    expect(reports).to.deep.equal(
      answers.map(() => 'app-message: The message answers no request.'),
    );
  });

  it('sends nothing but answers before the app has confirmed the handshake', async () => {
    const {session, posted} = startSession();
    session.receive(initialize());
    await settle();
    expect(posted.map(({id, method}) => [id, method])).to.deep.equal([[0, undefined]]);
    session.receive(initialized);
    await settle();
    expect(posted.slice(1).map(({method}) => method)).to.deep.equal([
      'ui/notifications/tool-input',
      'ui/notifications/tool-result',
    ]);
  });

  it('delivers everything again after a second handshake, and ends after too many', async () => {
    const {session, posted, endings} = await liveSession();
    for (const id of [1, 2]) {
      session.receive(initialize(id));
      await settle();
      session.receive(initialized);
      await settle();
      expect(posted.filter(({method}) => method === 'ui/notifications/tool-result')).to.have.length(
        id,
      );
    }
    session.receive(initialize(3));
    expect(endings).to.deep.equal(['restarted']);
  });

  it('holds requests between the answer and the confirmation', async () => {
    const {session, posted} = startSession();
    session.receive(initialize());
    session.receive({jsonrpc: '2.0', id: 1, method: 'tools/call', params: {name: 'refresh'}});
    await settle();
    expect(posted.some(({id}) => id === 1)).to.be.false;
    session.receive(initialized);
    await settle();
    expect(posted.find(({id}) => id === 1)?.['result']).to.deep.equal({content: []});
  });

  it('answers no method whose capability it does not offer', async () => {
    const {session, posted} = await liveSession(callOf(), {
      callTool: undefined,
      readResource: undefined,
      addContext: undefined,
    } as never);
    for (const method of [
      'tools/call',
      'tools/list',
      'resources/read',
      'resources/list',
      'resources/templates/list',
      'prompts/list',
      'sampling/createMessage',
      'ui/update-model-context',
      'initialize',
      'ui/notifications/initialized',
    ]) {
      session.receive({jsonrpc: '2.0', id: method, method, params: {}});
      await settle();
      expect(posted.at(-1)).to.deep.equal({
        jsonrpc: '2.0',
        id: method,
        error: {code: -32601, message: 'Method not found'},
      });
    }
  });

  it('asks for what it sends: plain JSON, and nothing else that a message may contain', async () => {
    const inputs: unknown[] = [];
    const {session, posted, questions} = await liveSession(callOf(), {
      callTool: ({arguments: input}) => {
        inputs.push(input);
        return Promise.resolve({content: []});
      },
    });
    const call = (id: number, input: object): void =>
      session.receive({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: {name: 'pay', arguments: input},
      });
    call(1, {at: new Date(0), map: new Map([['hidden', 1]]), bytes: new Uint8Array(1)});
    await settle();
    const plain = {at: '1970-01-01T00:00:00.000Z', map: {}, bytes: {0: 0}};
    expect(questions).to.deep.equal([{kind: 'tool', name: 'pay', input: plain}]);
    expect(inputs).to.deep.equal([plain]);
    call(2, {amount: 10n});
    await settle();
    expect((posted.at(-1)?.['error'] as JsonRecord)['code']).to.equal(-32602);
    let nested: object = {};
    for (let depth = 0; depth < 1000; depth++) nested = {a: nested};
    call(3, nested);
    await settle();
    expect((posted.at(-1)?.['error'] as JsonRecord)['code']).to.equal(-32602);
    expect(questions).to.have.length(1);
  });

  it('gets results that the official app accepts', async () => {
    for (const [result, expected] of [
      [{structuredContent: ['a', 2]}, {content: [], structuredContent: {value: ['a', 2]}}],
      [
        {content: [], structuredContent: null},
        {content: [], structuredContent: {value: null}},
      ],
      [{structuredContent: {b: 1}}, {content: [], structuredContent: {b: 1}}],
    ] as const) {
      const {session, posted} = await liveSession(callOf(), {
        callTool: () => Promise.resolve(result),
      });
      const params = {name: 'count', arguments: {}};
      session.receive({jsonrpc: '2.0', id: 5, method: 'tools/call', params});
      await settle();
      expect(posted.at(-1)?.['result']).to.deep.equal(expected);
    }
  });

  it('calls no tool whose name is too long to be displayed as a whole', async () => {
    const inputs: unknown[] = [];
    const {session, posted, questions} = await liveSession(callOf(), {
      callTool: ({arguments: input}) => {
        inputs.push(input);
        return Promise.resolve({content: []});
      },
    });
    for (const length of [128, 129]) {
      const params = {name: 'a'.repeat(length), arguments: {length}};
      session.receive({jsonrpc: '2.0', id: length, method: 'tools/call', params});
      await settle();
    }
    expect(questions).to.have.length(1);
    expect(inputs).to.deep.equal([{length: 128}]);
    expect((posted.at(-1)?.['error'] as JsonRecord)['code']).to.equal(-32602);
  });

  it('writes a draft without invisible characters', async () => {
    const {session, drafts} = await liveSession();
    const text = 'Pay\u202e 5\u{e0049}\n\tnow';
    const params = {role: 'user', content: [{type: 'text', text}]};
    session.receive({jsonrpc: '2.0', id: 1, method: 'ui/message', params});
    await settle();
    expect(drafts).to.deep.equal(['Pay‹U+202e› 5‹U+e0049›\n\tnow']);
  });

  it('adds no data for the next message that it cannot carry', async () => {
    const {session, posted, contexts} = await liveSession();
    const update = (params: object): void =>
      session.receive({jsonrpc: '2.0', id: 1, method: 'ui/update-model-context', params});
    for (const params of [
      {content: [{type: 'image', data: 'x', mimeType: 'image/png'}]},
      {structuredContent: {amount: 10n}},
      {structuredContent: {text: 'A'.repeat(17 * 1024)}},
    ]) {
      update(params);
      await settle();
      expect((posted.at(-1)?.['error'] as JsonRecord)['code']).to.equal(-32000);
    }
    expect(contexts).to.deep.equal([]);
  });

  it('withdraws its data for the next message by an empty update', async () => {
    const {session, contexts} = await liveSession();
    for (const params of [
      {structuredContent: {a: 1}},
      {},
      {content: []},
      {structuredContent: {}},
    ]) {
      session.receive({jsonrpc: '2.0', id: 1, method: 'ui/update-model-context', params});
      await settle();
    }
    const data = {text: '', structuredContent: {a: 1}};
    expect(contexts).to.deep.equal([data, undefined, undefined, undefined]);
  });

  it('is refused everything while it reacts to its end', async () => {
    const {session, posted, drafts} = await liveSession();
    void session.tearDown();
    const params = {role: 'user', content: [{type: 'text', text: 'Again'}]};
    session.receive({jsonrpc: '2.0', id: 1, method: 'ui/message', params});
    session.receive({...initialize(2)});
    await settle();
    expect(posted.slice(1).map(({error}) => (error as JsonRecord)['code'])).to.deep.equal([
      -32600, -32600,
    ]);
    expect(drafts).to.deep.equal([]);
    session.end('finished');
  });

  it('reads three resources at once, holds ten more, and refuses further ones', async () => {
    const reads: (() => void)[] = [];
    const {session, posted} = await liveSession(callOf(), {
      readResource: () => new Promise(resolve => reads.push(() => resolve({contents: []}))),
    });
    const cancel = (requestId: number): void =>
      session.receive({jsonrpc: '2.0', method: 'notifications/cancelled', params: {requestId}});
    for (let id = 0; id < 15; id++) {
      const params = {uri: 'ui://meteo/map'};
      session.receive({jsonrpc: '2.0', id, method: 'resources/read', params});
    }
    await settle();
    expect(reads).to.have.length(3);
    expect(posted.map(({id, error}) => [id, (error as JsonRecord)['code']])).to.deep.equal([
      [13, -32603],
      [14, -32603],
    ]);
    cancel(3);
    reads[0]?.();
    await settle();
    expect(reads, 'the cancelled request is not read').to.have.length(4);
    for (let at = 1; at < 12; at++) {
      reads[at]?.();
      await settle();
    }
    expect(posted).to.have.length(15);
  });

  it('reads at most 60 resources in a minute', async () => {
    const queue = new ReadQueue();
    const {signal} = new AbortController();
    const read = (now: number): Promise<unknown> => queue.run(() => 'read', signal, now);
    for (let count = 0; count < 60; count++) expect(await read(61_000)).to.equal('read');
    expect(await read(119_000).catch(String)).to.contain('reads too much');
    expect(await read(120_000)).to.equal('read');
  });

  it('reports progress while the user decides, to an app that waits for it', async () => {
    const {session, posted} = await liveSession(callOf(), {
      ask: () => new Promise(() => undefined),
    });
    const restore = speedUpTimers();
    const params = {name: 'refresh', _meta: {progressToken: 'p'}};
    session.receive({jsonrpc: '2.0', id: 1, method: 'tools/call', params});
    await until(() => posted.length >= 2);
    session.end('finished');
    restore();
    expect(posted.slice(0, 2)).to.deep.equal(
      [1, 2].map(progress => ({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: {progressToken: 'p', progress},
      })),
    );
  });

  it('says why a call has no result', async () => {
    for (const [fields, reason] of [
      [{status: 'stopped'}, 'user action'],
      [{status: 'stopped', denied: true}, 'denied'],
      [{status: 'failed', denied: true, error: 'Denied by the user'}, 'denied'],
      [{status: 'done', denied: true, output: 'Denied by the user'}, 'denied'],
      [{status: 'interrupted'}, 'lost'],
    ] as const) {
      const {session, posted} = startSession(callOf({output: '', ...fields}));
      session.receive(initialize());
      await settle();
      session.receive(initialized);
      expect(posted.at(-1)).to.deep.equal({
        jsonrpc: '2.0',
        method: 'ui/notifications/tool-cancelled',
        params: {reason},
      });
    }
  });

  it('sends the whole input and the result of a lost call that is tried again', async () => {
    const {session, posted} = await liveSession(running({input: '{"city":"Zür'}));
    const lost = running({input: '{"city":"Zür', status: 'interrupted'});
    session.update(lost);
    session.update({...lost});
    session.update(running({}));
    session.update(callOf());
    session.update(lost);
    expect(posted.map(({method}) => method)).to.deep.equal(
      ['cancelled', 'input', 'result'].map(name => `ui/notifications/tool-${name}`),
    );
    expect(posted[1]?.['params']).to.deep.equal({arguments: {city: 'Zürich'}});
  });

  it('takes notes of logs and unknown notifications, and ignores what a host sends', async () => {
    const {session, reports, posted} = await liveSession();
    for (const method of ['ui/log', 'notifications/message', 'notifications/tools/list_changed']) {
      session.receive({jsonrpc: '2.0', method, params: {level: 'info', data: 'x'}});
    }
    expect(reports).to.deep.equal([
      'app-log: The app logs: info',
      'app-log: The app logs: info',
      'app-message: The notification notifications/tools/list_changed is unknown.',
    ]);
    expect(posted).to.deep.equal([]);
  });

  it('aborts a call that the app cancels, and that is open at the end', async () => {
    const signals: AbortSignal[] = [];
    const {session, endings} = await liveSession(callOf(), {
      callTool: (_, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    for (const id of [1, 2]) {
      const params = {name: 'refresh', arguments: {}};
      session.receive({jsonrpc: '2.0', id, method: 'tools/call', params});
    }
    await settle();
    const method = 'notifications/cancelled';
    session.receive({jsonrpc: '2.0', method, params: {requestId: 1, reason: 'late'}});
    expect(signals.map(({aborted}) => aborted)).to.deep.equal([true, false]);
    session.end('finished');
    expect(signals.map(({aborted}) => aborted)).to.deep.equal([true, true]);
    expect(endings).to.deep.equal(['finished']);
  });

  it('ends when the app does not start, does not confirm, or does not react to its end', async () => {
    const restore = speedUpTimers();
    const silent = startSession();
    await until(() => silent.endings.length > 0);
    const unconfirmed = startSession();
    unconfirmed.session.receive(initialize());
    await until(() => unconfirmed.endings.length > 0);
    const mute = await liveSession();
    await mute.session.tearDown();
    restore();
    expect([silent.endings, unconfirmed.endings, mute.endings]).to.deep.equal([
      ['silent'],
      ['silent'],
      ['finished'],
    ]);
    expect(mute.posted.map(({method}) => method)).to.deep.equal(['ui/resource-teardown']);
  });

  it('sends the result of a tool as it came, and makes others acceptable', async () => {
    const cases = [
      ['plain words', {content: [{type: 'text', text: 'plain words'}]}],
      ['{"a":1}', {content: [], structuredContent: {a: 1}}],
      [
        '{"title":"A","content":"The page"}',
        {content: [], structuredContent: {title: 'A', content: 'The page'}},
      ],
      ['{"structuredContent":[1]}', {content: [], structuredContent: {value: [1]}}],
      [
        '{"content":[],"isError":true,"_meta":{"x":1}}',
        {content: [], isError: true, _meta: {x: 1}},
      ],
    ] as const;
    for (const [output, expected] of cases) {
      const {session, posted} = startSession(callOf({output}));
      session.receive(initialize());
      await settle();
      session.receive(initialized);
      expect(posted.at(-1)?.['params']).to.deep.equal(expected);
    }
  });
});

interface Hostile {
  readonly cases: readonly {
    readonly name: string;
    readonly message: unknown;
    readonly expect: string;
  }[];
}

/** Effects besides the answer. */
const effectsOf = ({questions, drafts, contexts, heights}: Recorded): number =>
  questions.length + drafts.length + contexts.length + heights.length;

/** Cases that are not refused: what they have to cause. */
const accepted: Readonly<Record<string, (recorded: Recorded) => unknown>> = {
  'second ui/initialize': ({posted}) => 'result' in (posted[0] ?? {}),
  'unknown version': ({posted}) =>
    (posted[0]?.['result'] as JsonRecord)['protocolVersion'] === '2026-01-26',
  'link with user info that looks like another host': ({questions}) => questions.length === 0,
  'link with right-to-left override': ({questions: [question]}) =>
    question?.kind === 'link' && question.url.includes('%E2%80%AE'),
  'tool of another server': ({questions: [question]}) => question?.kind === 'tool',
  'tool with markup': () => true,
  'tool name with markup': ({questions: [question]}) => question?.kind === 'tool',
  '__proto__ in arguments': ({questions: [question]}) =>
    question?.kind === 'tool' && !('admin' in question.input),
  'credentials in params._meta': ({posted}) => 'result' in (posted.at(-1) ?? {}),
  'message content as one object (text of the specification)': ({drafts}) => drafts[0] === 'Hello',
  'context that gives orders to the model': ({contexts}) => contexts.length === 1,
  'size of infinity': ({heights}) => heights.length === 1,
  'fullscreen without a click': () => true, // the element decides
  'log with markup and secrets': ({reports}) => reports[0] === 'app-log: The app logs: error',
  'download of a page with a name full of dots': ({questions: [question]}) =>
    question?.kind === 'file' &&
    question.name === 'x.html.txt' &&
    question.content.type === 'application/octet-stream',
};

describe('a hostile app', () => {
  it('obtains nothing by any recorded message', async () => {
    const {cases} = await readSample<Hostile>('10-hostile');
    expect(cases.length).to.be.greaterThan(35);
    for (const {name, message, expect: wanted} of cases) {
      const isEarly = /before the handshake|without ui\/initialize/.test(name);
      const recorded = isEarly ? startSession() : await liveSession();
      const sent =
        name === 'message without end'
          ? (JSON.parse(
              JSON.stringify(message).replace(/A{20,}[^"]*/, 'A'.repeat(2 ** 20 - 1000)),
            ) as unknown)
          : structuredClone(message);
      recorded.session.receive(sent);
      await settle();
      const check = accepted[name];
      if (check) {
        expect(check(recorded), name).to.be.true;
        continue;
      }
      expect(effectsOf(recorded), `${name}: no effect`).to.equal(0);
      const [answer] = recorded.posted;
      const codes = wanted.match(/-32\d{3}/g)?.map(Number);
      const isRefusal = wanted.includes('isError');
      if (codes) expect(codes, name).to.include((answer?.['error'] as JsonRecord)['code']);
      else if (isRefusal) expect(answer?.['result'], name).to.deep.equal({isError: true});
      else if (wanted.includes('visibility')) expect(answer, name).to.have.property('error');
      else expect(recorded.posted, name).to.deep.equal([]);
    }
  });

  it('is closed when it floods the page, and large messages are dropped', async () => {
    const {session, endings, reports} = await liveSession();
    const note = {jsonrpc: '2.0', method: 'x', params: {}};
    session.receive({...note, params: {text: 'A'.repeat(2 ** 21)}});
    const cycle: Record<string, unknown> = {...note};
    cycle['params'] = {cycle};
    session.receive(cycle);
    expect(reports).to.deep.equal([
      'app-message: The message is too large.',
      'app-message: The message is too large.',
    ]);
    for (let count = 0; count < 10_000 && endings.length === 0; count++) session.receive(note);
    expect(endings).to.deep.equal(['flooded']);
  });
});

/** An official app that is connected with a session by messages. */
function connect(item = callOf()): Recorded & {readonly app: App} {
  const transport = {
    onmessage: undefined as ((message: never) => void) | undefined,
    onclose: undefined,
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: (message: unknown) => {
      recorded.session.receive(structuredClone(message));
      return Promise.resolve();
    },
  };
  const recorded = startSession(item, {}, message => transport.onmessage?.(message as never));
  const app = new App(
    {name: 'Meteo', version: '1.0.0'},
    {availableDisplayModes: ['inline', 'fullscreen']},
    {autoResize: false},
  );
  return Object.assign(recorded, {app, transport, connected: app.connect(transport as never)});
}

describe('the official App class', () => {
  it('receives all data of a call, in order', async () => {
    const events: string[] = [];
    const {app, session} = connect(running({input: '{"city":"Zür'}));
    app.addEventListener(
      'toolinputpartial',
      params => void events.push(`partial ${JSON.stringify(params)}`),
    );
    app.addEventListener(
      'toolinput',
      params => void events.push(`input ${JSON.stringify(params)}`),
    );
    app.addEventListener(
      'toolresult',
      params => void events.push(`result ${JSON.stringify(params.structuredContent)}`),
    );
    app.addEventListener('toolcancelled', params => void events.push(`cancelled ${params.reason}`));
    await settle();
    await settle();
    session.update(running({input: '{"city":"Zürich"}'}));
    session.update(callOf());
    await settle();
    expect(events).to.deep.equal([
      'partial {"arguments":{"city":"Zür"}}',
      'input {"arguments":{"city":"Zürich"}}',
      'result {"city":"Zürich"}',
    ]);
  });

  it('learns of cancellation, of changes around it, and of its end', async () => {
    const events: unknown[] = [];
    const recorded = connect(running({input: '{}'}));
    const {app, session} = recorded;
    app.addEventListener('toolcancelled', params => void events.push(params.reason));
    app.addEventListener('hostcontextchanged', params => void events.push(params.theme));
    app.onteardown = () => {
      events.push('teardown');
      return {};
    };
    await settle();
    await settle();
    expect(app.getHostVersion()?.name).to.equal('ubik-chat');
    expect(app.getHostCapabilities()).to.have.property('serverTools');
    session.update(running({input: '{}', status: 'stopped'}));
    recorded.context = {...recorded.context, theme: 'dark'};
    session.updateContext();
    await session.ping();
    await session.tearDown();
    expect(events).to.deep.equal(['user action', 'dark', 'teardown']);
    expect(recorded.endings).to.deep.equal(['finished']);
  });

  it('gets an answer to each of its requests', async () => {
    const recorded = connect();
    const {app, questions, drafts, contexts, heights, reports} = recorded;
    await settle();
    await settle();
    expect(await app.callServerTool({name: 'refresh', arguments: {}})).to.deep.equal({content: []});
    expect(questions.map(({kind}) => kind)).to.deep.equal(['tool']);
    const {contents} = await app.readServerResource({uri: 'ui://meteo/icons.json'});
    expect(contents[0]?.uri).to.equal('ui://meteo/icons.json');
    expect(await app.openLink({url: 'https://meteo.example/'})).to.deep.equal({});
    const content = [{type: 'text' as const, text: 'Compare'}];
    expect(await app.sendMessage({role: 'user', content})).to.deep.equal({});
    expect(drafts).to.deep.equal(['Compare']);
    await app.updateModelContext({content, structuredContent: {city: 'Bern'}});
    expect(contexts).to.deep.equal([{text: 'Compare', structuredContent: {city: 'Bern'}}]);
    expect(await app.requestDisplayMode({mode: 'fullscreen'})).to.deep.equal({mode: 'fullscreen'});
    expect(await app.requestDisplayMode({mode: 'pip'})).to.deep.equal({mode: 'fullscreen'});
    const resource = {uri: 'file:///forecast.csv', mimeType: 'text/csv', text: 'day;t\n'};
    expect(await app.downloadFile({contents: [{type: 'resource', resource}]})).to.deep.equal({});
    await app.sendSizeChanged({width: 100, height: 211.5});
    expect(heights).to.deep.equal([212]);
    await app.sendLog({level: 'info', data: {drawn: 3}});
    expect(reports).to.deep.equal(['app-log: The app logs: info']);
    recorded.allowed = false;
    const denied = await app
      .callServerTool({name: 'refresh'})
      .catch((error: unknown) => String(error));
    expect(denied).to.contain('Denied by the user');
    await app.requestTeardown();
    await settle();
    expect(recorded.endings).to.deep.equal(['finished']);
  });
});
