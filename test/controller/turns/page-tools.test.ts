import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {ChatController, type ChatEvent, type PageTool} from '../../../src/controller/index.js';
import {
  anthropic,
  openRequests,
  plainText,
  type Item,
  type MessageItem,
  type RequestItem,
  type ToolItem,
} from '../../../src/core/index.js';
import {startServer, type AgentServer} from '../../support/agent-server.js';
import {pageTools} from '../support/chat.js';

const both = 'read the page title and set theme dark';
const theme = {type: 'object', properties: {theme: {type: 'string', enum: ['light', 'dark']}}};

describe('tools of the page', () => {
  let server: AgentServer;
  let chat: ChatController;

  before(async () => (server = await startServer()));
  afterEach(() => chat.dispose());
  after(() => server.stop());

  function chatWith(
    tools: Readonly<Record<string, PageTool>>,
    onEvent?: (event: ChatEvent) => void,
  ) {
    chat = new ChatController(undefined, {
      protocol: anthropic,
      endpoint: `${server.origin}/anthropic`,
      tokenEndpoint: `${server.origin}/demo/token`,
      storage: null,
      tools: pageTools(tools),
      ...(onEvent && {onEvent}),
    });
    return chat;
  }
  const answer = (): MessageItem => chat.conversation.children.at(-1) as MessageItem;
  const callsOf = (): ToolItem[] =>
    answer().children.filter((item: Item): item is ToolItem => item.kind === 'tool');
  /** The open question, as soon as there is one. */
  const question = (): Promise<RequestItem> =>
    new Promise(resolve => {
      const look = (): void => {
        const [open] = openRequests(chat.conversation);
        if (!open) return;
        end();
        resolve(open);
      };
      const end = chat.subscribe(look);
      look();
    });

  for (const [what, thrown] of [
    ['an error without a message', new Error('')],
    ['an empty text', ''],
    ['nothing', undefined],
    ['a blank text', '  '],
    ['null', null],
    ['an object without fields', {}],
    ['an error whose message is no text', Object.assign(new Error('x'), {message: undefined})],
    [
      'an error whose message cannot be read',
      Object.defineProperty(new Error('x'), 'message', {
        get: () => {
          throw new Error('No message.');
        },
      }),
    ],
  ] as const) {
    it(`send an error with words when they throw ${what}`, async () => {
      const run = (): never => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- pages throw anything
        throw thrown;
      };
      const chat = chatWith({page_title: {permission: 'allow', run}});
      await chat.send('read the page title');
      assert.equal(callsOf()[0]?.error, 'The tool failed without a message.');
    });
  }

  it('run concurrently, and the turn continues in the same message', async () => {
    const running = new Set<string>();
    let most = 0;
    const tool = (name: string, result: unknown): PageTool => ({
      permission: 'allow',
      async run() {
        running.add(name);
        await new Promise(resolve => setTimeout(resolve, 5));
        most = Math.max(most, running.size);
        running.delete(name);
        return result;
      },
    });
    chatWith({
      page_title: tool('title', 'Ubik'),
      set_theme: {...tool('theme', {is: 'dark'}), schema: theme},
    });
    await chat.send(both);
    assert.equal(most, 2);
    const found = callsOf().map(({name, status, output}) => [name, status, output]);
    assert.deepEqual(found, [
      ['page_title', 'done', 'Ubik'],
      ['set_theme', 'done', '{"is":"dark"}'],
    ]);
    assert.equal(chat.conversation.children.length, 2);
    assert.equal(answer().status, 'done');
    assert.equal(chat.status, 'idle');
    assert.match(plainText(answer()), /`page_title`: Ubik\n.*`set_theme`: \{"is":"dark"\}/);
  });

  it('send what an error without a message contains, and a returned error as one', async () => {
    const [cause, other] = [new Error('The disk is full.'), new Error('The network is down.')];
    for (const [run, message] of [
      [() => Promise.reject(new Error('', {cause})), cause.message],
      [() => Promise.reject(new AggregateError([new Error(''), other])), other.message],
      [() => cause, cause.message],
    ] as const) {
      const chat = chatWith({page_title: {permission: 'allow', run}});
      await chat.send('read the page title');
      const call = callsOf()[0];
      assert.deepEqual([call?.status, call?.error], ['failed', message]);
    }
  });

  it('wait for the permission of the user, with their arguments displayed', async () => {
    const events: string[] = [];
    chatWith(
      {set_theme: {description: 'Changes the colours', schema: theme, run: () => 'ok'}},
      ({type}) => events.push(type),
    );
    const turn = chat.send('set theme dark');
    const {id, prompt, inputTypes, toolName, callId, arguments: call} = await question();
    assert.equal(prompt, 'Changes the colours');
    assert.equal(callId, callsOf()[0]?.id);
    assert.deepEqual(call, {theme: 'dark'});
    assert.deepEqual([inputTypes, toolName], [['permission'], 'set_theme']);
    assert.equal(chat.status, 'waiting');
    assert.ok(events.includes('input-required'));
    await chat.reply(id, {type: 'permission', input: {allow: 'once'}});
    await turn;
    assert.equal(callsOf()[0]?.status, 'done');
  });

  it('are asked about each time if they are allowed once, and never again if always', async () => {
    chatWith({set_theme: {schema: theme, run: () => 'ok'}});
    for (const allow of ['once', 'always']) {
      const turn = chat.send('set theme dark');
      await chat.reply((await question()).id, {type: 'permission', input: {allow}});
      await turn;
    }
    await chat.send('set theme light');
    assert.equal(callsOf()[0]?.status, 'done');
  });

  it('run only with one of the two words that allow them', async () => {
    let runs = 0;
    chatWith({set_theme: {schema: theme, run: () => (runs += 1)}});
    for (const allow of ['no', 'never', 'false', ' once', 'yes', true, 1, {}, []]) {
      const turn = chat.send('set theme dark');
      await chat.reply((await question()).id, {type: 'permission', input: {allow}});
      await turn;
    }
    assert.equal(runs, 0);
  });

  for (const [what, change] of [
    ['in another session', () => chat.newSession()],
    ['for another user', () => chat.configure({userId: 'another'})],
    [
      'for another function of the same name',
      (tool: PageTool) => {
        chat.configure({tools: pageTools({set_theme: {...tool, run: () => 'another'}})});
      },
    ],
  ] as const) {
    it(`are asked about again ${what}, also after "always"`, async () => {
      const tool: PageTool = {schema: theme, run: () => 'ok'};
      chatWith({set_theme: tool});
      const allowed = chat.send('set theme dark');
      await chat.reply((await question()).id, {type: 'permission', input: {allow: 'always'}});
      await allowed;
      await change(tool);
      const turn = chat.send('set theme light');
      await Promise.race([question(), turn]);
      assert.equal(openRequests(chat.conversation).length, 1);
      await chat.reply((await question()).id, {type: 'permission', input: {allow: 'once'}});
      await turn;
      assert.equal(callsOf()[0]?.status, 'done');
    });
  }

  it('send the agent the reason why the user declined', async () => {
    let ran = false;
    chatWith({set_theme: {schema: theme, run: () => (ran = true)}});
    const turn = chat.send('set theme dark');
    const {id} = await question();
    await chat.reply(id, {type: 'permission', input: {reason: 'I like it light.'}});
    await turn;
    assert.equal(ran, false);
    assert.equal(callsOf()[0]?.status, 'failed');
    assert.match(plainText(answer()), /failed: The user declined\. I like it light\./);
  });

  it('treat a text instead of a decision as the reason of a refusal', async () => {
    chatWith({set_theme: {schema: theme, run: () => 'ok'}});
    const turn = chat.send('set theme dark');
    await question();
    await chat.send('not now');
    await turn;
    assert.match(plainText(answer()), /failed: The user declined\. not now/);
  });

  it('fail with the error that they throw, and the turn continues', async () => {
    const run = (): never => {
      throw new Error('The title is gone.');
    };
    chatWith({page_title: {permission: 'allow', run}});
    await chat.send('page title');
    assert.deepEqual([callsOf()[0]?.status, callsOf()[0]?.error], ['failed', 'The title is gone.']);
    assert.match(plainText(answer()), /failed: The title is gone\./);
    assert.equal(answer().status, 'done');
  });

  it('are not run with an input that their schema refuses', async () => {
    let ran = false;
    const schema = {...theme, required: ['theme', 'contrast']};
    chatWith({set_theme: {permission: 'allow', schema, run: () => (ran = true)}});
    await chat.send('set theme dark');
    assert.equal(ran, false);
    assert.match(callsOf()[0]?.error ?? '', /input\.contrast is missing/);
  });

  it('may put a question of their own to the user', async () => {
    chatWith({
      ask_user: {
        permission: 'allow',
        schema: {type: 'object', properties: {question: {type: 'string'}}},
        async run({question: prompt}, {ask}) {
          const {input} = await ask({prompt: String(prompt)});
          return input;
        },
      },
    });
    const turn = chat.send('ask me');
    assert.match((await question()).prompt, /e-mail/);
    await chat.send('ada@example.com');
    await turn;
    assert.match(plainText(answer()), /ada@example\.com/);
  });

  it('end when the user stops, and late results are dropped', async () => {
    let finish: (value: string) => void = () => undefined;
    let stopped: AbortSignal | undefined;
    let begun: () => void = () => undefined;
    const begins = new Promise<void>(resolve => (begun = resolve));
    chatWith({
      page_title: {
        permission: 'allow',
        run: (_, {signal}) => {
          stopped = signal;
          begun();
          return new Promise<string>(resolve => (finish = resolve));
        },
      },
    });
    const turn = chat.send('page title');
    await begins;
    await assert.rejects(chat.send('busy?'), {info: {code: 'busy', retryable: false}});
    await chat.stop();
    await turn;
    finish('too late');
    assert.equal(stopped?.aborted, true);
    assert.deepEqual([callsOf()[0]?.status, callsOf()[0]?.output], ['stopped', '']);
    assert.deepEqual([answer().status, chat.status], ['stopped', 'idle']);
    await chat.send('what is 6 * 7');
    assert.match(plainText(answer()), /42/);
  });

  it('have no result if they return because the user has stopped', async () => {
    let begun: () => void = () => undefined;
    const begins = new Promise<void>(resolve => (begun = resolve));
    chatWith({
      page_title: {
        permission: 'allow',
        run: (_, {signal}) => {
          begun();
          return new Promise(resolve => signal.addEventListener('abort', () => resolve('partial')));
        },
      },
    });
    const turn = chat.send('page title');
    await begins;
    await chat.stop();
    await turn;
    assert.deepEqual([callsOf()[0]?.status, callsOf()[0]?.output], ['stopped', '']);
  });

  it('may not ask any more once the user has stopped', async () => {
    let ask: () => Promise<unknown> = () => Promise.resolve();
    let begun: () => void = () => undefined;
    const begins = new Promise<void>(resolve => (begun = resolve));
    chatWith({
      page_title: {
        permission: 'allow',
        run: (_, call) => {
          ask = () => call.ask({prompt: 'Still there?'});
          begun();
          return new Promise(() => undefined);
        },
      },
    });
    const turn = chat.send('page title');
    await begins;
    await chat.stop();
    await turn;
    await assert.rejects(ask(), {name: 'AbortError'});
    assert.deepEqual([openRequests(chat.conversation), chat.status], [[], 'idle']);
  });

  it('end with their questions when the page turns to another conversation', async () => {
    chatWith({set_theme: {schema: theme, run: () => 'ok'}});
    const turn = chat.send('set theme dark');
    await question();
    await chat.newSession();
    await turn;
    assert.deepEqual([chat.conversation.children.length, chat.status], [0, 'idle']);
    await chat.send('what is 6 * 7');
    assert.match(plainText(answer()), /42/);
  });

  it('are left alone on a page that has none', async () => {
    chatWith({});
    await chat.send(both);
    const names = callsOf().map(({name}) => name);
    assert.ok(!names.includes('page_title') && !names.includes('set_theme'), names.join());
    assert.deepEqual([answer().status, chat.status], ['done', 'idle']);
  });
});

describe('continuing an answer', () => {
  let server: AgentServer;
  let chat: ChatController;

  before(async () => {
    server = await startServer();
    chat = new ChatController(undefined, {
      protocol: anthropic,
      endpoint: `${server.origin}/anthropic`,
      tokenEndpoint: `${server.origin}/demo/token`,
      storage: null,
    });
  });
  after(async () => {
    chat.dispose();
    await server.stop();
  });
  const answer = (): MessageItem => chat.conversation.children.at(-1) as MessageItem;

  it('appends to an interrupted text', async () => {
    await chat.send('help');
    const whole = plainText(answer());
    await chat.send('cut the answer: help');
    assert.equal(answer().stopReason, 'max_tokens');
    assert.ok(plainText(answer()).length < whole.length);
    await chat.continue();
    assert.deepEqual([answer().stopReason, answer().status], ['end_turn', 'done']);
    assert.equal(plainText(answer()).replace(/\s+/g, ''), whole.replace(/\s+/g, ''));
  });

  it('continues a paused turn in one message', async () => {
    const before = chat.conversation.children.length;
    await chat.send('pause, then what is 6 * 7');
    assert.equal(answer().stopReason, 'pause_turn');
    await chat.continue();
    assert.equal(chat.conversation.children.length, before + 2);
    assert.equal(answer().children.filter(({kind}) => kind === 'tool').length, 1);
    assert.match(plainText(answer()), /42/);
  });
});
