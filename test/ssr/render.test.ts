import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {describe, it} from 'node:test';
import {setImmediate as macrotask} from 'node:timers/promises';
import {parse} from 'parse5';
import {play, scenes} from '../../demo/gallery-scenes.js';
import {
  type Conversation,
  emptyConversation,
  type Item,
  type ToolItem,
} from '../../src/core/index.js';
import {ChatController} from '../../src/controller/index.js';
import {renderers} from '../../src/elements/base/services.js';
import {de} from '../../src/elements/locales/de.js';
import {fr} from '../../src/elements/locales/fr.js';
import {locales} from '../../src/elements/locales/locales.js';
import {renderChat} from '../../src/ssr/index.js';

const base = {status: 'done', children: []} as const;

/** An answer with these parts. */
const answer = (...children: readonly Item[]): Conversation => ({
  ...emptyConversation,
  children: [{...base, id: 'answer', kind: 'message', role: 'assistant', children}],
});

const tool = (more: Partial<ToolItem>): ToolItem => ({
  ...base,
  id: more.name ?? 'tool',
  kind: 'tool',
  name: '',
  input: '',
  output: '',
  log: '',
  ...more,
});

/** A tool that requests a chart, while it runs: its partial result is displayed. */
const chart = (type: string, more: Partial<ToolItem> = {}): ToolItem =>
  tool({
    name: 'json2plot',
    status: 'failed',
    output: JSON.stringify({
      title: 'Sales',
      data: [
        {region: 'north <&', sales: 3},
        {region: 'south', sales: 5},
      ],
      chart_config: {chart_type: type},
    }),
    ...more,
  });

const source = {
  ...base,
  id: 'source',
  kind: 'source',
  number: 1,
  url: 'https://a.example/',
} as const;

const others: Readonly<Record<string, Conversation>> = {
  sources: answer(
    {
      ...base,
      id: 'text',
      kind: 'text',
      text: 'Cited.',
      marks: [{offset: 5, source: 'source', label: '1'}],
    },
    {...source, title: 'A source'},
  ),
  ...Object.fromEntries(
    ['Column', 'Line', 'Pie', 'Circle', 'constructor', '__proto__'].map(type => [
      `chart: ${type}`,
      answer(chart(type)),
    ]),
  ),
  files: answer({...base, id: 'file', kind: 'file', name: 'report.pdf', url: '/report.pdf'}),
};

async function conversations(): Promise<readonly (readonly [string, Conversation])[]> {
  const read = (url: URL): Promise<string> => readFile(url, 'utf8');
  const gallery = scenes.map(
    async scene =>
      [scene.title, {...emptyConversation, children: await play(scene, read)}] as const,
  );
  return [...(await Promise.all(gallery)), ...Object.entries(others)];
}

const attributes = {endpoint: '/api/v1'};

/** Renders a conversation in which nothing may fail. */
const render = (conversation: Conversation, more = {}): Promise<string> =>
  renderChat({
    conversation,
    attributes: {...attributes, ...more},
    onError: error => {
      throw error;
    },
  });

const all = await conversations();

describe('a chat rendered on a server', () => {
  for (const [name, conversation] of all) {
    it(`is the same the second time, when every part is loaded: ${name}`, async () => {
      const first = await render(conversation);
      await macrotask();
      assert.equal(await render(conversation), first);
      assert.doesNotMatch(first, /<!--/);
    });
  }

  it('has every chart, and a table for other data', async () => {
    for (const [type, count] of Object.entries({Pie: 2, Circle: 2, constructor: 0})) {
      const html = await render(answer(chart(type)));
      assert.equal([...html.matchAll(/<path[^>]* fill-opacity=/g)].length, count, type);
      assert.match(html, /<td align="right">5</);
    }
  });

  for (const raw of ['escape', 'inline', 'block']) {
    it(`has links and images written as HTML as text, also in a link (raw-html=${raw})`, async () => {
      const image = '<img src=x onerror=alert(1)>';
      const texts = [image, `[${image}](https://a.example)`, `# **[a <sup>${image}</sup>](/b)**`];
      texts.push('| a |\n| - |\n| [<a href=x>y</a>](https://a.example) |');
      const text = {...base, id: 'text', kind: 'text', text: texts.join('\n\n')} as const;
      const html = await render(answer(text), {'raw-html': raw});
      const shadow = html.slice(0, html.indexOf('<script type="application/json"'));
      assert.doesNotMatch(shadow, /<img|href="x"/);
      assert.equal(shadow.split('&lt;img src=x').length, 4);
      assert.match(shadow, /&lt;a href=x&gt;y&lt;\/a&gt;/);
    });
  }

  it('contains no answer to a form with a password', async () => {
    const pin = {type: 'string', format: 'password'};
    const asked = {
      ...base,
      id: 'asked',
      kind: 'request',
      prompt: 'Code?',
      inputTypes: ['json'],
      schema: {type: 'object', properties: {pin}},
      answer: {input: {pin: 'SECRET'}, type: 'json'},
    } as const;
    const html = await render(answer(asked));
    assert.match(html, /Code\?/);
    assert.doesNotMatch(html, /SECRET/);
  });

  it('has the labels of its language, and those that the page replaces', async () => {
    const render = (lang: string, labels = {}): Promise<string> =>
      renderChat({attributes: {...attributes, lang}, labels});
    const german = await render('de-CH');
    assert.ok(german.includes(de.composer.placeholder));
    assert.ok(german.includes(de.chat.empty));
    assert.doesNotMatch(german, /Write a message/);
    const french = await render('fr', {chat: {empty: 'Bonjour Ada'}});
    assert.ok(french.includes(fr.composer.placeholder));
    assert.ok(french.includes('Bonjour Ada') && !french.includes(fr.chat.empty));
    assert.match(await render('pl'), /Write a message/);
    const undo = locales.register('pl', () =>
      Promise.resolve({...de, composer: {...de.composer, placeholder: 'Napisz wiadomość'}}),
    );
    assert.match(await render('pl'), /Napisz wiadomość/);
    undo();
    assert.match(await render(''), /Write a message/);
  });

  it('does not wait for what another chat of the server loads', async () => {
    const chat = new ChatController(undefined, {
      endpoint: 'http://127.0.0.1:1',
      protocol: () => new Promise(() => undefined),
      storage: null,
    });
    assert.match(await render(answer(tool({name: 'look'}))), /look/i);
    chat.dispose();
  });

  it('says nothing about a missing address, because the page may set a transport', async () => {
    assert.doesNotMatch(await renderChat(), /not set up/);
  });

  it('renders the text of an item that cannot be rendered, and reports it', async () => {
    const undo = renderers.register('tool:broken', () => ({
      [Symbol.iterator]: () => {
        throw new Error('no values');
      },
    }));
    const broken = tool({name: 'broken', title: 'Broken <b>tool</b>', input: '{}'});
    const text = {...base, id: 'text', kind: 'text', text: 'What stands beside it.'} as const;
    const failures: [unknown, Item][] = [];
    try {
      const html = await renderChat({
        conversation: answer(text, broken),
        attributes,
        onError: (error, item) => failures.push([error, item]),
      });
      const shadow = html.slice(0, html.indexOf('<script type="application/json"'));
      assert.match(shadow, /What stands beside it\./);
      assert.match(shadow, /Broken/);
      assert.doesNotMatch(shadow, /<b>tool/);
      assert.match(shadow, /<textarea/);
      assert.ok(parse(html));
      assert.equal(failures.length, 1);
    } finally {
      undo();
    }
  });
});
