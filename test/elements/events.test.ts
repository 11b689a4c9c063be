import {expect} from '@open-wc/testing';
import type {MessageItem} from '../../src/core/index.js';
import * as events from '../../src/elements/events.js';
import * as chatEvents from '../../src/elements/events/chat.js';
import requests, * as requestEvents from '../../src/elements/events/requests.js';
import {elements} from '../../src/frameworks/elements.js';
import {open} from './support/chat.js';
import {find} from './support/dom.js';
import {text} from './support/items.js';

const item = text('a') as never;
const error = {code: 'busy', retryable: false} as const;
const message: MessageItem = {
  id: 'm',
  kind: 'message',
  role: 'assistant',
  status: 'done',
  children: [],
};

/** One event of each class, by the name of the class. */
const table: Record<keyof typeof events, Event> = {
  UbikAssetRequestEvent: new events.UbikAssetRequestEvent('/a.png'),
  UbikAttachRequestEvent: new events.UbikAttachRequestEvent([]),
  UbikCheckpointReachedEvent: new events.UbikCheckpointReachedEvent(item),
  UbikWithdrawRequestEvent: new events.UbikWithdrawRequestEvent(),
  UbikContinueRequestEvent: new events.UbikContinueRequestEvent(),
  UbikConsentEvent: new events.UbikConsentEvent('granted'),
  UbikCopiedEvent: new events.UbikCopiedEvent('a'),
  UbikDataEvent: new events.UbikDataEvent({
    id: 'd',
    kind: 'data',
    status: 'done',
    children: [],
    name: 'weather',
    data: {degrees: 4},
  }),
  UbikDetachRequestEvent: new events.UbikDetachRequestEvent('a'),
  UbikDiagnosticEvent: new events.UbikDiagnosticEvent({code: 'event-late', message: ''}),
  UbikDisclosedEvent: new events.UbikDisclosedEvent('a', 's'),
  UbikDraftChangeEvent: new events.UbikDraftChangeEvent('a'),
  UbikDraftRequestEvent: new events.UbikDraftRequestEvent({text: 'a'}),
  UbikEditRequestEvent: new events.UbikEditRequestEvent('m', 'a'),
  UbikErrorEvent: new events.UbikErrorEvent(error),
  UbikExtendRequestEvent: new events.UbikExtendRequestEvent('q'),
  UbikFeedbackRequestEvent: new events.UbikFeedbackRequestEvent('m', 'up'),
  UbikInputRequiredEvent: new events.UbikInputRequiredEvent(item),
  UbikLinkRequestEvent: new events.UbikLinkRequestEvent('/a'),
  UbikNavigateRequestEvent: new events.UbikNavigateRequestEvent('m'),
  UbikOpenChangeEvent: new events.UbikOpenChangeEvent(true),
  UbikReadyEvent: new events.UbikReadyEvent(),
  UbikRecordingOpenEvent: new events.UbikRecordingOpenEvent(),
  UbikRegenerateRequestEvent: new events.UbikRegenerateRequestEvent('m'),
  UbikReplyRequestEvent: new events.UbikReplyRequestEvent('q', {input: 'a', type: 'text'}),
  UbikRestoreRequestEvent: new events.UbikRestoreRequestEvent('c'),
  UbikRetryRequestEvent: new events.UbikRetryRequestEvent(),
  UbikSendRequestEvent: new events.UbikSendRequestEvent('a'),
  UbikSessionChangeEvent: new events.UbikSessionChangeEvent('s'),
  UbikSessionListChangeEvent: new events.UbikSessionListChangeEvent(),
  UbikSessionListRequestEvent: new events.UbikSessionListRequestEvent(1),
  UbikSessionOpenRequestEvent: new events.UbikSessionOpenRequestEvent('s'),
  UbikSessionRemoveRequestEvent: new events.UbikSessionRemoveRequestEvent('s'),
  UbikSessionRenameRequestEvent: new events.UbikSessionRenameRequestEvent('s', 'a'),
  UbikShutdownEvent: new events.UbikShutdownEvent(),
  UbikStepChangeEvent: new events.UbikStepChangeEvent(item),
  UbikStopRequestEvent: new events.UbikStopRequestEvent(),
  UbikFoldRequestEvent: new events.UbikFoldRequestEvent(),
  UbikToggleRequestEvent: new events.UbikToggleRequestEvent(true),
  UbikToolChangeEvent: new events.UbikToolChangeEvent(item),
  UbikTurnEndEvent: new events.UbikTurnEndEvent(message),
  UbikTurnStartEvent: new events.UbikTurnStartEvent(message),
  UbikUnreadChangeEvent: new events.UbikUnreadChangeEvent(1),
};

const all = Object.entries(table);

/** Whether one text becomes the other by at most one character more, less or different. */
function isNear(a: string, b: string): boolean {
  if (a.length > b.length) return isNear(b, a);
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const rest = a.slice(start);
  return rest === b.slice(start + 1) || rest.slice(1) === b.slice(start + 1);
}

describe('the events of the elements', () => {
  it('are complete in the table', () => {
    expect(all.map(([name]) => name)).to.have.members(Object.keys(events));
  });

  it('are named like their class', () => {
    for (const [name, {type}] of all) {
      const words = type.split('-').map(word => `${word[0]?.toUpperCase()}${word.slice(1)}`);
      expect(`${words.join('')}Event`).to.equal(name);
    }
  });

  it('are in the list of requests if their class is in that file', () => {
    const types = all.filter(([name]) => name in requestEvents).map(([, {type}]) => type);
    expect(requests).to.have.members(types);
  });

  it('are documented for the chat if it reports them or carries them out', () => {
    const reported = all.filter(([name]) => name in chatEvents).map(([, {type}]) => type);
    expect(elements['ubik-chat'].events).to.include.members([...reported, ...requests]);
  });

  it('are documented for the part that fires them if they are requests', () => {
    const wholes: readonly string[] = ['ubik-chat', 'ubik-conversation'];
    const parts = Object.entries(elements).filter(([tag]) => !wholes.includes(tag));
    const fired = parts.flatMap(([, {events: types}]) => [...types]);
    expect(fired).to.include.members([...requests]);
  });

  it('are cancelable exactly if they are requests', () => {
    for (const [, {type, cancelable}] of all)
      expect(cancelable).to.equal(type.endsWith('-request'));
  });

  it('bubble and cross shadow boundaries', () => {
    for (const [, {bubbles, composed}] of all) expect(bubbles && composed).to.be.true;
  });

  it('have names that differ by more than a letter, from each other and from tags', () => {
    const names = all.map(([, {type}]) => type);
    for (const [index, name] of names.entries()) {
      expect(customElements.get(name), name).to.equal(undefined);
      for (const other of names.slice(index + 1)) {
        expect(isNear(name, other), `${name} and ${other}`).to.be.false;
      }
    }
  });
});

describe('the events between the parts of a chat', () => {
  it('do not leave it', async () => {
    const {chat} = await open();
    const types: string[] = [];
    for (const [, {type}] of all) chat.addEventListener(type, event => types.push(event.type));
    const composer = find(chat, 'ubik-composer');
    composer.dispatchEvent(new events.UbikAssetRequestEvent('/a.png'));
    composer.dispatchEvent(new events.UbikAttachRequestEvent([]));
    composer.dispatchEvent(new events.UbikDetachRequestEvent('a'));
    composer.dispatchEvent(new events.UbikDraftChangeEvent(''));
    composer.dispatchEvent(new events.UbikSessionListRequestEvent(1));
    composer.dispatchEvent(new events.UbikToggleRequestEvent(true));
    composer.dispatchEvent(new events.UbikCopiedEvent('a'));
    expect(types).to.deep.equal(['ubik-copied']);
  });
});

describe('a request for a result', () => {
  it('is answered by the first listener that responds, instead of by the chat', async () => {
    const {chat} = await open();
    chat.addEventListener('ubik-session-open-request', event => event.respondWith(undefined));
    const request = new events.UbikSessionOpenRequestEvent('elsewhere');
    find(chat, 'ubik-composer').dispatchEvent(request);
    await request.takeResult();
    expect(chat.session?.id).not.to.equal('elsewhere');
    expect(() => request.respondWith(undefined)).to.throw(DOMException);
  });

  it('has no result if it is canceled', async () => {
    const {chat} = await open();
    chat.addEventListener('ubik-session-open-request', event => event.preventDefault());
    const request = new events.UbikSessionOpenRequestEvent('elsewhere');
    find(chat, 'ubik-composer').dispatchEvent(request);
    expect(request.takeResult()).to.equal(undefined);
  });

  it('has no result without a handler', () => {
    expect(new events.UbikSessionListRequestEvent(1).takeResult()).to.equal(undefined);
  });
});
