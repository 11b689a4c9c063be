import {expect} from '@open-wc/testing';
import {Announcer, type AnnouncerClock} from '../../../src/elements/ubik-chat/announcer.js';

/** A clock that goes only when it is told to. */
class HandClock implements AnnouncerClock {
  #now = 0;
  #due: {at: number; act: () => void}[] = [];

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, act: () => void): () => void {
    const entry = {at: this.#now + milliseconds, act};
    this.#due.push(entry);
    return () => (this.#due = this.#due.filter(other => other !== entry));
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const ready = this.#due.filter(({at}) => at <= this.#now);
    this.#due = this.#due.filter(({at}) => at > this.#now);
    for (const {act} of ready) act();
  }
}

const start = (): {announcer: Announcer; clock: HandClock; spoken: string[]} => {
  const spoken: string[] = [];
  const clock = new HandClock();
  return {announcer: new Announcer(text => spoken.push(text), clock), clock, spoken};
};

describe('Announcer', () => {
  it('speaks at once when it has been silent', () => {
    const {announcer, clock, spoken} = start();
    announcer.say('Working.');
    clock.advance(0);
    expect(spoken).to.deep.equal(['Working.']);
  });

  it('speaks at most once in three seconds, and loses nothing', () => {
    const {announcer, clock, spoken} = start();
    announcer.say('One.');
    clock.advance(0);
    announcer.say('Two.');
    clock.advance(1000);
    announcer.say('Three.');
    clock.advance(1999);
    expect(spoken).to.deep.equal(['One.']);
    clock.advance(1);
    expect(spoken).to.deep.equal(['One.', 'Two. Three.']);
  });

  it('says a few sentences at a time, whole and in order, as fast as a voice does', () => {
    const {announcer, clock, spoken} = start();
    const sentences = Array.from({length: 200}, (_, n) => `This is sentence ${n + 1} of them.`);
    for (const sentence of sentences) announcer.say(sentence);
    clock.advance(0);
    const [first = ''] = spoken;
    expect(first.length).to.be.within(200, 300);
    clock.advance(first.length * 30 - 1);
    expect(spoken).to.have.length(1);
    for (let n = 0; n < 40; n += 1) clock.advance(9000);
    expect(spoken.filter(words => words.length > 300 || !words.endsWith('.'))).to.deep.equal([]);
    expect(spoken.join(' ')).to.equal(sentences.join(' '));
  });

  it('says a sentence without end in parts, between two words where it has them', () => {
    const {announcer, clock, spoken} = start();
    const long = ['word '.repeat(100).trim(), '😀'.repeat(400)];
    for (const words of long) announcer.say(words);
    for (let n = 0; n < 10; n += 1) clock.advance(18_000);
    expect(spoken.slice(0, 2)).to.deep.equal([
      'word '.repeat(60).trim(),
      'word '.repeat(40).trim(),
    ]);
    expect(spoken.slice(2).join('')).to.equal('😀'.repeat(400));
    expect(spoken.filter(words => /\p{Surrogate}/u.test(words))).to.deep.equal([]);
  });

  it('lets overtake what is urgent, in its order, and goes on with the rest', () => {
    const {announcer, clock, spoken} = start();
    for (const words of ['A'.repeat(200), 'B'.repeat(200)]) announcer.say(words);
    clock.advance(0);
    announcer.say('Lost.', true);
    announcer.say('Found.', true);
    clock.advance(2999);
    expect(spoken).to.have.length(1);
    clock.advance(1);
    expect(spoken.slice(1)).to.deep.equal(['Lost. Found.']);
    clock.advance(3000);
    expect(spoken.slice(2)).to.deep.equal(['B'.repeat(200)]);
    announcer.say('word '.repeat(100), true);
    clock.advance(3000);
    clock.advance(9000);
    expect(spoken.slice(3).join(' ')).to.equal('word '.repeat(100).trim());
  });

  it('rests between what has no full stop of its own', () => {
    const {announcer, clock, spoken} = start();
    for (const words of ['Opening hours', 'Friday 10:00', '开到六点。', 'See you!', 'Bye']) {
      announcer.say(words);
    }
    clock.advance(0);
    expect(spoken).to.deep.equal(['Opening hours. Friday 10:00. 开到六点。 See you! Bye']);
  });

  it('says nothing twice in a row', () => {
    const {announcer, clock, spoken} = start();
    for (const text of ['One.', 'One.', ' ']) announcer.say(text);
    clock.advance(0);
    announcer.say('One.');
    clock.advance(5000);
    expect(spoken).to.deep.equal(['One.']);
  });

  it('is silent after it was stopped', () => {
    const {announcer, clock, spoken} = start();
    announcer.say('One.');
    announcer.stop();
    clock.advance(5000);
    expect(spoken).to.deep.equal([]);
  });
});
