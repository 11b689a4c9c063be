import {expect} from '@open-wc/testing';
import type {ChatEvent, ChatStatus} from '../../../src/controller/index.js';
import {emptyConversation, type Item, type MessageItem} from '../../../src/core/index.js';
import {AnnouncementTexts} from '../../../src/elements/ubik-chat/announcement-texts.js';
import {en} from '../../../src/elements/locales/en.js';
import {answer, request, source, step, text, tool, user} from '../support/items.js';

interface Scene {
  readonly state: (status: ChatStatus, ...children: Item[]) => void;
  readonly resume: () => void;
  readonly event: (event: ChatEvent) => void;
  /** What is said, as a list that grows; the announcer joins and drops what is empty. */
  readonly said: readonly string[];
  /** What of that comes before all that waits. */
  readonly urgent: readonly string[];
}

function start(): Scene {
  const said: string[] = [];
  const urgent: string[] = [];
  const texts = new AnnouncementTexts({
    announce(words, first) {
      said.push(words);
      if (first) urgent.push(words);
    },
    clear: () => void said.push('(silence)'),
  });
  return {
    said,
    urgent,
    state: (status, ...children) =>
      texts.onState({status, resuming: false, conversation: {version: 1, children}}, en),
    resume: () =>
      texts.onState({status: 'connecting', resuming: true, conversation: emptyConversation}, en),
    event: event => texts.onEvent(event, en),
  };
}

const growing = (words: string): MessageItem => {
  const part = text(words, {id: 't', status: 'streaming'});
  return answer([step({id: 's', status: 'streaming', children: [part]})], {status: 'streaming'});
};

const grown = (words: string): MessageItem =>
  answer([step({id: 's', children: [text(words, {id: 't'})]})]);

describe('AnnouncementTexts', () => {
  it('does not read out what was there before', () => {
    const {state, said} = start();
    state('idle', user('Hello'), answer([text('Long ago.')]));
    expect(said).to.deep.equal([]);
  });

  it('tells the answer sentence by sentence, and that it is complete', () => {
    const {state, event, said} = start();
    event({type: 'turn-start', message: growing('')});
    state('streaming', growing('It is open. Un'));
    state('streaming', growing('It is open. Until six.'));
    event({type: 'turn-end', message: grown('It is open. Until six.')});
    state('idle', grown('It is open. Until six.'));
    expect(said).to.deep.equal([
      '(silence)',
      en.announce.working,
      'It is open.',
      'Until six.',
      en.announce.finished,
    ]);
  });

  it('tells how many sources an answer has', () => {
    const {event, said} = start();
    const message = answer([text('Yes.', {id: 't'}), source({id: '1'}), source({id: '2'})]);
    event({type: 'turn-start', message});
    event({type: 'turn-end', message});
    expect(said.at(-1)).to.equal('The answer is complete. 2 sources');
  });

  it('tells an answer that came all at once', () => {
    const {state, event, said} = start();
    event({type: 'turn-start', message: grown('Yes.')});
    event({type: 'turn-end', message: grown('Yes.')});
    state('idle', grown('Yes.'));
    expect(said.slice(1)).to.deep.equal([en.announce.working, 'Yes.', en.announce.finished]);
  });

  it('tells that an answer has failed', () => {
    const {event, said} = start();
    event({type: 'turn-end', message: answer([], {status: 'failed'})});
    expect(said).to.deep.equal([en.announce.failed]);
  });

  it('leaves the rest unsaid when the user has stopped the answer', () => {
    const {event, said, urgent} = start();
    event({type: 'turn-start', message: growing('')});
    event({type: 'turn-end', message: answer([text('Yes.', {id: 't'})], {status: 'stopped'})});
    expect(said.slice(2)).to.deep.equal(['(silence)', en.announce.stopped]);
    expect(urgent).to.contain(en.announce.stopped);
  });

  it('says nothing again of an answer that goes on', () => {
    const {state, event, said} = start();
    event({type: 'turn-start', message: growing('')});
    event({type: 'turn-end', message: grown('It is open. ')});
    event({type: 'turn-start', message: growing('It is open. ')});
    state('streaming', growing('It is open. Until six. '));
    expect(said.slice(2)).to.deep.equal([
      'It is open.',
      en.announce.finished,
      en.announce.working,
      'Until six.',
    ]);
  });

  it('begins anew with another answer, whatever is left of the one before', () => {
    const {event, said} = start();
    event({type: 'turn-start', message: growing('')});
    event({type: 'turn-start', message: {...growing(''), id: 'another'}});
    expect(said.slice(2)).to.deep.equal(['(silence)', en.announce.working]);
  });

  it('tells that an answer is waited for', () => {
    const {state, said, urgent} = start();
    for (const status of ['streaming', 'waiting', 'waiting'] as const) state(status);
    expect(said).to.deep.equal([en.announce.waiting]);
    expect(urgent).to.deep.equal(said);
  });

  it('tells what is asked, before all that waits', () => {
    const {event, said, urgent} = start();
    event({type: 'input-required', item: request({prompt: 'As a **table**, or as a list?'})});
    expect(said).to.deep.equal(['As a table, or as a list?']);
    expect(urgent).to.deep.equal(said);
  });

  it('tells that the connection went and came back', () => {
    const {state, said, urgent} = start();
    for (const status of ['streaming', 'reconnecting', 'streaming', 'lost'] as const) state(status);
    expect(urgent).to.deep.equal(said);
    expect(said).to.deep.equal([
      en.announce.reconnecting,
      en.announce.reconnected,
      en.announce.lost,
    ]);
  });

  it('tells that a run is resumed, which is no loss of the connection', () => {
    const {state, resume, said} = start();
    state('idle');
    resume();
    state('streaming');
    expect(said).to.deep.equal([en.announce.resuming]);
  });

  it('tells what begins, by its title or its name', () => {
    const {event, said} = start();
    event({type: 'step', item: step({status: 'streaming'})});
    event({type: 'tool', item: tool({status: 'streaming'})});
    event({type: 'tool', item: tool()});
    expect(said).to.deep.equal(['Search the docs', 'Web search']);
  });
});
