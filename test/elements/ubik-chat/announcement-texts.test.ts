import {expect} from '@open-wc/testing';
import type {ChatEvent, ChatStatus} from '../../../src/controller/index.js';
import {emptyConversation, type Item, type MessageItem} from '../../../src/core/index.js';
import {AnnouncementTexts} from '../../../src/elements/ubik-chat/announcement-texts.js';
import {en} from '../../../src/elements/locales/en.js';
import {answer, request, source, step, text, tool, user} from '../support/items.js';

interface AnnouncementFixture {
  readonly state: (status: ChatStatus, ...children: Item[]) => void;
  readonly resume: () => void;
  readonly event: (event: ChatEvent) => void;
  /** The announcements, as a growing list; the announcer joins them and drops empty ones. */
  readonly said: readonly string[];
  /** The urgent announcements, which precede the queue. */
  readonly urgent: readonly string[];
}

function start(): AnnouncementFixture {
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
  it('does not announce earlier messages', () => {
    const {state, said} = start();
    state('idle', user('Hello'), answer([text('Long ago.')]));
    expect(said).to.deep.equal([]);
  });

  it('announces the answer sentence by sentence, and its completion', () => {
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

  it('announces the number of sources of an answer', () => {
    const {event, said} = start();
    const message = answer([text('Yes.', {id: 't'}), source({id: '1'}), source({id: '2'})]);
    event({type: 'turn-start', message});
    event({type: 'turn-end', message});
    expect(said.at(-1)).to.equal('The answer is complete. 2 sources');
  });

  it('announces an answer that arrives at once', () => {
    const {state, event, said} = start();
    event({type: 'turn-start', message: grown('Yes.')});
    event({type: 'turn-end', message: grown('Yes.')});
    state('idle', grown('Yes.'));
    expect(said.slice(1)).to.deep.equal([en.announce.working, 'Yes.', en.announce.finished]);
  });

  it('announces that an answer has failed', () => {
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

  it('does not repeat an answer that continues', () => {
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

  it('restarts with another answer, and drops the rest of the previous one', () => {
    const {event, said} = start();
    event({type: 'turn-start', message: growing('')});
    event({type: 'turn-start', message: {...growing(''), id: 'another'}});
    expect(said.slice(2)).to.deep.equal(['(silence)', en.announce.working]);
  });

  it('announces that an answer is pending', () => {
    const {state, said, urgent} = start();
    for (const status of ['streaming', 'waiting', 'waiting'] as const) state(status);
    expect(said).to.deep.equal([en.announce.waiting]);
    expect(urgent).to.deep.equal(said);
  });

  it('announces questions before the queue', () => {
    const {event, said, urgent} = start();
    event({type: 'input-required', item: request({prompt: 'As a **table**, or as a list?'})});
    expect(said).to.deep.equal(['As a table, or as a list?']);
    expect(urgent).to.deep.equal(said);
  });

  it('announces that the connection was lost and restored', () => {
    const {state, said, urgent} = start();
    for (const status of ['streaming', 'reconnecting', 'streaming', 'lost'] as const) state(status);
    expect(urgent).to.deep.equal(said);
    expect(said).to.deep.equal([
      en.announce.reconnecting,
      en.announce.reconnected,
      en.announce.lost,
    ]);
  });

  it('announces a resumed run as such, not as a lost connection', () => {
    const {state, resume, said} = start();
    state('idle');
    resume();
    state('streaming');
    expect(said).to.deep.equal([en.announce.resuming]);
  });

  it('announces a started item by its title or name', () => {
    const {event, said} = start();
    event({type: 'step', item: step({status: 'streaming'})});
    event({type: 'tool', item: tool({status: 'streaming'})});
    event({type: 'tool', item: tool()});
    expect(said).to.deep.equal(['Search the docs', 'Web search']);
  });
});
