import {expect} from '@open-wc/testing';
import type {ChatStatus} from '../../../src/controller/index.js';
import type {Item, MessageItem} from '../../../src/core/index.js';
import {Narrator} from '../../../src/elements/internal/narrator.js';
import {en} from '../../../src/elements/locales/en.js';
import {answer, step, text, tool, user} from '../support/items.js';

const start = (): {
  tell: (status: ChatStatus, ...children: Item[]) => void;
  said: string[];
  narrator: Narrator;
} => {
  const said: string[] = [];
  const narrator = new Narrator(words => said.push(words));
  const tell = (status: ChatStatus, ...children: Item[]): void =>
    narrator.tell({status, conversation: {version: 1, children}}, en);
  return {tell, said, narrator};
};

const growing = (words: string): MessageItem =>
  answer(
    [step({id: 's', status: 'streaming', children: [text(words, {id: 't', status: 'streaming'})]})],
    {
      status: 'streaming',
    },
  );

describe('Narrator', () => {
  it('does not read out what was there before', () => {
    const {tell, said} = start();
    tell('idle', user('Hello'), answer([text('Long ago.')]));
    expect(said).to.deep.equal([]);
  });

  it('tells the answer sentence by sentence, and that it is complete', () => {
    const {tell, said} = start();
    tell('streaming', growing(''));
    tell('streaming', growing('It is open. Un'));
    tell('streaming', growing('It is open. Until six.'));
    tell('idle', answer([step({id: 's', children: [text('It is open. Until six.', {id: 't'})]})]));
    expect(said).to.deep.equal([
      en.announce.working,
      'It is open.',
      'Until six.',
      en.announce.finished,
    ]);
  });

  it('tells how a run ended that did not end well', () => {
    const {tell, said} = start();
    tell('streaming', growing(''));
    tell('idle', answer([], {status: 'stopped'}));
    tell('streaming', growing(''));
    tell('idle', answer([], {status: 'failed'}));
    expect(said).to.include(en.announce.stopped);
    expect(said).to.include(en.announce.failed);
  });

  it('tells that the connection went and came back', () => {
    const {tell, said} = start();
    for (const status of ['streaming', 'reconnecting', 'streaming'] as const) tell(status);
    expect(said.slice(1)).to.deep.equal([en.announce.reconnecting, en.announce.reconnected]);
  });

  it('tells what begins, by its title or its name', () => {
    const {narrator, said} = start();
    narrator.hear({type: 'step', item: step({status: 'streaming'})});
    narrator.hear({type: 'tool', item: tool({status: 'streaming'})});
    narrator.hear({type: 'tool', item: tool()});
    expect(said).to.deep.equal(['Search the docs', 'Web search']);
  });
});
