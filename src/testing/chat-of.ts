import type {ChatStatus, ErrorInfo} from '../controller/types.js';
import type {Conversation, Item, MessageItem} from '../core/model/item.js';
import {plainText} from '../core/model/select.js';

/** A message, as the user reads it. */
export interface ReadMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A chat in a test, found by roles and read from its conversation. */
export interface ChatUnderTest {
  /** Writes a message into the text field and sends it with Enter. */
  send(text: string): Promise<void>;
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
  getByRole(role: 'textbox'): LocatorLike;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  evaluate<R>(read: (element: HTMLElement) => R): Promise<R>;
}

interface ChatState {
  readonly status: ChatStatus;
  readonly conversation: Conversation;
  readonly lastError: ErrorInfo | undefined;
}

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
 * The chat of a page.
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
}

function inBrowser(page: PageLike): ChatAccess {
  const chat = page.locator('ubik-chat').first();
  return {
    read: () =>
      chat.evaluate(element => {
        // Sent to the page as text, so it uses nothing of this module.
        if (!('conversation' in element)) return undefined;
        const {status, conversation, lastError} = element as ChatElement;
        return {status, conversation, lastError};
      }),
    async write(text) {
      const field = chat.locator('ubik-composer').getByRole('textbox').first();
      await field.fill(text);
      await field.press('Enter');
    },
  };
}

function inDocument(root: ParentNode, timeoutMs: number): ChatAccess {
  const find = (): ChatElement => {
    const chat = [root, root.querySelector('ubik-chat')].find(isChat);
    if (!chat) throw new Error('There is no <ubik-chat> in the document.');
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
      const failure = 'The chat has no text field.';
      const field = await until(() => textField(find()), failure, timeoutMs);
      field.value = text;
      field.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
      const enter = {key: 'Enter', bubbles: true, composed: true, cancelable: true};
      field.dispatchEvent(new KeyboardEvent('keydown', enter));
    },
  };
}

/** The document may be that of a frame, whose elements have classes of their own. */
const isChat = (node: ParentNode | null): node is ChatElement =>
  node !== null && 'localName' in node && node.localName === 'ubik-chat';

/** The text field of the composer, which is in nested shadow roots. */
function textField(chat: Element): HTMLTextAreaElement | undefined {
  const composer = chat.shadowRoot?.querySelector('ubik-composer');
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
    const failure = 'The tag <ubik-chat> is not registered: its script has not loaded.';
    return until(chat.read, failure, timeoutMs);
  };
  const whole = async (): Promise<void> => {
    const failure = 'The answer is not whole.';
    await until(async () => isWhole(await read()) || undefined, failure, timeoutMs);
  };
  return {
    async send(text) {
      const before = await read();
      await chat.write(text);
      const failure = 'The message was not sent.';
      await until(
        async () => {
          const state = await read();
          const isAnswered = before.status === 'waiting' && state.status !== 'waiting';
          const isDisplayed = messagesOf(state).length > messagesOf(before).length;
          // A refused message is sent, too: `answer()` rejects with the error.
          const hasFailed = JSON.stringify(state.lastError) !== JSON.stringify(before.lastError);
          return isAnswered || isDisplayed || hasFailed || undefined;
        },
        failure,
        timeoutMs,
      );
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
