import {expect, fixture, html} from '@open-wc/testing';
import type {Frame, RequestShape} from '../../../src/core/index.js';
import '../../../src/elements/ubik-chat.define.js';
import {protocols} from '../../../src/elements/built-ins.js';
import type {UbikChat} from '../../../src/elements/ubik-chat.js';
import {heard, until} from '../support/dom.js';

/** A chat that notes what it asked for, and hears nothing but the end. */
async function openBy(protocol: string): Promise<{chat: UbikChat; asked: RequestShape[]}> {
  const asked: RequestShape[] = [];
  const transport = async function* (request: RequestShape): AsyncGenerator<Frame> {
    asked.push(request);
    await Promise.resolve();
    yield {event: 'message_stop', data: '{"type":"message_stop"}'};
  };
  const chat = await fixture<UbikChat>(
    html`<ubik-chat .transport=${transport} .storage=${null} protocol=${protocol}></ubik-chat>`,
  );
  return {chat, asked};
}

describe('the wire of a chat', () => {
  it('is fetched by its name, and a message waits for it', async () => {
    const {chat, asked} = await openBy('anthropic');
    await chat.send('Hello');
    expect(asked.map(({path}) => path)).to.deep.equal(['/v1/messages']);
  });

  it('is there at once the next time', async () => {
    await (
      await openBy('anthropic')
    ).chat.ready;
    expect(protocols.get('anthropic')).to.be.an('object');
    const {chat, asked} = await openBy('anthropic');
    await chat.send('Hello');
    expect(asked).to.have.length(1);
  });

  it('is the one that was named last, whichever comes first', async () => {
    let give = (): void => undefined;
    const late = new Promise<void>(resolve => (give = resolve));
    const undo = protocols.register('late', async () => {
      await late;
      throw new Error('came for nobody');
    });
    const {chat, asked} = await openBy('late');
    chat.protocol = 'anthropic';
    give();
    await chat.send('Hello');
    expect(asked).to.have.length(1);
    undo();
  });

  it('leaves the chat unconnected where it cannot be fetched, and says why', async () => {
    const undo = protocols.register('gone', () => Promise.reject(new Error('not there')));
    const {chat, asked} = await openBy('ubik');
    chat.protocol = 'gone';
    const errors = heard(chat, 'ubik-error');
    await until(() => errors.length === 1);
    expect(errors[0]!.fault.detail).to.contain('not there');
    const error = await chat.send('Hello').catch((reason: unknown) => reason);
    expect(String(error)).to.contain('no_endpoint');
    expect(asked).to.deep.equal([]);
    undo();
  });
});
