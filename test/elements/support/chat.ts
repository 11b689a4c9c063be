import {fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-chat/ubik-chat.define.js';
import type {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import {InPageAgent, inPage} from './agent.js';
import {all, find, until, words} from './dom.js';

export interface ChatFixture {
  readonly chat: UbikChat;
  readonly agent: InPageAgent;
}

/** A chat with an agent in the page, with settings. */
export async function open(settings: Partial<UbikChat> = {}): Promise<ChatFixture> {
  const agent = new InPageAgent();
  const chat = await fixture<UbikChat>(html`<ubik-chat .protocol=${inPage}></ubik-chat>`);
  Object.assign(chat, {transport: agent.transport, storage: null, ...settings});
  await chat.updateComplete;
  return {chat, agent};
}

/** The rendered messages. */
export const messages = (chat: UbikChat): readonly HTMLElement[] =>
  all(find(chat, '.transcript'), 'ubik-message');

/** The rendered text of the last answer. */
export function answered(chat: UbikChat): string {
  const texts = messages(chat).flatMap(message => all(message, 'ubik-markdown'));
  return words(texts.at(-1)?.shadowRoot ?? null);
}

/** One question with its complete answer. */
export async function ask(
  {chat, agent}: ChatFixture,
  question: string,
  answer: string,
): Promise<void> {
  const turn = chat.send(question);
  agent.say(answer);
  agent.finish();
  await turn;
  await until(() => answered(chat) === answer);
}
