import {setTimeout as sleep} from 'node:timers/promises';
import {ChatController} from '../../../src/controller/index.js';
import type {ChatEvent, ChatOptions, SessionStorage} from '../../../src/controller/index.js';
import {ambientWorld} from '../../../src/controller/world.js';
import type {World} from '../../../src/controller/world.js';
import {plainText} from '../../../src/core/index.js';
import type {Conversation, Item} from '../../../src/core/index.js';
import type {AgentServer} from '../../support/agent-server.js';

/** What `GET /demo/stats` counts. */
export interface Stats {
  readonly requests: Readonly<Record<string, number>>;
  readonly messages: Readonly<Record<string, number>>;
  readonly streams_opened: number;
  readonly open_streams: number;
}

/** A chat with the demonstration server, and what it told. */
export interface DemoChat {
  readonly chat: ChatController;
  readonly events: readonly ChatEvent[];
}

/** The real world, but for chance: a lost stream is joined again at once. */
const promptWorld: World = {...ambientWorld, random: () => 0};

/** The real world, so many times faster. */
export function fastWorld(factor: number): World {
  const start = Date.now();
  return {
    ...promptWorld,
    now: () => start + (Date.now() - start) * factor,
    after: (milliseconds, callback) => ambientWorld.after(milliseconds / factor, callback),
  };
}

export function openChat(
  server: AgentServer,
  options: ChatOptions = {},
  world: World = promptWorld,
): DemoChat {
  const events: ChatEvent[] = [];
  const chat = new ChatController(
    undefined,
    {
      endpoint: server.url,
      tokenEndpoint: `${server.origin}/demo/token`,
      onEvent: event => events.push(event),
      ...options,
    },
    world,
  );
  return {chat, events};
}

/** Arms faults for the requests to come. */
export async function arm(server: AgentServer, ...faults: readonly object[]): Promise<void> {
  await lever(server, 'POST', 'faults', faults);
}

export async function disarm(server: AgentServer): Promise<void> {
  await lever(server, 'DELETE', 'faults');
}

export async function behave(server: AgentServer, settings: object): Promise<void> {
  await lever(server, 'POST', 'settings', settings);
}

export async function revokeTokens(server: AgentServer): Promise<void> {
  await lever(server, 'DELETE', 'tokens');
}

export async function statsOf(server: AgentServer): Promise<Stats> {
  return (await (await fetch(`${server.origin}/demo/stats`)).json()) as Stats;
}

/** How many messages the server took in all sessions together. */
export async function posted(server: AgentServer): Promise<number> {
  return Object.values((await statsOf(server)).messages).reduce((sum, count) => sum + count, 0);
}

async function lever(
  {origin}: AgentServer,
  method: string,
  name: string,
  body?: unknown,
): Promise<void> {
  const response = await fetch(`${origin}/demo/${name}`, {
    method,
    headers: {'content-type': 'application/json'},
    ...(body !== undefined && {body: JSON.stringify(body)}),
  });
  if (!response.ok) throw new Error(`${method} /demo/${name}: ${response.status}`);
}

/** Waits until something is so, for at most ten seconds. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 2000; !(await isSo()); tries--) {
    if (tries === 0) throw new Error(`It never came about that ${what}.`);
    await sleep(5);
  }
}

/** The words of the last message. */
export function lastWords({conversation}: ChatController): string {
  const last = conversation.children.at(-1);
  return last?.kind === 'message' ? plainText(last) : '';
}

const passing = new Set([
  ...['id', 'messageId', 'parentId', 'branches', 'sessionId', 'runId', 'executionId'],
  ...['createdAt', 'startedAt', 'endedAt', 'duration', 'usage'],
]);

/** What a conversation says, without ids and times: the same for every telling of the same run. */
export function gist({children}: Conversation): unknown {
  return children.map(gistOf);
}

function gistOf(item: Item): unknown {
  const entries = Object.entries(item).filter(([name]) => !passing.has(name));
  return {...Object.fromEntries(entries), children: item.children.map(gistOf)};
}

/** A storage that outlives a page. */
export function memoryStorage(): SessionStorage & {readonly entries: Map<string, string>} {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: key => entries.get(key) ?? null,
    setItem: (key, value) => entries.set(key, value),
    removeItem: key => entries.delete(key),
  };
}
