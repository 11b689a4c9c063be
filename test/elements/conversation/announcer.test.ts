import {expect} from '@open-wc/testing';
import {
  Announcer,
  type AnnouncerClock,
  announcerLimits,
} from '../../../src/elements/conversation/announcer.js';

const {maxCharacters, minIntervalMs, msPerCharacter} = announcerLimits;
/** The reading time of the longest announcement. */
const maxPauseMs = maxCharacters * msPerCharacter;

/** A clock that moves only by `advance`. */
class ManualClock implements AnnouncerClock {
  #now = 0;
  #due: {at: number; callback: () => void}[] = [];

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const entry = {at: this.#now + milliseconds, callback};
    this.#due.push(entry);
    return () => (this.#due = this.#due.filter(other => other !== entry));
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const ready = this.#due.filter(({at}) => at <= this.#now);
    this.#due = this.#due.filter(({at}) => at > this.#now);
    for (const {callback} of ready) callback();
  }
}

const start = (): {announcer: Announcer; clock: ManualClock; spoken: string[]} => {
  const spoken: string[] = [];
  const clock = new ManualClock();
  return {announcer: new Announcer(text => spoken.push(text), {clock}), clock, spoken};
};

describe('Announcer', () => {
  it('announces a first text immediately', () => {
    const {announcer, clock, spoken} = start();
    announcer.announce('Working.');
    clock.advance(0);
    expect(spoken).to.deep.equal(['Working.']);
  });

  it('announces at most once in the minimum interval, and drops nothing', () => {
    const {announcer, clock, spoken} = start();
    announcer.announce('One.');
    clock.advance(0);
    announcer.announce('Two.');
    clock.advance(minIntervalMs / 3);
    announcer.announce('Three.');
    clock.advance((2 * minIntervalMs) / 3 - 1);
    expect(spoken).to.deep.equal(['One.']);
    clock.advance(1);
    expect(spoken).to.deep.equal(['One.', 'Two. Three.']);
  });

  it('joins complete sentences in order, at the pace of a screen reader', () => {
    const {announcer, clock, spoken} = start();
    const sentences = Array.from({length: 200}, (_, n) => `This is sentence ${n + 1} of them.`);
    for (const sentence of sentences) announcer.announce(sentence);
    clock.advance(0);
    const [first = ''] = spoken;
    expect(first.length).to.be.within(maxCharacters - 100, maxCharacters);
    clock.advance(first.length * msPerCharacter - 1);
    expect(spoken).to.have.length(1);
    for (let n = 0; n < 40; n += 1) clock.advance(maxPauseMs);
    expect(
      spoken.filter(words => words.length > maxCharacters || !words.endsWith('.')),
    ).to.deep.equal([]);
    expect(spoken.join(' ')).to.equal(sentences.join(' '));
  });

  it('splits a long sentence, between two words if possible', () => {
    const {announcer, clock, spoken} = start();
    const long = ['word '.repeat(100).trim(), '😀'.repeat(400)];
    for (const words of long) announcer.announce(words);
    for (let n = 0; n < 10; n += 1) clock.advance(2 * maxPauseMs);
    expect(spoken.slice(0, 2)).to.deep.equal([
      'word '.repeat(60).trim(),
      'word '.repeat(40).trim(),
    ]);
    expect(spoken.slice(2).join('')).to.equal('😀'.repeat(400));
    expect(spoken.filter(words => /\p{Surrogate}/u.test(words))).to.deep.equal([]);
  });

  it('keeps the order of all texts that one announcement has room for', () => {
    const {announcer, clock, spoken} = start();
    announcer.announce('There is a table on Friday.');
    announcer.announce('Shall I book it?', true);
    announcer.announce('Using the tool Calendar');
    clock.advance(0);
    expect(spoken).to.deep.equal([
      'There is a table on Friday. Shall I book it? Using the tool Calendar',
    ]);
  });

  it('announces urgent texts first where not all have room, in their order, and then the rest', () => {
    const {announcer, clock, spoken} = start();
    for (const words of ['A'.repeat(200), 'B'.repeat(290)]) announcer.announce(words);
    clock.advance(0);
    announcer.announce('Lost.', true);
    announcer.announce('Found.', true);
    clock.advance(minIntervalMs - 1);
    expect(spoken).to.have.length(1);
    clock.advance(1);
    expect(spoken.slice(1)).to.deep.equal(['Lost. Found.']);
    clock.advance(minIntervalMs);
    expect(spoken.slice(2)).to.deep.equal(['B'.repeat(290)]);
    announcer.announce('word '.repeat(100), true);
    clock.advance(minIntervalMs);
    clock.advance(maxPauseMs);
    expect(spoken.slice(3).join(' ')).to.equal('word '.repeat(100).trim());
  });

  it('adds a full stop to a text that ends without punctuation', () => {
    const {announcer, clock, spoken} = start();
    for (const words of ['Opening hours', 'Friday 10:00', '开到六点。', 'See you!', 'Bye']) {
      announcer.announce(words);
    }
    clock.advance(0);
    expect(spoken).to.deep.equal(['Opening hours. Friday 10:00. 开到六点。 See you! Bye']);
  });

  it('announces the same result of another action', () => {
    const {announcer, clock, spoken} = start();
    announcer.announce('Copied to clipboard.', true);
    clock.advance(0);
    clock.advance(minIntervalMs);
    announcer.announce('Copied to clipboard.', true);
    clock.advance(0);
    expect(spoken).to.deep.equal(['Copied to clipboard.', 'Copied to clipboard.']);
  });

  it('drops a text equal to the previous one', () => {
    const {announcer, clock, spoken} = start();
    for (const text of ['One.', 'One.', ' ']) announcer.announce(text);
    clock.advance(0);
    announcer.announce('One.');
    clock.advance(maxPauseMs);
    expect(spoken).to.deep.equal(['One.']);
  });

  it('discards pending texts when it is cleared', () => {
    const {announcer, clock, spoken} = start();
    announcer.announce('One.');
    announcer.clear();
    clock.advance(maxPauseMs);
    expect(spoken).to.deep.equal([]);
  });

  it('keeps urgent texts when the answer is discarded', () => {
    const {announcer, clock, spoken} = start();
    announcer.announce('One.');
    announcer.clearAnswer();
    clock.advance(maxPauseMs);
    announcer.announce('Two.');
    announcer.announce('You are back online.', true);
    announcer.clearAnswer();
    clock.advance(maxPauseMs);
    expect(spoken).to.deep.equal(['You are back online.']);
  });

  it('applies other limits', () => {
    const spoken: string[] = [];
    const clock = new ManualClock();
    const limits = {minIntervalMs: 50, msPerCharacter: 1, maxCharacters: 10};
    const announcer = new Announcer(text => spoken.push(text), {clock, limits});
    announcer.announce('One two three.');
    clock.advance(0);
    clock.advance(limits.minIntervalMs);
    expect(spoken).to.deep.equal(['One two', 'three.']);
  });
});
