import {expect} from '@open-wc/testing';
import {Consent, type Question} from '../../../src/elements/ubik-app/consent.js';
import {noteMove} from '../../../src/elements/ubik-app/moves.js';
import {sentenceOf} from '../../../src/elements/ubik-app/app-questions.js';
import {apps} from '../../../src/elements/locales/apps/en.js';
import {until} from '../support/dom.js';
import {speedUpTimers} from './fast-timers.js';

const tool = (name: string): Question => ({kind: 'tool', name, input: {}});
const {signal} = new AbortController();

/** Answers once a click can be meant for the question. */
const answer = (consent: Consent, allowed: boolean): Promise<unknown> =>
  until(() => consent.answer(allowed));

describe('the sentence of a question', () => {
  it('has the end of a long host, which says whose it is', () => {
    const label = 'a'.repeat(60);
    const url = `https://good.example.${label}.${label}.evil.example:8443/`;
    const said = sentenceOf({kind: 'link', url}, apps);
    expect(said).to.match(/ of …[^ ]*\.evil\.example:8443\.$/);
    expect(said).to.have.length.below(120);
  });

  it('shows where a name is cut, and what is invisible in it', () => {
    const sentence = (name: string): string => sentenceOf(tool(name), apps);
    expect(sentence('b'.repeat(129))).to.contain(` ${'b'.repeat(127)}….`);
    expect(sentence('b'.repeat(128))).to.contain(` ${'b'.repeat(128)}.`);
    expect(sentence('pay\u200b')).to.contain('pay‹U+200b›');
  });
});

describe('the questions of an app', () => {
  it('are displayed one after the other', async () => {
    const consent = new Consent(() => undefined);
    const asked = [tool('one'), tool('two')].map(question => consent.ask(question, signal));
    expect(consent.question).to.deep.equal(tool('one'));
    await answer(consent, true);
    expect(consent.question).to.deep.equal(tool('two'));
    await answer(consent, false);
    expect(await Promise.all(asked)).to.deep.equal([true, false]);
    expect(consent.question).to.equal(undefined);
    expect(consent.answer(true)).to.be.false;
  });

  it('are not allowed by a click that follows their display or a move', async () => {
    const consent = new Consent(() => undefined);
    const asked = consent.ask(tool('pay'), signal);
    expect(consent.answer(true)).to.be.false;
    await until(() => {
      noteMove();
      return !consent.answer(true);
    });
    expect(consent.answer(false)).to.be.true;
    expect(await asked).to.be.false;
  });

  it('are at most three, and further ones are denied', async () => {
    const consent = new Consent(() => undefined);
    const asked = ['a', 'b', 'c', 'd'].map(name => consent.ask(tool(name), signal));
    expect(await asked[3]).to.be.false;
    consent.clear();
    expect(await Promise.all(asked)).to.deep.equal([false, false, false, false]);
  });

  it('end without consent when the request ends', async () => {
    const consent = new Consent(() => undefined);
    const request = new AbortController();
    const asked = consent.ask(tool('one'), request.signal);
    request.abort();
    expect(await asked).to.be.false;
    expect(consent.question).to.equal(undefined);
    expect(await consent.ask(tool('two'), request.signal)).to.be.false;
  });

  it('count for a while when the app withdraws them, because each moves the page', async () => {
    const consent = new Consent(() => undefined);
    const restore = speedUpTimers();
    for (const name of ['a', 'b', 'c']) {
      const request = new AbortController();
      void consent.ask(tool(name), request.signal);
      request.abort();
    }
    restore();
    void consent.ask(tool('d'), signal);
    expect(consent.question).to.equal(undefined);
    await until(() => {
      void consent.ask(tool('e'), signal);
      return consent.question !== undefined;
    });
    consent.clear();
  });

  it('count no longer after the end of the app, which withdraws them', () => {
    const consent = new Consent(() => undefined);
    const end = new AbortController();
    for (const name of ['a', 'b', 'c']) void consent.ask(tool(name), end.signal);
    end.abort();
    consent.clear();
    void consent.ask(tool('d'), signal);
    expect(consent.question).to.deep.equal(tool('d'));
    consent.clear();
  });

  it('end without consent before the app gives up, unless it waits', async () => {
    const restore = speedUpTimers();
    const consent = new Consent(() => undefined);
    const [short, long] = [
      consent.ask(tool('short'), signal),
      consent.ask(tool('long'), signal, true),
    ];
    expect(await short).to.be.false;
    restore();
    expect(consent.question).to.deep.equal(tool('long'));
    consent.clear();
    expect(await long).to.be.false;
  });
});
