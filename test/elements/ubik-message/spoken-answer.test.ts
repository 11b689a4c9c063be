import {expect} from '@open-wc/testing';
import {Announcer} from '../../../src/elements/conversation/announcer.js';
import type {ChatStatus} from '../../../src/controller/index.js';
import type {MessageItem} from '../../../src/core/index.js';
import {
  type AnnouncedState,
  AnnouncementTexts,
} from '../../../src/elements/conversation/announcement-texts.js';
import {en} from '../../../src/elements/locales/en.js';
import {answer, text} from '../support/items.js';

interface Spoken {
  readonly at: number;
  readonly words: string;
}

const sentences = Array.from({length: 120}, (_, n) => `Sentence number ${n + 1} says *so*.`);
const whole = sentences.join(' ');

/** Reads an answer out while it is streamed, a few characters every 20 ms, by a clock of the test's own. */
function listen(): readonly Spoken[] {
  let now = 0;
  let due: {readonly at: number; readonly act: () => void} | undefined;
  const said: Spoken[] = [];
  const announcer = new Announcer(words => said.push({at: now, words}), {
    clock: {
      now: () => now,
      after(milliseconds, act) {
        due = {at: now + milliseconds, act};
        return () => (due = undefined);
      },
    },
  });
  const texts = new AnnouncementTexts(announcer);
  const tick = (until: number): void => {
    while (due && due.at <= until) {
      const {at, act} = due;
      due = undefined;
      now = at;
      act();
    }
    now = until;
  };
  const message = (length: number, status: 'streaming' | 'done') =>
    answer([text(whole.slice(0, length), {id: 'text', status})], {status});

  const stateOf = (shown: MessageItem, status: ChatStatus): AnnouncedState => ({
    controller: {status, resuming: false, conversation: {version: 1, children: [shown]}},
    isAwaitingAnswer: false,
    isSlow: false,
  });

  const first = message(0, 'streaming');
  texts.onEvent({type: 'turn-start', message: first}, stateOf(first, 'streaming'), en);
  for (let length = 0; length < whole.length; length += 7) {
    tick(now + 20);
    texts.onState(stateOf(message(length, 'streaming'), 'streaming'), en);
  }
  const last = message(whole.length, 'done');
  texts.onEvent({type: 'turn-end', message: last}, stateOf(last, 'idle'), en);
  tick(now + 600_000);
  return said;
}

describe('the announcements of a long answer', () => {
  it('occur at most once in three seconds', () => {
    const times = listen().map(({at}) => at);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(times.length).to.be.above(3);
    expect(pauses.filter(pause => pause < 3000)).to.deep.equal([]);
  });

  it('are never longer than can be read before the next', () => {
    const said = listen();
    const gaps = said.slice(1).map(({at}, index) => at - (said[index]?.at ?? 0));
    expect(said.filter(({words}) => words.length > 300)).to.deep.equal([]);
    expect(gaps.filter((gap, index) => gap < (said[index]?.words.length ?? 0) * 30)).to.deep.equal(
      [],
    );
  });

  it('contain the whole answer in order, without repetition', () => {
    const words = listen().map(spoken => spoken.words);
    expect(new Set(words).size).to.equal(words.length);
    expect(words.join(' ')).to.equal(
      `${en.announce.working} ${whole.replaceAll('*', '')} ${en.announce.finished}`,
    );
  });
});
