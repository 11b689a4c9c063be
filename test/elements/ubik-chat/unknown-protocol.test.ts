import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-chat/ubik-chat.define.js';
import {protocols} from '../../../src/controller/protocols.js';
import {UbikErrorEvent} from '../../../src/elements/events.js';
import type {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import {InPageAgent, inPage} from '../support/agent.js';
import {answered} from '../support/chat.js';
import {all, find, until, words} from '../support/dom.js';

let names = 0;

/** A chat with the name of a protocol, and every request and error of it. */
async function render(protocol: string) {
  const requests: string[] = [];
  const errors: string[] = [];
  const agent = new InPageAgent();
  const onError = (event: Event): void => {
    if (event instanceof UbikErrorEvent)
      errors.push(`${event.error.code}: ${event.error.detail ?? ''}`);
  };
  const recording = (input: RequestInfo | URL): Promise<Response> => {
    requests.push(new Request(input).url);
    return Promise.resolve(Response.json({}));
  };
  const chat = await fixture<UbikChat>(html`
    <ubik-chat
      endpoint="/agent"
      protocol=${protocol}
      .fetch=${recording}
      .storage=${null}
      @ubik-error=${onError}
    ></ubik-chat>
  `);
  await chat.ready;
  await chat.updateComplete;
  return {chat, agent, requests, errors};
}

const trouble = (chat: UbikChat): string =>
  all(find(chat, '.status'), 'ubik-notice')
    .map(notice => words(notice))
    .join();

async function answers(chat: UbikChat, agent: InPageAgent): Promise<void> {
  chat.transport = agent.transport;
  chat.endpoint = '';
  const sent = chat.send('Hello');
  agent.say('Good day');
  agent.finish();
  await sent;
  await until(() => answered(chat) === 'Good day');
}

describe('a protocol that is not registered', () => {
  it('is an error that lists the known names, reported once, and no request is sent', async () => {
    const {chat, requests, errors} = await render('antropic');
    expect(chat.lastError?.code).to.equal('unknown_protocol');
    expect(trouble(chat)).to.match(
      /Its protocol is unknown. .*"antropic" \(ubik, anthropic, aishu/,
    );
    const refused = await chat.send('Hello').then(
      () => 'sent',
      () => 'refused',
    );
    expect(refused).to.equal('refused');
    expect(requests).to.deep.equal([]);
    expect(errors.length).to.equal(1);
    await expect(chat).to.be.accessible();
  });

  it('connects when the name is registered later', async () => {
    const name = `late-${++names}`;
    const {chat, agent, requests, errors} = await render(name);
    protocols.register(`other-${name}`, inPage);
    await chat.updateComplete;
    expect(chat.lastError?.code).to.equal('unknown_protocol');
    const end = protocols.register(name, inPage);
    await until(() => chat.lastError === undefined);
    await answers(chat, agent);
    expect(requests).to.deep.equal([]);
    expect(errors.length).to.equal(1);
    end();
  });

  it('connects when the name was registered while the chat was out of the page', async () => {
    const name = `late-${++names}`;
    const {chat, agent} = await render(name);
    const place = chat.parentElement;
    chat.remove();
    const end = protocols.register(name, inPage);
    place?.append(chat);
    await until(() => chat.lastError === undefined);
    await answers(chat, agent);
    end();
  });

  it('connects when the right name is set, and fails again when a wrong one is', async () => {
    const name = `right-${++names}`;
    const end = protocols.register(name, inPage);
    const {chat, agent, errors} = await render(`wrong-${name}`);
    chat.protocol = name;
    await until(() => chat.lastError === undefined);
    await answers(chat, agent);
    chat.protocol = 'wrong-again';
    await until(() => chat.lastError?.code === 'unknown_protocol');
    expect(errors.map(error => error.split(' (')[0])).to.deep.equal([
      `unknown_protocol: "wrong-${name}"`,
      'unknown_protocol: "wrong-again"',
    ]);
    end();
  });
});
