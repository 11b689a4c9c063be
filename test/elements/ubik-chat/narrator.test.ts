import {expect} from '@open-wc/testing';
import type {ChatEvent, ChatStatus} from '../../../src/controller/index.js';
import {emptyConversation, type Item, type MessageItem} from '../../../src/core/index.js';
import {Narrator} from '../../../src/elements/ubik-chat/narrator.js';
import {en} from '../../../src/elements/locales/en.js';
import {answer, request, source, step, text, tool, user} from '../support/items.js';

interface Scene {
  readonly tell: (status: ChatStatus, ...children: Item[]) => void;
  readonly resume: () => void;
  readonly hear: (event: ChatEvent) => void;
  /** What is said, as a list that grows; the announcer joins and drops what is empty. */
  readonly said: readonly string[];
  /** What of that comes before all that waits. */
  readonly urgent: readonly string[];
}

function start(): Scene {
  const said: string[] = [];
  const urgent: string[] = [];
  const narrator = new Narrator({
    say(words, first) {
      said.push(words);
      if (first) urgent.push(words);
    },
    stop: () => void said.push('(silence)'),
  });
  return {
    said,
    urgent,
    tell: (status, ...children) =>
      narrator.tell({status, resuming: false, conversation: {version: 1, children}}, en),
    resume: () =>
      narrator.tell({status: 'connecting', resuming: true, conversation: emptyConversation}, en),
    hear: event => narrator.hear(event, en),
  };
}

const growing = (words: string): MessageItem => {
  const part = text(words, {id: 't', status: 'streaming'});
  return answer([step({id: 's', status: 'streaming', children: [part]})], {status: 'streaming'});
};

const grown = (words: string): MessageItem =>
  answer([step({id: 's', children: [text(words, {id: 't'})]})]);

describe('Narrator', () => {
  it('does not read out what was there before', () => {
    const {tell, said} = start();
    tell('idle', user('Hello'), answer([text('Long ago.')]));
    expect(said).to.deep.equal([]);
  });

  it('tells the answer sentence by sentence, and that it is complete', () => {
    const {tell, hear, said} = start();
    hear({type: 'turn-start', message: growing('')});
    tell('streaming', growing('It is open. Un'));
    tell('streaming', growing('It is open. Until six.'));
    hear({type: 'turn-end', message: grown('It is open. Until six.')});
    tell('idle', grown('It is open. Until six.'));
    expect(said).to.deep.equal([
      '(silence)',
      en.announce.working,
      'It is open.',
      'Until six.',
      en.announce.finished,
    ]);
  });

  it('tells how many sources an answer has', () => {
    const {hear, said} = start();
    const message = answer([text('Yes.', {id: 't'}), source({id: '1'}), source({id: '2'})]);
    hear({type: 'turn-start', message});
    hear({type: 'turn-end', message});
    expect(said.at(-1)).to.equal('The answer is complete. 2 sources');
  });

  it('tells an answer that came all at once', () => {
    const {tell, hear, said} = start();
    hear({type: 'turn-start', message: grown('Yes.')});
    hear({type: 'turn-end', message: grown('Yes.')});
    tell('idle', grown('Yes.'));
    expect(said.slice(1)).to.deep.equal([en.announce.working, 'Yes.', en.announce.finished]);
  });

  it('tells that an answer has failed', () => {
    const {hear, said} = start();
    hear({type: 'turn-end', message: answer([], {status: 'failed'})});
    expect(said).to.deep.equal([en.announce.failed]);
  });

  it('leaves the rest unsaid when the user has stopped the answer', () => {
    const {hear, said, urgent} = start();
    hear({type: 'turn-start', message: growing('')});
    hear({type: 'turn-end', message: answer([text('Yes.', {id: 't'})], {status: 'stopped'})});
    expect(said.slice(2)).to.deep.equal(['(silence)', en.announce.stopped]);
    expect(urgent).to.contain(en.announce.stopped);
  });

  it('says nothing again of an answer that goes on', () => {
    const {tell, hear, said} = start();
    hear({type: 'turn-start', message: growing('')});
    hear({type: 'turn-end', message: grown('It is open. ')});
    hear({type: 'turn-start', message: growing('It is open. ')});
    tell('streaming', growing('It is open. Until six. '));
    expect(said.slice(2)).to.deep.equal([
      'It is open.',
      en.announce.finished,
      en.announce.working,
      'Until six.',
    ]);
  });

  it('begins anew with another answer, whatever is left of the one before', () => {
    const {hear, said} = start();
    hear({type: 'turn-start', message: growing('')});
    hear({type: 'turn-start', message: {...growing(''), id: 'another'}});
    expect(said.slice(2)).to.deep.equal(['(silence)', en.announce.working]);
  });

  it('tells that an answer is waited for', () => {
    const {tell, said, urgent} = start();
    for (const status of ['streaming', 'waiting', 'waiting'] as const) tell(status);
    expect(said).to.deep.equal([en.announce.waiting]);
    expect(urgent).to.deep.equal(said);
  });

  it('tells what is asked, before all that waits', () => {
    const {hear, said, urgent} = start();
    hear({type: 'input-required', item: request({prompt: 'As a **table**, or as a list?'})});
    expect(said).to.deep.equal(['As a table, or as a list?']);
    expect(urgent).to.deep.equal(said);
  });

  it('tells that the connection went and came back', () => {
    const {tell, said, urgent} = start();
    for (const status of ['streaming', 'reconnecting', 'streaming', 'lost'] as const) tell(status);
    expect(urgent).to.deep.equal(said);
    expect(said).to.deep.equal([
      en.announce.reconnecting,
      en.announce.reconnected,
      en.announce.lost,
    ]);
  });

  it('tells that a run is resumed, which is no loss of the connection', () => {
    const {tell, resume, said} = start();
    tell('idle');
    resume();
    tell('streaming');
    expect(said).to.deep.equal([en.announce.resuming]);
  });

  it('tells what begins, by its title or its name', () => {
    const {hear, said} = start();
    hear({type: 'step', item: step({status: 'streaming'})});
    hear({type: 'tool', item: tool({status: 'streaming'})});
    hear({type: 'tool', item: tool()});
    expect(said).to.deep.equal(['Search the docs', 'Web search']);
  });
});
