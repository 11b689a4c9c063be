import type {ChatStatus, ErrorInfo} from '../controller/types.js';
import type {Conversation, Item, MessageItem} from '../core/model/item.js';
import {openRequests, plainText} from '../core/model/select.js';

/** A message, as the user reads it. */
export interface ReadMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A chat in a test, found by roles and read from its conversation. */
export interface ChatUnderTest {
  /** Writes a message into the text field and sends it with Enter. Rejects while a question waits, which `reply` answers. */
  send(text: string): Promise<void>;
  /**
   * Answers the newest question that waits, by its text field, or else by the button or the choice with this label. Rejects if
   * there is none of these. The form of a schema has several fields, and a denial several steps: the test finds them by their
   * labels.
   */
  reply(text: string): Promise<void>;
  /** The messages so far. */
  messages(): Promise<readonly ReadMessage[]>;
  /**
   * Waits until the answer to the last message is complete, or waits for the user. Returns its text. Rejects with the
   * code and the text of the chat's error if the message could not be sent, or the answer failed or was cut off.
   */
  answer(): Promise<string>;
  /** Waits until no run is in progress: the answer is complete, failed, or waits for the user. */
  whole(): Promise<void>;
}

/** The part of a Playwright page or locator that is used. */
export interface PageLike {
  locator(selector: string): LocatorLike;
}
interface LocatorLike {
  locator(selector: string): LocatorLike;
  first(): LocatorLike;
  last(): LocatorLike;
  getByRole(role: 'textbox'): LocatorLike;
  getByText(text: string, options: {exact: boolean}): LocatorLike;
  count(): Promise<number>;
  waitFor(): Promise<void>;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  evaluate<R>(read: (element: HTMLElement) => R): Promise<R>;
}

interface ChatState {
  readonly status: ChatStatus;
  readonly conversation: Conversation;
  readonly lastError: ErrorInfo | undefined;
}

/** `<ubik-chat>`, or `<ubik-conversation>` with parts. */
interface ChatElement extends HTMLElement, ChatState {
  readonly updateComplete: Promise<boolean>;
}

export interface ChatOfOptions {
  /** Milliseconds that each wait may take. Default: 5000. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 5000;
/** Milliseconds between two checks of a condition. */
const intervalMs = 20;

/**
 * The chat of a page: the first `<ubik-chat>`, or `<ubik-conversation>` with its parts.
 *
 * @param page A Playwright page or locator; or a document or element that contains the chat, as in Testing Library.
 */
export function chatOf(
  page: PageLike | ParentNode,
  {timeoutMs = defaultTimeoutMs}: ChatOfOptions = {},
): ChatUnderTest {
  const access = 'locator' in page ? inBrowser(page) : inDocument(page, timeoutMs);
  return underTest(access, timeoutMs);
}

/** How a test reads and writes a chat. */
interface ChatAccess {
  /** `undefined` while the tag is not registered, because its script has not loaded. */
  readonly read: () => Promise<ChatState | undefined>;
  readonly write: (text: string) => Promise<void>;
  /** Enters an answer into the form of the newest question. */
  readonly reply: (text: string) => Promise<void>;
}

const chats = 'ubik-chat, ubik-conversation';
const consentQuestion = '.consent';
const waitsForConsent =
  'The chat has no text field before the user agrees: press the button of its question, or set `consent="granted"`.';

const sendButton = '[type="submit"]';

function inBrowser(page: PageLike): ChatAccess {
  const chat = page.locator(chats).first();
  /** Parts inside the chat, or anywhere in the page with its id in `for`. */
  const partsOf = async (tag: string): Promise<LocatorLike> => {
    const id = JSON.stringify(await chat.evaluate(element => element.id));
    if (id === '""') return chat.locator(tag);
    return page.locator(`[id=${id}] ${tag}, [for=${id}] ${tag}, ${tag}[for=${id}]`);
  };
  return {
    read: () =>
      chat.evaluate(element => {
        // Sent to the page as text, so it uses nothing of this module.
        if (!('conversation' in element)) return undefined;
        const {status, conversation, lastError} = element as ChatElement;
        return {status, conversation, lastError};
      }),
    async write(text) {
      if ((await chat.locator(consentQuestion).count()) > 0) throw new Error(waitsForConsent);
      const field = (await partsOf('ubik-composer')).getByRole('textbox').first();
      await field.fill(text);
      await field.press('Enter');
    },
    async reply(text) {
      const form = (await partsOf('ubik-request')).locator('form').last();
      const field = form.getByRole('textbox').first();
      const choice = form.getByText(text, {exact: true}).first();
      const send = form.locator(sendButton);
      await form.waitFor(); // It is in a script of its own.
      // After a press on a button the form is gone, and the newest one is that of another question.
      const isSent = (await send.count()) > 0;
      if ((await field.count()) > 0) await field.fill(text);
      else if ((await choice.count()) > 0) await choice.click();
      else throw new Error(noChoice(text));
      if (isSent) await send.click();
    },
  };
}

function inDocument(root: ParentNode, timeoutMs: number): ChatAccess {
  const find = (): ChatElement => {
    const chat = [root, root.querySelector(chats)].find(isChat);
    if (!chat)
      throw new Error('There is no <ubik-chat> and no <ubik-conversation> in the document.');
    return chat;
  };
  return {
    async read() {
      await find().updateComplete;
      if (!('conversation' in find())) return undefined;
      const {status, conversation, lastError} = find();
      return {status, conversation, lastError};
    },
    async write(text) {
      const isAsking = find().shadowRoot?.querySelector(consentQuestion) != null;
      if (isAsking) throw new Error(waitsForConsent);
      const failure = 'The chat has no text field.';
      const field = await until(() => textField(find()), failure, timeoutMs);
      fill(field, text);
      const enter = {key: 'Enter', bubbles: true, composed: true, cancelable: true};
      field.dispatchEvent(new KeyboardEvent('keydown', enter));
    },
    async reply(text) {
      const failure = 'The question has no form.';
      const form = await until(() => formsOf(find()).at(-1), failure, timeoutMs);
      const field = form.querySelector('textarea');
      const labels = [...form.querySelectorAll<HTMLElement>('button, label')];
      const choice = labels.find(({textContent}) => textContent.trim() === text);
      if (field) fill(field, text);
      else if (choice) choice.click();
      else throw new Error(noChoice(text));
      form.querySelector<HTMLElement>(sendButton)?.click();
    },
  };
}

const noChoice = (text: string): string =>
  `The question has no text field, and no button or choice “${text}”.`;

function fill(field: HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
}

/** An element and all inside it, also in nested shadow roots. */
const treeOf = (element: Element): readonly Element[] => [
  element,
  ...[...(element.shadowRoot?.children ?? []), ...element.children].flatMap(treeOf),
];

/** Parts inside the chat, or anywhere in the page with its id in `for`. */
function partsOf(chat: Element, tag: string): readonly Element[] {
  const beside = [
    ...(chat.getRootNode() as ParentNode).querySelectorAll(`[for=${JSON.stringify(chat.id)}]`),
  ];
  return [chat, ...(chat.id === '' ? [] : beside)]
    .flatMap(treeOf)
    .filter(({localName}) => localName === tag);
}

/** The forms of the questions that wait. */
const formsOf = (chat: Element): readonly HTMLFormElement[] =>
  partsOf(chat, 'ubik-request').flatMap(({shadowRoot}) => [
    ...(shadowRoot?.querySelectorAll('form') ?? []),
  ]);

/** The document may be that of a frame, whose elements have classes of their own. */
const isChat = (node: ParentNode | null): node is ChatElement =>
  node !== null && 'matches' in node && (node as Element).matches(chats);

/** The text field of the composer. */
function textField(chat: Element): HTMLTextAreaElement | undefined {
  const [composer] = partsOf(chat, 'ubik-composer');
  return composer?.shadowRoot?.querySelector('textarea') ?? undefined;
}

function underTest(chat: ChatAccess, timeoutMs: number): ChatUnderTest {
  const messagesOf = ({conversation}: ChatState): readonly ReadMessage[] =>
    conversation.children.flatMap(item =>
      item.kind === 'message' ? [{role: item.role, text: plainText(item).trim()}] : [],
    );
  const isWhole = ({status, conversation, lastError}: ChatState): boolean => {
    const hasEnded = lastError !== undefined || isAnswer(conversation.children.at(-1));
    return hasEnded && (status === 'idle' || status === 'waiting' || status === 'lost');
  };
  const read = (): Promise<ChatState> => {
    const failure = 'The tag of the chat is not registered: its script has not loaded.';
    return until(chat.read, failure, timeoutMs);
  };
  const whole = async (): Promise<void> => {
    const failure = 'The answer is not whole.';
    await until(async () => isWhole(await read()) || undefined, failure, timeoutMs);
  };
  /** What the server refuses was sent, too: `answer()` rejects with the error. */
  const hasChanged = async (
    before: ChatState,
    isSent: (state: ChatState) => boolean,
    failure: string,
  ): Promise<void> => {
    const errorOf = ({lastError}: ChatState): string => JSON.stringify(lastError ?? {});
    await until(
      async () => {
        const state = await read();
        return isSent(state) || errorOf(state) !== errorOf(before) || undefined;
      },
      failure,
      timeoutMs,
    );
  };
  return {
    async send(text) {
      const before = await read();
      if (openRequests(before.conversation).length > 0) {
        throw new Error('A question waits for an answer: call `reply`.');
      }
      await chat.write(text);
      const failure = 'The message was not sent.';
      const isSent = (state: ChatState): boolean =>
        messagesOf(state).length > messagesOf(before).length;
      await hasChanged(before, isSent, failure);
    },
    async reply(text) {
      const before = await read();
      const waiting = openRequests(before.conversation).map(({id}) => id);
      if (waiting.length === 0) throw new Error('No question waits for an answer.');
      await chat.reply(text);
      const failure = 'The answer was not sent.';
      const isSent = ({conversation}: ChatState): boolean => {
        const open = openRequests(conversation).map(({id}) => id);
        return waiting.some(id => !open.includes(id));
      };
      await hasChanged(before, isSent, failure);
    },
    messages: async () => messagesOf(await read()),
    async answer() {
      await whole();
      const state = await read();
      const failure = failureOf(state);
      if (failure !== undefined) throw new Error(failure);
      return messagesOf(state).at(-1)?.text ?? '';
    },
    whole,
  };
}

const isAnswer = (item: Item | undefined): item is MessageItem =>
  item?.kind === 'message' && item.role === 'assistant';

/** Why there is no complete answer; `undefined` if there is one. */
function failureOf({conversation, lastError}: ChatState): string | undefined {
  if (lastError) {
    const {code, detail, url} = lastError;
    const facts = [detail, url && `(${url})`].filter(Boolean).join(' ');
    return `The chat reports the error \`${code}\`${facts && `: ${facts}`}`;
  }
  const last = conversation.children.at(-1);
  const isCutOff = isAnswer(last) && (last.status === 'failed' || last.status === 'interrupted');
  return isCutOff ? `The answer is ${last.status}.` : undefined;
}

/** Waits for a value. Rejects with the message of the failure if there is none in time. */
async function until<T>(
  read: () => T | undefined | Promise<T | undefined>,
  failure: string,
  timeoutMs: number,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(failure);
    await new Promise(resolve => setTimeout(resolve, intervalMs));
  }
}
