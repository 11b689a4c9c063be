import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-chat/ubik-chat.define.js';
import '../../../src/elements/ubik-step/ubik-step.define.js';
import {ar} from '../../../src/elements/locales/ar.js';
import {en} from '../../../src/elements/locales/en.js';
import {findAppLabels} from '../../../src/elements/locales/apps/read.js';
import {findLabels, locales, readLocale} from '../../../src/elements/locales/locales.js';
import {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import {UbikStep} from '../../../src/elements/ubik-step/ubik-step.js';
import {ask, open} from '../support/chat.js';
import {find, until, words} from '../support/dom.js';
import {instead} from '../support/instead.js';

const tags = locales.names().filter(tag => tag !== 'en');
const counts = [0, 1, 2, 5, 11, 100, 1_234_567];

/** Every string of a table by its path; a label with a number is called with several numbers. */
function strings(table: object): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.set(path, value);
    else if (typeof value === 'function') {
      const make = value as (...values: unknown[]) => string;
      for (const count of counts) found.set(`${path} of ${count}`, make(count, count));
    } else for (const [key, part] of Object.entries(value as object)) walk(part, `${path}/${key}`);
  };
  walk(table, '');
  return found;
}

const placeholder = (chat: UbikChat): string =>
  find(find(chat, '.composer'), 'textarea', HTMLTextAreaElement).placeholder;

/** The only element of a class in a shadow tree. */
function inside<E extends Element>(page: Element, type: new () => E): E {
  const found = page.firstElementChild;
  if (!(found instanceof type)) throw new Error('Nothing of this class stands there.');
  return found;
}

describe('languages', () => {
  for (const tag of tags) {
    it(`translates every label into ${tag} [WCAG 3.1.1]`, async () => {
      const table = await readLocale(tag);
      const english = strings(en);
      const own = strings(table);
      expect([...own.keys()]).to.deep.equal([...english.keys()]);
      expect([...own].filter(([, words]) => words.trim() === '' || words.includes('#'))).to.eql([]);
      const same = [...own].filter(
        ([path, words]) => words === english.get(path) && /\p{L}{4,}/u.test(words),
      );
      const international =
        /JSON|Markdown|Suggestion|Conversation|Message|Assistant|Question|Source|Version|Code|Error|Text|Token|Page/i;
      expect(same.filter(([, words]) => !international.test(words))).to.deep.equal([]);
    });
  }

  /** Words of the other form of address, with which a language does not address the user. */
  const otherAddress = {
    de: /(?<!\p{L})(du|dir|dich|dein\p{L}*)(?!\p{L})/iu,
    es: /(?<!\p{L})(usted|introduzca|elija|revise|marque|añada|deje|quite|responda|su (próximo|respuesta|mensaje))(?!\p{L})/iu,
    fr: /(?<!\p{L})(tu|ton|ta|tes|toi)(?!\p{L})/iu,
    zh: /你/u,
  };
  for (const [tag, words] of Object.entries(otherAddress)) {
    it(`addresses the user in one form in ${tag}`, async () => {
      const tables = [await readLocale(tag), (await findAppLabels(tag)?.load())?.apps ?? {}];
      const texts = tables.flatMap(table => [...strings(table).values()]);
      expect(texts).to.not.be.empty;
      expect(texts.filter(text => words.test(text))).to.deep.equal([]);
    });
  }

  it('counts in the plural forms of the language', () => {
    expect(
      [1, 2, 3, 11, 100].map(ar.chat.newMessages).map(said => said.replace(/^[^\p{L}]+/u, '')),
    ).to.eql(['رسالة جديدة واحدة', 'رسالتان جديدتان', 'رسائل جديدة', 'رسالة جديدة', 'رسالة جديدة']);
  });

  it('uses the language of the page, and English for unsupported languages [WCAG 3.1.1, 3.1.2]', async () => {
    const page = await fixture(html`<div lang="fr-CA"><ubik-chat></ubik-chat></div>`);
    const chat = inside(page, UbikChat);
    await until(() => placeholder(chat) === 'Écrivez un message');
    page.setAttribute('lang', 'tlh');
    await until(() => placeholder(chat) === en.composer.placeholder);
  });

  it('changes the language when the page does, and keeps its state', async () => {
    const scene = await open();
    const {chat} = scene;
    await ask(scene, 'Hello', 'Good morning.');
    await chat.setDraft('half a');
    const message = find(find(chat, '.transcript'), 'ubik-message:last-of-type');
    for (const [lang, copy] of [
      ['de', 'Kopieren'],
      ['zh-CN', '复制'],
      ['en', 'Copy'],
    ] as const) {
      chat.lang = lang;
      await until(() => find(message, '.copy').ariaLabel === copy);
    }
    expect(find(find(chat, '.composer'), 'textarea', HTMLTextAreaElement).value).to.equal('half a');
    chat.remove();
  });

  it('prefers the language of the chat to that of the page, and own strings to both', async () => {
    const page = await fixture(
      html`<div lang="de">
        <ubik-chat lang="es" .labels=${{composer: {send: 'Go'}}}></ubik-chat>
      </div>`,
    );
    const chat = inside(page, UbikChat);
    await until(() => placeholder(chat) === 'Escribe un mensaje');
    expect(find(find(chat, '.composer'), '.send').ariaLabel).to.equal('Go');
  });

  it('uses the inherited language in an element without a chat', async () => {
    const page = await fixture(
      html`<div lang="fr"><ubik-step number="2" heading="Lire"></ubik-step></div>`,
    );
    const step = inside(page, UbikStep);
    await until(() => words(find(step, '.heading')) === 'Étape 2 Lire');
  });

  it('accepts a table of the page for another language', async () => {
    const undo = locales.register('nl', {
      ...en,
      composer: {...en.composer, placeholder: 'Schrijf iets'},
    });
    const chat = await fixture<UbikChat>(html`<ubik-chat lang="nl-BE"></ubik-chat>`);
    expect(placeholder(chat)).to.equal('Schrijf iets');
    undo();
  });

  it('accepts it also after the chat has connected, and while it is outside of the page', async () => {
    const chat = await fixture<UbikChat>(html`<ubik-chat lang="nl"></ubik-chat>`);
    const register = (text: string) =>
      locales.register('nl', {...en, composer: {...en.composer, placeholder: text}});
    const undo = [register('Schrijf iets')];
    await until(() => placeholder(chat) === 'Schrijf iets');
    const parent = chat.parentElement;
    chat.remove();
    undo.push(register('Schrijf een bericht'));
    parent?.append(chat);
    await until(() => placeholder(chat) === 'Schrijf een bericht');
    for (const one of undo) one();
  });

  it('formats numbers and dates in other scripts as the table counts', async () => {
    for (const tag of ['ar-EG', 'ar-SA', 'zh-TW']) {
      const labels = await readLocale(tag);
      expect(labels.locale, tag).to.equal((await readLocale(tag.slice(0, 2))).locale);
    }
    expect((await readLocale('de-CH')).locale).to.equal('de-CH');
  });

  it('asks again for a table that could not be loaded', async () => {
    let asked = 0;
    const undo = locales.register('nl', () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new TypeError('offline')) : Promise.resolve(en);
    });
    const reported: unknown[] = [];
    await instead(
      window,
      'reportError',
      (error: unknown) => reported.push(error),
      async () => {
        const failure: unknown = await readLocale('nl').catch((error: unknown) => error);
        expect(failure).to.be.instanceOf(TypeError);
        expect(reported).to.deep.equal([failure]);
      },
    );
    expect((await readLocale('nl')).chat).to.equal(en.chat);
    expect(await readLocale('nl')).to.equal(findLabels('nl'));
    undo();
  });

  it('uses its own formats for an invalid language tag', async () => {
    expect((await readLocale('fr_CA')).locale).to.equal('en');
    expect((await readLocale('de-at')).locale).to.equal('de-AT');
  });
});

describe('a page in Arabic', () => {
  it('is accessible, and runs from right to left', async () => {
    const page = await fixture(html`<div lang="ar" dir="rtl"></div>`);
    const scene = await open();
    page.append(scene.chat);
    await until(() => placeholder(scene.chat) === 'اكتب رسالة');
    await ask(scene, 'متى يفتح المتحف؟', 'يفتح المتحف من الأربعاء إلى الأحد.');
    const transcript = find(scene.chat, '.transcript');
    const [question] = [...(transcript.shadowRoot?.querySelectorAll('ubik-message') ?? [])];
    const bubble = find(question as HTMLElement, '.bubble').getBoundingClientRect();
    const box = transcript.getBoundingClientRect();
    expect(bubble.left - box.left).to.be.below(box.right - bubble.right);
    const field = find(find(scene.chat, '.composer'), 'textarea').getBoundingClientRect();
    const send = find(find(scene.chat, '.composer'), '.send').getBoundingClientRect();
    expect(send.right).to.be.at.most(field.left);
    await expect(scene.chat).to.be.accessible();
  });
});
