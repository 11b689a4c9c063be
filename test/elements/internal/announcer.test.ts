import {expect} from '@open-wc/testing';
import {Announcer, type AnnouncerClock} from '../../../src/elements/internal/announcer.js';

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
