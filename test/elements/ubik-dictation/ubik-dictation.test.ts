import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-composer/ubik-composer.define.js';
import type {UbikComposer} from '../../../src/elements/ubik-composer/ubik-composer.js';
import {find, has, collectEvents, until} from '../support/dom.js';
import {instead} from '../support/instead.js';

/** A fake speech recognition; the test provides its results. */
class FakeRecognition extends EventTarget {
  static last: FakeRecognition | undefined;
  lang = '';
  state = 'new';

  constructor() {
    super();
    FakeRecognition.last = this;
  }

  start(): void {
    this.state = 'listening';
  }

  stop(): void {
    this.state = 'stopped';
    this.dispatchEvent(new Event('end'));
  }

  abort(): void {
    this.stop();
  }

  refuse(error: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), {error}));
    this.stop();
  }

  recognize(...phrases: readonly string[]): void {
    const results = phrases.map(transcript => [{transcript}]);
    this.dispatchEvent(Object.assign(new Event('result'), {results}));
  }
}

const engine = 'SpeechRecognition';

/** A composer in a browser with speech recognition. */
async function withDictation(act: (composer: UbikComposer, button: HTMLElement) => Promise<void>) {
  await instead(window, engine, FakeRecognition, async () => {
    const composer = await fixture<UbikComposer>(
      html`<ubik-composer dictation value="Please"></ubik-composer>`,
    );
    const dictation = find(composer, 'ubik-dictation');
    await until(() => has(dictation, 'button'));
    await act(composer, find(dictation, 'button'));
  });
}

describe('ubik-dictation', () => {
  it('is not rendered unless it is enabled', async () => {
    await instead(window, engine, FakeRecognition, async () => {
      const composer = await fixture(html`<ubik-composer></ubik-composer>`);
      expect(has(composer, 'ubik-dictation')).to.be.false;
    });
  });

  it('is accessible, and named by its action [WCAG 4.1.2]', () =>
    withDictation(async (composer, button) => {
      await expect(composer).to.be.accessible();
      expect(button.ariaLabel).to.equal('Dictate');
      button.click();
      await until(() => button.ariaLabel === 'Stop dictating');
      await expect(composer).to.be.accessible();
    }));

  it('appends the recognized text to the draft, in the language of the page', () =>
    withDictation(async (composer, button) => {
      const drafts = collectEvents(composer, 'ubik-draft-change');
      button.click();
      FakeRecognition.last?.recognize('book');
      FakeRecognition.last?.recognize('book a', ' table');
      await composer.updateComplete;
      expect(composer.value).to.equal('Please book a table');
      expect(drafts.map(({text}) => text)).to.deep.equal(['Please book', 'Please book a table']);
      expect(FakeRecognition.last?.lang).to.equal('en');
    }));

  it('listens to the language of the nearest element with one, also without labels in it', () =>
    withDictation(async (composer, button) => {
      for (const [lang, expected] of [
        ['pl', 'pl'],
        ['zh-HK', 'zh-HK'],
        ['pt-PT', 'pt-PT'],
        ['', 'en'],
      ] as const) {
        composer.lang = lang;
        await composer.updateComplete;
        button.click();
        expect(FakeRecognition.last?.lang).to.equal(expected);
        await until(() => button.ariaLabel !== null && FakeRecognition.last?.state === 'listening');
        button.click();
      }
    }));

  it('stops by the same button, and when it leaves the page', () =>
    withDictation(async (composer, button) => {
      button.click();
      await until(() => button.ariaLabel === 'Stop dictating');
      button.click();
      expect(FakeRecognition.last?.state).to.equal('stopped');
      await until(() => button.ariaLabel === 'Dictate');
      button.click();
      expect(FakeRecognition.last?.state).to.equal('listening');
      composer.remove();
      expect(FakeRecognition.last?.state).to.equal('stopped');
    }));

  it('reports a failure, but not an end by the user', () =>
    withDictation(async (composer, button) => {
      const errors = collectEvents(composer, 'ubik-error');
      button.click();
      FakeRecognition.last?.refuse('aborted');
      await until(() => button.ariaLabel === 'Dictate');
      expect(errors).to.be.empty;
      button.click();
      FakeRecognition.last?.refuse('not-allowed');
      await until(() => button.ariaLabel === 'Dictate');
      expect(errors.map(({error}) => error.code)).to.deep.equal(['not_dictated']);
    }));

  it('shows that it was stopped, even if the browser does not report the end', () =>
    withDictation(async (_composer, button) => {
      button.click();
      await until(() => button.ariaLabel === 'Stop dictating');
      const first = FakeRecognition.last;
      if (first) first.stop = () => undefined;
      button.click();
      await until(() => button.ariaLabel === 'Dictate');
      button.click();
      await until(() => button.ariaLabel === 'Stop dictating');
      first?.dispatchEvent(new Event('end'));
      expect(FakeRecognition.last).not.to.equal(first);
      await new Promise(requestAnimationFrame);
      expect(button.ariaLabel).to.equal('Stop dictating');
    }));

  it('writes no more when the user has sent the text or writes by hand', () =>
    withDictation(async (composer, button) => {
      button.click();
      FakeRecognition.last?.recognize('book');
      await composer.updateComplete;
      composer.value = '';
      await composer.updateComplete;
      FakeRecognition.last?.recognize('book a table');
      expect(composer.value).to.equal('');
      expect(FakeRecognition.last?.state).to.equal('stopped');
    }));
});
