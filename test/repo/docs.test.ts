import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {readingOrder, sections} from '../../demo/site/contents.js';
import {describedElements, elementTags} from '../../demo/site/reference.js';
import {Site} from '../../demo/site/site.js';
import {derivedDocuments} from '../../scripts/derive.js';

const folder = 'demo/docs';
const pages = readdirSync(folder).map(name => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));

describe('the documents of the repository', () => {
  const decisions = readdirSync('docs/decisions').map(name => join('docs/decisions', name));
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'demo/recordings/README.md',
    'docs/limitations.md',
    ...decisions,
  ];
  const quoted = documents.flatMap(name =>
    Array.from(readFileSync(name, 'utf8').matchAll(/`([\w./-]+)`/g), ([, word = '']) => ({
      name,
      word,
    })),
  );

  it('name existing files', () => {
    const paths = quoted.filter(({word}) => /^(src|test|demo|scripts|\.ci)\/./.test(word));
    assert.ok(paths.length > 40);
    assert.deepEqual(
      paths.filter(({word}) => !word.includes('NAME') && !existsSync(word)),
      [],
    );
  });

  it('have the tables and figures of the sources (else: npm run derive)', () => {
    for (const [file, text] of Object.entries(derivedDocuments()))
      assert.equal(readFileSync(file, 'utf8'), text, file);
  });

  it('name existing scripts', () => {
    const {scripts} = JSON.parse(readFileSync('package.json', 'utf8')) as {scripts: object};
    // A project that a framework's own command makes has this one.
    const known = scripts;
    const pages = readdirSync(folder).map(name => join(folder, name));
    const run = [...documents, 'demo/server/README.md', ...pages].flatMap(name =>
      Array.from(
        readFileSync(name, 'utf8').matchAll(/npm run ([\w:-]+)/g),
        ([, script = '']) => script,
      ),
    );
    assert.deepEqual(
      run.filter(script => !Object.hasOwn(known, script)),
      [],
    );
  });
});

describe('the decisions', () => {
  const folder = 'docs/decisions';
  const files = readdirSync(folder).filter(name => name !== 'README.md');
  const index = readFileSync(join(folder, 'README.md'), 'utf8');

  it('are all listed, and all listed ones exist', () => {
    const listed = Array.from(index.matchAll(/\]\(([\w-]+\.md)\)/g), ([, name]) => name);
    assert.deepEqual(listed, files.sort());
  });

  it('have a context, a decision and a consequence', () => {
    for (const name of files) {
      const headings = readFileSync(join(folder, name), 'utf8').match(/^##? .+$/gm) ?? [];
      assert.deepEqual(headings.slice(1), ['## Context', '## Decision', '## Consequence'], name);
    }
  });
});

describe('the pages of the documentation', () => {
  it('are all in the contents, which have no others', () => {
    const listed = sections.flatMap(({chapters}) => chapters.map(({name}) => `${name}.md`));
    assert.deepEqual(
      pages.map(({name}) => name).sort(),
      [...listed, 'home.md', 'playground.md'].sort(),
    );
  });

  it('are all rendered, from existing files', async () => {
    const site = new Site(process.cwd());
    for (const {path} of readingOrder(elementTags(process.cwd())))
      assert.match((await site.page(path)) ?? '', /<h1 id=/, path);
    const described = await describedElements(process.cwd());
    assert.deepEqual(
      elementTags(process.cwd()),
      described.map(({tagName}) => tagName),
    );
  });

  it('include code from files that compile', () => {
    const wrong = pages.flatMap(({name, text}) =>
      [...text.matchAll(/^```(ts|js|tsx|jsx|vue|svelte|astro)\b(?!.*\bfile=).*$/gm)].map(
        ([line]) => `${name}: ${line}`,
      ),
    );
    assert.deepEqual(wrong, []);
  });

  it('describe every option of a protocol, and everything that a protocol can declare', () => {
    /** A section with those below it. */
    const section = (name: string, heading: string): string => {
      const text = pages.find(page => page.name === name)?.text ?? '';
      const [level = ''] = heading.split(' ');
      const [, below = ''] = text.split(`\n${heading}\n`);
      const [body = ''] = below.split(new RegExp(`^#{2,${level.length}} `, 'm'));
      assert.ok(body, heading);
      return body;
    };
    const folder = 'src/core/protocol';
    const wrong = (
      [
        ['ai-sdk/operations.ts', 'AiSdkOptions', 'backend.md', '### Options of createAiSdk'],
        ['ag-ui/operations.ts', 'AgUiOptions', 'backend.md', '## AG-UI'],
        ['ag-ui/copilotkit.ts', 'CopilotKitOptions', 'backend.md', '## AG-UI'],
        [
          'openai-chat/operations.ts',
          'OpenaiChatOptions',
          'backend.md',
          '## OpenAI Chat Completions',
        ],
        ['openai/operations.ts', 'OpenaiOptions', 'backend.md', '## OpenAI Responses'],
        ['aishu/requests.ts', 'AishuOptions', 'backend.md', '### Options of createAishu'],
        ['types.ts', 'Protocol', 'protocols.md', '## What a protocol can declare'],
        [
          'custom/create-protocol.ts',
          'ProtocolDescription',
          'protocols.md',
          '## A protocol of your own',
        ],
      ] as const
    ).flatMap(([file, type, page, heading]) => {
      const source = readFileSync(join(folder, file), 'utf8');
      const [, fields = ''] =
        new RegExp(`interface ${type}\\b[^]*?{\\n([^]*?)\\n}`).exec(source) ?? [];
      const names = Array.from(fields.matchAll(/^ {2}readonly (\w+)/gm), ([, name = '']) => name);
      assert.ok(names.length > 0, type);
      const text = section(page, heading);
      // The section names operations as a whole, and `withLocalSessions` instead of what it declares.
      return names
        .filter(name => !['name', 'operations', 'localSessions'].includes(name))
        .filter(name => !new RegExp(`\`${name}\\b`).test(text))
        .map(name => `${type}.${name}`);
    });
    assert.deepEqual(wrong, []);
  });

  it('name every token that the elements read', () => {
    const theming = pages.find(({name}) => name === 'theming.md')?.text ?? '';
    const sources = readdirSync('src/elements', {recursive: true, encoding: 'utf8'})
      .filter(name => name.endsWith('.styles.ts'))
      .map(name => readFileSync(join('src/elements', name), 'utf8'))
      .join('\n');
    const read = new Set(
      [...sources.matchAll(/var\(\s*(--ubik-[a-z-]+)/g)].map(([, name]) => name),
    );
    assert.ok(read.size > 20);
    assert.deepEqual(
      [...read].filter(name => !theming.includes(`\`${name}\``)),
      [],
    );
  });

  it('write attributes that the elements have', async () => {
    const elements = await describedElements(process.cwd());
    const everywhere = new Set(['id', 'lang', 'dir', 'slot', 'class']);
    const wrong = pages.flatMap(({name, text}) =>
      [...text.matchAll(/<(ubik-[a-z]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>/g)].flatMap(
        ([, tag, words = '']) => {
          const known = elements.find(({tagName}) => tagName === tag)?.attributes ?? [];
          return [...words.matchAll(/([a-z-]+)(?:="[^"]*")?/g)]
            .map(([, attribute = '']) => attribute)
            .filter(one => !everywhere.has(one) && !known.some(other => other.name === one))
            .map(one => `${name}: <${tag} ${one}>`);
        },
      ),
    );
    assert.deepEqual(wrong, []);
  });
});
