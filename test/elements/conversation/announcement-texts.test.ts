import {expect} from '@open-wc/testing';
import type {ChatEvent, ChatStatus} from '../../../src/controller/index.js';
import {emptyConversation, type Item, type MessageItem} from '../../../src/core/index.js';
import {
  type AnnouncedState,
  AnnouncementTexts,
  type Narration,
} from '../../../src/elements/conversation/announcement-texts.js';
import {instead} from '../support/instead.js';
import {en} from '../../../src/elements/locales/en.js';
import {
  answer,
  error as errorItem,
  notice,
  request,
  source,
  step,
  text,
  tool,
  user,
} from '../support/items.js';

interface AnnouncementFixture {
  readonly state: (status: ChatStatus, ...children: Item[]) => void;
  readonly await: (isAwaitingAnswer: boolean, isSlow?: boolean) => void;
  readonly resume: () => void;
  readonly event: (event: ChatEvent, ...children: Item[]) => void;
  readonly network: (isOnline: boolean) => void;
  /** The announcements, as a growing list; the announcer joins them and drops empty ones. */
  readonly said: string[];
  /** The urgent announcements, which precede the queue. */
  readonly urgent: readonly string[];
}

function start(narration: Narration = 'full'): AnnouncementFixture {
  const said: string[] = [];
  const urgent: string[] = [];
  let shown = emptyConversation;
  const stateOf = (change: Partial<AnnouncedState['controller']>): AnnouncedState => ({
    controller: {status: 'idle', resuming: false, conversation: shown, ...change},
    isAwaitingAnswer: false,
    isSlow: false,
  });
  const announcer = {
    announce(words: string, first = false) {
      said.push(words);
      if (first) urgent.push(words);
    },
    clear: () => void said.push('(silence)'),
    clearAnswer: () => void said.push('(silence)'),
  };
  const texts = new AnnouncementTexts(announcer, () => narration);
  return {
    said,
    urgent,
    state: (status, ...children) => {
      shown = {version: 1, children};
      texts.onState(stateOf({status}), en);
    },
    await: (isAwaitingAnswer, isSlow = false) =>
      texts.onState({...stateOf({status: 'connecting'}), isAwaitingAnswer, isSlow}, en),
    resume: () => texts.onState(stateOf({status: 'connecting', resuming: true}), en),
    event: (event, ...children) => {
      if (children.length > 0) shown = {version: 1, children};
      texts.onEvent(event, stateOf({}), en);
    },
    network: isOnline => texts.onNetworkChange(isOnline, en),
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

  it('announces once why an answer was cut, and not after it was continued', () => {
    const cut = notice({code: 'max_tokens', status: 'waiting'});
    const {state, event, said} = start('brief');
    const ended = answer([cut]);
    event({type: 'turn-start', message: answer([], {status: 'streaming'})});
    said.length = 0;
    event({type: 'turn-end', message: ended});
    state('idle', ended);
    // It is not complete.
    expect(said).to.deep.equal([en.notices.max_tokens]);

    const other = start('brief');
    const obsolete = {...cut, status: 'done'} as const;
    other.event({type: 'turn-start', message: answer([], {status: 'streaming'})});
    other.said.length = 0;
    other.state('streaming', answer([text('It is op'), obsolete], {status: 'streaming'}));
    expect(other.said).to.deep.equal([]);
  });

  describe('of a conversation that a person takes over', () => {
    const mia = {kind: 'person', name: 'Mia'} as const;
    const asked = text('One moment.', {id: 'asked'});
    const joined = notice({id: 'joined', code: 'person_joined', author: mia});
    const hello = text('Hello.', {id: 'hello', author: mia});
    const left = notice({id: 'left', code: 'person_left', author: mia});
    const back = text('I am back.', {id: 'back'});
    const written = (children: readonly Item[], more: Partial<MessageItem> = {}): MessageItem =>
      answer(children, {status: 'streaming', ...more});

    it('announces who joins, types and leaves, in order and once, and whose text it is', () => {
      const {state, event, said} = start();
      event({type: 'turn-start', message: written([])});
      said.length = 0;
      state('streaming', written([asked]));
      state('streaming', written([asked, joined]));
      state('streaming', written([asked, joined], {typing: true}));
      state('streaming', written([asked, joined, hello]));
      state('streaming', written([asked, joined, hello], {typing: true}));
      state('streaming', written([asked, joined, hello, left, back]));
      expect(said).to.deep.equal([
        'One moment.',
        'Mia joined the conversation.',
        'Mia is typing…',
        'Mia: Hello.',
        'Mia left the conversation.',
        'Assistant: I am back.',
      ]);
    });

    it('announces only who joins and leaves in brief narration', () => {
      const {state, event, said} = start('brief');
      event({type: 'turn-start', message: written([])});
      said.length = 0;
      state('streaming', written([asked, joined, hello, left], {typing: true}));
      expect(said).to.deep.equal(['Mia joined the conversation.', 'Mia left the conversation.']);
    });

    it('does not announce that the assistant works while a person answers', () => {
      const {state, await: wait, said} = start();
      state('idle', user('Hi'), answer([asked, joined]), user('Are you there?'));
      wait(true);
      expect(said).to.deep.equal(['(silence)', 'Waiting for Mia…']);
    });
  });

  it('announces the number of sources of an answer', () => {
    const {event, said} = start();
    const message = answer([text('Yes.', {id: 't'}), source({id: '1'}), source({id: '2'})]);
    event({type: 'turn-start', message});
    event({type: 'turn-end', message});
    expect(said.at(-1)).to.equal('The answer is complete. 2 sources');
  });

  it('does not announce a turn as complete that waits for a page tool', () => {
    const {event, said} = start();
    const call = tool({status: 'waiting', runsIn: 'page'});
    const message = answer([text('I will change it.', {id: 't'}), call]);
    event({type: 'turn-start', message});
    event({type: 'turn-end', message});
    expect(said).not.to.include(en.announce.finished);
    event({type: 'turn-end', message: answer([text('Done.', {id: 'u'}), tool()])});
    expect(said.at(-1)).to.equal(en.announce.finished);
  });

  it('announces the sentence of a permission', () => {
    const {event, said} = start();
    const item = request({inputTypes: ['permission'], toolName: 'set_theme', prompt: ''});
    event({type: 'input-required', item});
    expect(said.at(-1)).to.equal('Allow Set theme on this page?');
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

  it('discards what is left of an answer once when another conversation is opened', () => {
    const {event, state, said} = start();
    state('idle');
    event({type: 'turn-start', message: growing('')}, growing('One.'));
    said.length = 0;
    state('idle');
    state('idle');
    expect(said).to.deep.equal(['(silence)']);
  });

  it('announces that an answer is stopped while it waits for the user', () => {
    const {state, said} = start();
    state('waiting', answer([request({})], {status: 'waiting'}));
    said.length = 0;
    state('idle', answer([request({status: 'interrupted'})], {status: 'stopped'}));
    expect(said).to.deep.equal([en.announce.stopped]);
  });

  it('announces that an answer is pending', () => {
    const {state, said, urgent} = start();
    for (const status of ['streaming', 'waiting', 'waiting'] as const) state(status);
    expect(said).to.deep.equal([en.announce.waiting]);
    expect(urgent).to.deep.equal(said);
  });

  it('announces questions before the queue [WCAG 4.1.3]', () => {
    const {event, said, urgent} = start();
    event({type: 'input-required', item: request({prompt: 'As a **table**, or as a list?'})});
    expect(said).to.deep.equal(['As a table, or as a list?']);
    expect(urgent).to.deep.equal(said);
  });

  it('announces the position of a question if several are open [WCAG 4.1.3]', () => {
    const {event, said} = start();
    const asked = ['q1', 'q2', 'q3'].map(id => request({id, prompt: 'Delete it?'}));
    const [first, second, third] = asked;
    if (!first || !second || !third) throw new Error('Three questions are needed.');
    const message = answer([first, step({id: 's', children: [second]})], {status: 'waiting'});
    event({type: 'input-required', item: first}, message);
    event({type: 'input-required', item: second}, message);
    event({type: 'input-required', item: third}, answer([{...first, status: 'done'}, third]));
    expect(said).to.deep.equal([
      'Question 1 of 2: Delete it?',
      'Question 2 of 2: Delete it?',
      'Delete it?',
    ]);
  });

  it('announces that the connection was lost and restored [WCAG 4.1.3]', () => {
    const {state, said, urgent} = start();
    for (const status of ['streaming', 'reconnecting', 'streaming'] as const) state(status);
    expect(urgent).to.deep.equal(said);
    expect(said).to.deep.equal([en.announce.reconnecting, en.announce.reconnected]);
  });

  it('announces a resumed run as such, not as a lost connection', () => {
    const {state, resume, said} = start();
    state('idle');
    resume();
    state('streaming');
    expect(said).to.deep.equal([en.announce.resuming]);
  });

  it('announces steps and tools with a verb, after the text before them', () => {
    const {event, state, said} = start();
    event({type: 'turn-start', message: growing('')});
    state('streaming', growing('I will look it up. Then'));
    said.splice(0);
    const run = step({status: 'streaming'});
    event({type: 'step', item: run});
    event({type: 'step', item: step({status: 'streaming', single: true})});
    event({type: 'tool', item: tool({status: 'streaming'})});
    event({type: 'tool', item: tool()});
    event({type: 'tool', item: tool({status: 'failed'})});
    expect(said).to.deep.equal([
      'Step started: Search the docs.',
      'Using the tool Web search.',
      'The tool Web search failed.',
    ]);
  });

  it('announces a text before the tool call that follows it', () => {
    const {event, state, said} = start();
    event({type: 'turn-start', message: growing('')});
    state('streaming', growing('I will look'));
    const written = text('I will look it up.', {id: 't'});
    const call = tool({status: 'streaming'});
    const message = answer([step({id: 's', status: 'streaming', children: [written, call]})]);
    said.splice(0);
    event({type: 'tool', item: call}, message);
    expect(said).to.deep.equal(['I will look it up.', 'Using the tool Web search.']);
  });

  it('announces what a step has written, although its text is still open, before the next step and its text', () => {
    const {event, said} = start();
    event({type: 'turn-start', message: growing('')});
    said.splice(0);
    const part = (id: string, words: string) => text(words, {id, status: 'streaming'});
    const first = step({id: 's', children: [part('t', 'The file has six columns.')]});
    const next = step({id: 's2', status: 'streaming', children: [part('t2', 'I will draw. ')]});
    const message = answer([first, next], {status: 'streaming'});
    event({type: 'step', item: next}, message);
    event({type: 'tool', item: tool({status: 'streaming'})}, message);
    expect(said).to.deep.equal([
      'The file has six columns.',
      'Step started: Search the docs.',
      'I will draw.',
      'Using the tool Web search.',
    ]);
  });

  it('announces the text before a question, although it is still open, before the question', () => {
    const {event, said} = start();
    event({type: 'turn-start', message: growing('')});
    said.splice(0);
    const asked = request();
    const part = text('There is a table.', {id: 't', status: 'streaming'});
    const steps = [step({id: 's', status: 'streaming', children: [part, asked]})];
    event({type: 'input-required', item: asked}, answer(steps, {status: 'waiting'}));
    expect(said[0]).to.equal('There is a table.');
    expect(said).to.have.length(2);
  });

  it('announces at once that the assistant works, and once that it takes long', () => {
    const scene = start();
    scene.await(true);
    scene.await(true);
    scene.await(true, true);
    scene.await(true, true);
    scene.event({type: 'turn-start', message: growing('')});
    expect(scene.said).to.deep.equal([
      '(silence)',
      en.announce.working,
      en.announce.slow,
      '(silence)',
    ]);
  });

  it('does not announce that the assistant works on a message that waits for the network', async () => {
    const scene = start();
    await instead(navigator, 'onLine', false, () => {
      scene.await(true);
      scene.await(false);
    });
    expect(scene.said).to.not.include(en.announce.working);
    scene.await(true);
    expect(scene.said.at(-1)).to.equal(en.announce.working);
  });

  it('announces the reason of a failure instead of the failure', () => {
    const {event, said, urgent} = start();
    const error = {code: 'rate_limited', retryAfter: 30, retryable: true};
    event({type: 'error', error});
    event({type: 'turn-end', message: answer([], {status: 'failed'})});
    expect(said).to.deep.equal([`${en.errors.rate_limited} You can try again in 30 seconds.`]);
    expect(urgent).to.deep.equal(said);
  });

  it('announces once that the browser is offline, before or with a message that waits [WCAG 4.1.3]', () => {
    const {offline} = en.errors;
    const {sendLater} = en.chat;
    const unsent = errorItem({code: 'offline', unsent: true});
    const event: ChatEvent = {
      type: 'error',
      error: {code: 'offline', retryable: true},
      item: unsent,
    };
    const before = start();
    before.network(false);
    before.event(event);
    before.network(true);
    before.event(event);
    expect(before.said).to.deep.equal([
      offline,
      sendLater,
      en.announce.online,
      `${offline} ${sendLater}`,
    ]);
    const after = start();
    after.event(event);
    after.network(false);
    after.network(true);
    expect(after.said).to.deep.equal([`${offline} ${sendLater}`, en.announce.online]);
  });

  it('announces which file could not be uploaded, and why', () => {
    const {event, said} = start();
    const error = {code: 'too_large', retryable: false};
    event({type: 'error', error, failed: 'upload', file: 'plan.pdf'});
    expect(said).to.deep.equal([`plan.pdf could not be uploaded. ${en.errors.too_large}`]);
  });

  it('does not announce completion while anything waits', () => {
    const {event, said} = start();
    const call = tool({status: 'waiting', children: [request()]});
    const message = answer([step({children: [call]})]);
    event({type: 'turn-start', message});
    said.splice(0);
    event({type: 'turn-end', message});
    expect(said).to.deep.equal([]);
  });

  it('announces only the beginning, the end, questions and problems in brief narration', () => {
    const {event, state, said} = start('brief');
    event({type: 'turn-start', message: growing('')});
    event({type: 'step', item: step({status: 'streaming'})});
    event({type: 'tool', item: tool({status: 'streaming'})});
    state('streaming', growing('It is open. Until six.'));
    event({type: 'input-required', item: request()});
    event({type: 'error', error: {code: 'agent', retryable: true}});
    event({type: 'turn-end', message: grown('It is open. Until six.')});
    expect(said).to.deep.equal([
      '(silence)',
      en.announce.working,
      'Which address?',
      en.errors.agent,
      en.announce.finished,
    ]);
  });
});
