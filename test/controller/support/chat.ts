import assert from 'node:assert/strict';
import {after} from 'node:test';
import {
  ChatController,
  ChatError,
  type ChatEvent,
  type ChatOptions,
  type PageTool,
  type SessionStorage,
  type Environment,
} from '../../../src/controller/index.js';
import {messagesOf} from '../../../src/core/model/messages.js';
import {
  openRequests,
  plainText,
  Registry,
  type Item,
  type MessageItem,
  type RequestItem,
} from '../../../src/core/index.js';
import type {AgentServer} from '../../support/agent-server.js';
import {waitMs} from '../../support/limits.mjs';
import {FastEnvironment} from './fast-environment.js';

let users = 0;

const chats: ChatController[] = [];

// What a failed test leaves running would keep its process alive.
after(() => {
  for (const chat of chats) chat.dispose();
});

/** A chat without a page, which ends with the file at the latest. */
export function openChat(options: ChatOptions, environment?: Environment): ChatController {
  const chat = new ChatController(undefined, options, environment);
  chats.push(chat);
  return chat;
}

interface ClientOptions {
  readonly tools?: Readonly<Record<string, PageTool>> | undefined;
  readonly chat?: ChatOptions | undefined;
}

/** A chat that stores nothing and does not wait long, with the tools of a page and further options of a test. */
export const openClient = (options: ChatOptions, {tools, chat}: ClientOptions): ChatController =>
  openChat({storage: null, tools: pageTools(tools), ...options, ...chat}, new FastEnvironment());

/** The tools of a page, by name. */
export function pageTools(tools: Readonly<Record<string, PageTool>> = {}): Registry<PageTool> {
  const registry = new Registry<PageTool>();
  for (const [name, tool] of Object.entries(tools)) registry.register(name, tool);
  return registry;
}

/** Storage as a browser has it, in memory. */
export function memory(): SessionStorage & {readonly entries: Map<string, string>} {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: key => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: key => void entries.delete(key),
  };
}

export interface Talk {
  readonly chat: ChatController;
  readonly events: ChatEvent[];
  readonly user: string;
  /** The last message, as the user reads it. */
  readonly answer: () => MessageItem;
  /** Resolves as soon as the condition is true of the chat; rejects if that takes too long. */
  readonly until: (condition: (chat: ChatController) => boolean) => Promise<void>;
}

/** A chat with the local agent server, with its own user. */
export function talkTo(
  server: AgentServer,
  options: ChatOptions & {readonly user?: string} = {},
  environment?: Environment,
): Talk {
  const {user = `user-${++users}`, ...rest} = options;
  const events: ChatEvent[] = [];
  const getToken = async (): Promise<string> => {
    const body = JSON.stringify({user});
    const headers = {'content-type': 'application/json'};
    const response = await fetch(`${server.origin}/demo/token`, {method: 'POST', headers, body});
    const {access_token} = (await response.json()) as {access_token: string};
    return access_token;
  };
  const chat = openChat(
    {endpoint: server.url, getToken, storage: null, onEvent: event => events.push(event), ...rest},
    environment,
  );
  return {
    chat,
    events,
    user,
    answer: () => {
      const message = messagesOf(chat.conversation).at(-1);
      assert.ok(message, 'there is no message');
      return message;
    },
    until: condition => untilTrue(chat, condition),
  };
}

/**
 * Waits until a condition is true after a change of a chat. Rejects with the state of the chat if nothing changes for the time
 * that a wait may take: an answer may take longer as long as it grows.
 */
export function untilTrue(
  chat: ChatController,
  condition: (chat: ChatController) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      unsubscribe();
      const {status, lastError} = chat;
      const state = JSON.stringify({status, error: lastError?.code});
      reject(new Error(`No change within ${waitMs} ms: ${String(condition)}; chat: ${state}`));
    };
    let timer: NodeJS.Timeout | undefined;
    const check = (): void => {
      clearTimeout(timer);
      if (condition(chat)) {
        unsubscribe();
        resolve();
      } else {
        timer = setTimeout(fail, waitMs);
      }
    };
    const unsubscribe = chat.subscribe(check);
    check();
  });
}

/** Waits until a chat waits for the answers to this number of questions. Returns them. */
export async function waitForQuestions(
  chat: ChatController,
  count = 1,
): Promise<readonly RequestItem[]> {
  await untilTrue(
    chat,
    ({status, conversation}) => status === 'waiting' && openRequests(conversation).length === count,
  );
  return openRequests(chat.conversation);
}

/** Makes the server misbehave. */
export async function arm(server: AgentServer, ...faults: readonly object[]): Promise<void> {
  await control(server, 'POST', 'faults', faults);
}

/** Lets the server behave again. */
export async function disarm(server: AgentServer): Promise<void> {
  await control(server, 'DELETE', 'faults');
}

/** Changes how the server works: its pace, and whether a stream stays open while a question waits. */
export async function behave(server: AgentServer, settings: object): Promise<void> {
  await control(server, 'POST', 'settings', settings);
}

export async function control(
  server: AgentServer,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${server.origin}/demo/${path}`, {
    method,
    headers: {'content-type': 'application/json'},
    ...(body !== undefined && {body: JSON.stringify(body)}),
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return response.status === 204 ? undefined : response.json();
}

export interface ServerStatistics {
  readonly requests: Readonly<Record<string, number>>;
  readonly messages: Readonly<Record<string, number>>;
  readonly streams_opened: number;
  readonly open_streams: number;
}

export const statistics = (server: AgentServer): Promise<ServerStatistics> =>
  control(server, 'GET', 'stats') as Promise<ServerStatistics>;

/** The number of messages that the server received in the session of a chat. */
export async function posted(server: AgentServer, {session}: ChatController): Promise<number> {
  return (await statistics(server)).messages[session?.id ?? ''] ?? 0;
}

/** The visible content of a conversation: without ids, times and what only the stream has. */
export function tale(items: readonly Item[]): unknown[] {
  return items.map(item => {
    const {kind, status, children} = item;
    const own = item.kind === 'text' ? {text: item.text} : {};
    const tool =
      item.kind === 'tool' ? {name: item.name, input: item.input, output: item.output} : {};
    return {kind, status, ...own, ...tool, children: tale(children)};
  });
}

/** Whether this rejects with that code. */
export const fails =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof ChatError && error.info.code === code;

export const said = (chat: ChatController): string[] =>
  messagesOf(chat.conversation).map(message => `${message.role}: ${plainText(message)}`);
