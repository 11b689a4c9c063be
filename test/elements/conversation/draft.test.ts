import {expect, fixture, html} from '@open-wc/testing';
import {ubik} from '../../../src/core/index.js';
import {
  UbikAttachRequestEvent,
  UbikDraftRequestEvent,
  UbikEditRequestEvent,
} from '../../../src/elements/events.js';
import {ChatController, type SessionStorage} from '../../../src/controller/index.js';
import type {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import {UbikComposer} from '../../../src/elements/ubik-composer/ubik-composer.js';
import {InPageAgent, inPage} from '../support/agent.js';
import {type ChatFixture, open} from '../support/chat.js';
import {all, find, has, until} from '../support/dom.js';
import {user} from '../support/items.js';

interface UploadFixture extends ChatFixture {
  /** The paths to which files were uploaded. */
  readonly paths: readonly string[];
  /** Completes the uploads. */
  readonly complete: () => void;
}

/** A chat in a session, whose uploads wait. */
async function openWithUploads(settings: Partial<UbikChat> = {}): Promise<UploadFixture> {
  const paths: string[] = [];
  let waiting: (() => void)[] = [];
  const {send} = inPage.operations;
  const operations = {send, upload: ubik.operations.upload};
  const fixture = await open({
    protocol: {...inPage, clientIds: ['session'], operations},
    endpoint: '/api',
    fetch: async (url, init) => {
      paths.push(new URL(url instanceof Request ? url.url : url, location.href).pathname);
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
      return Response.json({
        id: `file-${paths.length}`,
        file_name: 'notes.txt',
        status: 'completed',
      });
    },
    ...settings,
  });
  const complete = (): void => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {...fixture, paths, complete};
}

const composerOf = (chat: Element): UbikComposer => find(chat, 'ubik-composer', UbikComposer);

const field = (chat: Element): HTMLTextAreaElement =>
  find(composerOf(chat), 'textarea', HTMLTextAreaElement);

const statuses = (chat: Element): readonly (string | undefined)[] =>
  all(composerOf(chat), '.attachments > li').map(({dataset}) => dataset['status']);

async function attach(chat: Element): Promise<void> {
  const file = new File(['words'], 'notes.txt', {type: 'text/plain'});
  composerOf(chat).dispatchEvent(new UbikAttachRequestEvent([file]));
  await until(() => statuses(chat).length === 1);
}

const waits = (chat: Element): string | undefined =>
  find(composerOf(chat), '.below [role="status"]').dataset['status'];

function write(chat: Element, text: string): void {
  field(chat).value = text;
  field(chat).dispatchEvent(new InputEvent('input'));
}

describe('the draft in another session', () => {
  it('keeps its text and does not send a message that waited for an upload', async () => {
    const {chat, agent, paths, complete} = await openWithUploads();
    await attach(chat);
    write(chat, 'Read this');
    find(composerOf(chat), '.send').click();
    await until(() => waits(chat) === 'queuedUpload');
    // The upload has named the new session, in which the message still waits.
    await until(() => paths.length === 1);
    expect(waits(chat)).to.equal('queuedUpload');
    const {id = ''} = chat.session ?? {};
    await chat.loadSession('other');
    await until(() => paths.length === 2);
    complete();
    await until(() => statuses(chat)[0] === 'ready');
    expect(paths.map(path => path.split('/').at(-2))).to.deep.equal([id, 'other']);
    expect(agent.requests).to.be.empty;
    expect(field(chat).value).to.equal('Read this');
    expect(waits(chat)).to.be.undefined;
  });

  it('sends a message that waits for the upload that names its session', async () => {
    const {chat, agent, paths, complete} = await openWithUploads();
    await attach(chat);
    write(chat, 'Read this');
    find(composerOf(chat), '.send').click();
    await until(() => paths.length === 1);
    complete();
    await until(() => agent.requests.length === 1);
    agent.finish();
    await until(() => chat.status === 'idle');
    expect(paths).to.have.length(1);
  });

  it('has the files that were uploaded, which are uploaded to that session', async () => {
    const {chat, agent, paths, complete} = await openWithUploads({sessionId: 'one'});
    await chat.ready;
    await attach(chat);
    await until(() => paths.length === 1);
    complete();
    await until(() => statuses(chat)[0] === 'ready');
    await chat.loadSession('other');
    await until(() => paths.length === 2);
    complete();
    await until(() => statuses(chat)[0] === 'ready');
    write(chat, 'Read this');
    find(composerOf(chat), '.send').click();
    await until(() => agent.requests.length === 1);
    const message = JSON.stringify(agent.requests[0]);
    expect(message).to.contain('file-2').and.not.to.contain('file-1');
    agent.finish();
  });
});

describe('a message that is stopped before it is sent', () => {
  it('returns to the composer, as the text of an edited one does', async () => {
    let hasToken = true;
    const {send, edit} = ubik.operations;
    const {chat} = await open({
      protocol: {...inPage, operations: {send, edit}},
      endpoint: '/api',
      transport: undefined,
      sessionId: 's',
      getToken: () => (hasToken ? Promise.resolve('') : new Promise(() => undefined)),
    });
    await chat.ready;
    hasToken = false;
    write(chat, 'Important');
    find(composerOf(chat), '.send').click();
    await until(() => chat.status === 'connecting' && field(chat).value === '');
    await chat.stop();
    await until(() => field(chat).value === 'Important');
    expect(chat.controller.conversation.children).to.be.empty;
    write(chat, '');
    const user = {
      id: 'u',
      messageId: 'u',
      kind: 'message',
      role: 'user',
      status: 'done',
      children: [],
    } as const;
    chat.controller.show({version: 1, children: [user]});
    composerOf(chat).dispatchEvent(new UbikEditRequestEvent('u', 'Edited'));
    await until(() => chat.status === 'connecting');
    await chat.stop();
    await until(() => field(chat).value === 'Edited');
    expect(chat.controller.conversation.children).to.deep.equal([user]);
  });
});

describe('an edited message', () => {
  it('is shown with its answer, wherever the reader was, as one that is sent', async () => {
    const {send, edit} = ubik.operations;
    const {chat} = await open({protocol: {...inPage, operations: {send, edit}}, sessionId: 's'});
    const children = Array.from({length: 12}, (_, n) =>
      user('A long message. '.repeat(30), {id: `u${n}`, messageId: `u${n}`}),
    );
    chat.controller.show({version: 1, children});
    const transcript = find(chat, '.transcript');
    await until(() => has(transcript, '.scroller') && find(transcript, '.scroller').scrollTop > 0);
    const scroller = find(transcript, '.scroller');
    scroller.dispatchEvent(new WheelEvent('wheel', {deltaY: -100, bubbles: true}));
    scroller.scrollTop = 0;
    await until(() => has(transcript, '.latest'));
    composerOf(chat).dispatchEvent(new UbikEditRequestEvent('u11', 'Edited'));
    await until(() => !has(transcript, '.latest') && scroller.scrollTop > 0);
    await chat.stop();
  });
});

/** Storage in memory. */
function memory(): SessionStorage {
  const entries = new Map<string, string>();
  return {
    getItem: key => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: key => void entries.delete(key),
  };
}

describe('the draft of a user', () => {
  it('is not displayed to another user, whose own draft is restored', async () => {
    const {chat, paths, complete} = await openWithUploads({storage: memory(), userId: 'a'});
    const become = async (userId: string): Promise<void> => {
      chat.userId = userId;
      await chat.updateComplete;
      await composerOf(chat).updateComplete;
    };
    await chat.ready;
    write(chat, 'Half a');
    await attach(chat);
    await until(() => paths.length === 1);
    complete();
    await until(() => statuses(chat)[0] === 'ready');
    await become('b');
    expect([field(chat).value, statuses(chat)]).to.deep.equal(['', []]);
    await chat.ready;
    write(chat, 'Half b');
    await become('a');
    await until(() => field(chat).value === 'Half a');
    expect(statuses(chat)).to.be.empty;
    await become('b');
    await until(() => field(chat).value === 'Half b');
  });

  it('is stored as soon as the user has agreed', async () => {
    const storage = memory();
    const {chat} = await openWithUploads({storage, consent: 'ask'});
    await chat.setDraft('Half a');
    chat.consent = 'granted';
    await chat.ready;
    await until(() => chat.controller.recall('draft') === 'Half a');
    expect(field(chat).value).to.equal('Half a');
  });

  it('keeps the context that the page sets together with the user', async () => {
    const {chat} = await openWithUploads({userId: 'a'});
    await chat.ready;
    Object.assign(chat, {userId: 'b', context: {title: 'Order 4711', data: {}}});
    await chat.updateComplete;
    expect(chat.context?.title).to.equal('Order 4711');
  });
});

const createController = (
  storage: SessionStorage | null,
  {transport} = new InPageAgent(),
): ChatController =>
  new ChatController(undefined, {protocol: inPage, transport, storage, userId: 'a'});

const addComposer = (controller?: ChatController): Promise<UbikComposer> =>
  fixture(html`<ubik-composer .controller=${controller}></ubik-composer>`);

function writeInto(composer: UbikComposer, text: string): void {
  find(composer, 'textarea', HTMLTextAreaElement).value = text;
  find(composer, 'textarea').dispatchEvent(new InputEvent('input'));
}

const pressEnter = (composer: UbikComposer): boolean =>
  find(composer, 'textarea').dispatchEvent(
    new KeyboardEvent('keydown', {key: 'Enter', cancelable: true}),
  );

const isQueued = (composer: UbikComposer): boolean => has(composer, '[data-status="queued"]');

describe('the draft of a controller of the page', () => {
  it('ends with its user, also while no part is in the page', async () => {
    const storage = memory();
    const controller = createController(storage);
    await controller.ready;
    const composer = await addComposer(controller);
    writeInto(composer, 'My salary is');
    await until(() => controller.recall('draft') === 'My salary is');
    composer.remove();
    await controller.shutdown();
    controller.configure({
      protocol: inPage,
      transport: new InPageAgent().transport,
      storage,
      userId: 'b',
    });
    const later = await addComposer(controller);
    await controller.ready;
    await later.updateComplete;
    expect(later.value).to.equal('');
    expect(controller.recall('draft')).to.be.undefined;
    controller.dispose();
  });

  it('is restored in a composer that is added when the controller is ready', async () => {
    const storage = memory();
    const before = createController(storage);
    await before.ready;
    before.remember('draft', 'Half');
    before.dispose();
    const controller = createController(storage);
    await controller.ready;
    const composer = await addComposer(controller);
    await until(() => composer.value === 'Half');
    controller.dispose();
  });

  it('takes over what was written before the composer had a conversation', async () => {
    const controller = createController(memory());
    await controller.ready;
    const composer = await addComposer();
    writeInto(composer, 'New');
    const before = await addComposer(controller);
    writeInto(before, 'Old');
    composer.controller = controller;
    await until(() => composer.value === 'Old\nNew' && before.value === 'Old\nNew');
    expect(controller.recall('draft')).to.equal('Old\nNew');
    controller.dispose();
  });
});

describe('two composers of a conversation', () => {
  async function openTwo() {
    const agent = new InPageAgent();
    const controller = createController(null, agent);
    const one = await addComposer(controller);
    const other = await addComposer(controller);
    writeInto(one, 'First');
    pressEnter(one);
    await until(() => agent.requests.length === 1 && one.busy && other.busy);
    writeInto(one, 'Second');
    pressEnter(one);
    await until(() => isQueued(one) && other.value === 'Second');
    return {agent, controller, one, other};
  }

  it('send no text that is being written in one while the other waits', async () => {
    const {agent, controller, one, other} = await openTwo();
    writeInto(other, 'Second, but');
    await until(() => one.value === 'Second, but');
    expect(isQueued(one)).to.be.false;
    agent.finish();
    await until(() => !one.busy);
    expect(agent.requests).to.have.length(1);
    expect(one.value).to.equal('Second, but');
    controller.dispose();
  });

  it('send a text once for which both wait', async () => {
    const {agent, controller, one, other} = await openTwo();
    pressEnter(other);
    await until(() => isQueued(other));
    agent.finish();
    await until(() => agent.requests.length === 2 && one.value === '' && other.value === '');
    await until(() => !isQueued(one) && !isQueued(other));
    agent.finish();
    await until(() => !one.busy && !other.busy);
    expect(agent.requests).to.have.length(2);
    expect([one.value, other.value]).to.deep.equal(['', '']);
    controller.dispose();
  });
});

describe('what apps add to the next message', () => {
  it('is withdrawn by the app that has added it', async () => {
    const send = {...inPage.operations.send, carriesContext: true};
    const {chat} = await open({protocol: {...inPage, operations: {send}}});
    const offer = async (title: string, data: unknown): Promise<number> => {
      const event = new UbikDraftRequestEvent({context: {title, data}});
      composerOf(chat).dispatchEvent(event);
      expect(await event.takeResult()).to.be.true;
      await chat.updateComplete;
      await composerOf(chat).updateComplete;
      return statuses(chat).length;
    };
    expect(await offer('App: A', {a: 1})).to.equal(1);
    expect(await offer('App: B', undefined)).to.equal(1);
    expect(await offer('App: A', undefined)).to.equal(0);
  });
});
