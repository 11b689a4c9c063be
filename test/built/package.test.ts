import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {entriesOf, spread, tags, type Manifest} from '../support/entries.js';

/** The built package: `npm test` builds first. */
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const entries = entriesOf(manifest);

/** Lazily loaded elements: their classes are in separate entries only. */
const late = new Set(
  [
    'app',
    'checkpoint',
    'consent',
    'conversation',
    'dictation',
    'file',
    'inspector',
    'items',
    'json',
    'menu',
    'page',
    'request',
    'sessions',
    'sources',
  ].map(name => `ubik-${name}`),
);

/** The entries that register every element when they are imported. */
const registering = new Set(
  ['', '/react', '/preact', '/vue', '/svelte', '/solid', '/angular'].map(
    path => `ubik-chat${path}`,
  ),
);

/** The elements that only layouts of a page need at once. */
const partsOnly = ['conversation', 'items', 'request', 'sessions'].map(name => `ubik-${name}`);

/** The entries that register one element when they are imported. */
const single = new Map([
  ['ubik-chat/modules/inspector.js', 'ubik-inspector'],
  ['ubik-chat/modules/mcp-apps.js', 'ubik-app'],
]);

/** Runs a module in a Node process, without a loader. */
const node = (source: string): string =>
  execFileSync('node', ['--input-type=module', '--eval', source], {encoding: 'utf8'});

/** The target is 3 MB. */
const maxUnpackedBytes = 7_110_000;

interface Pack {
  readonly files: readonly {readonly path: string}[];
  readonly unpackedSize: number;
}

/** What `npm pack` would write. */
function pack(): Pack {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const output = execFileSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = Object.values(JSON.parse(output) as Readonly<Record<string, Pack>>);
  assert.ok(packed);
  return packed;
}

describe('the package', () => {
  it('resolves every entry to a file with types', () => {
    const missing = Object.values(manifest.exports)
      .flatMap(entry =>
        typeof entry === 'string' ? [entry] : [entry.types, entry.default ?? []].flat(),
      )
      .flatMap(spread)
      .filter(path => !path.startsWith('./dist/cdn/ubik-') || path.endsWith('.js'))
      .filter(path => !existsSync(path) && !path.includes('/cdn/'));
    assert.deepEqual(missing, []);
  });

  it('finds from each file of the CDN folder those that it fetches later', () => {
    const folder = 'dist/cdn';
    const files = readdirSync(folder, {recursive: true, encoding: 'utf8'});
    const fetched = files
      .filter(file => file.endsWith('.js'))
      .flatMap(file =>
        [
          ...readFileSync(join(folder, file), 'utf8').matchAll(
            /\bimport\((?:new URL\()?["'](\.{1,2}\/[^"']+)["']/g,
          ),
        ].map(([, part = '']) => join(folder, file, '..', part)),
      );
    assert.ok(fetched.length > 50, `${fetched.length}`);
    assert.deepEqual(
      fetched.filter(path => !existsSync(path)),
      [],
    );
  });

  it('has an entry for the class and the registration of each element', () => {
    for (const tag of tags) {
      for (const file of [`${tag}.js`, `${tag}.define.js`]) {
        assert.ok(entries.includes(`ubik-chat/elements/${file}`), file);
      }
    }
  });

  it('imports every entry in Node without a DOM', () => {
    const said = node(
      `for (const name of ${JSON.stringify(entries)}) await import(name); console.log('fine');`,
    );
    assert.equal(said.trim(), 'fine');
  });

  it('registers nothing when a class, the core or the controller is imported', () => {
    const silent = entries.filter(
      name =>
        !name.endsWith('.define.js') &&
        !registering.has(name) &&
        !single.has(name) &&
        name !== 'ubik-chat/parts',
    );
    const registered = (names: readonly string[]): readonly string[] =>
      JSON.parse(
        node(`
          const registered = [];
          globalThis.customElements = {get() {}, define: tag => registered.push(tag)};
          for (const name of ${JSON.stringify(names)}) await import(name);
          console.log(JSON.stringify(registered));
        `),
      ) as readonly string[];
    assert.deepEqual(registered(silent), []);
    const early = tags.filter(tag => !late.has(tag));
    for (const name of registering) assert.deepEqual(registered([name]), early, name);
    assert.deepEqual(new Set(registered(['ubik-chat/parts'])), new Set([...early, ...partsOnly]));
    for (const [name, tag] of single) assert.deepEqual(registered([name]), [tag]);
  });

  it('gives the public names', () => {
    const names = (entry: string): string[] =>
      JSON.parse(
        node(`console.log(JSON.stringify(Object.keys(await import('${entry}'))))`),
      ) as string[];
    const core = [
      'ubik',
      'anthropic',
      'aishu',
      'parseFrames',
      'foldFrames',
      'toMarkdown',
      'reduce',
      'Registry',
    ];
    const every = names('ubik-chat');
    for (const name of core) {
      assert.ok(names('ubik-chat/core').includes(name), `ubik-chat/core lacks ${name}`);
    }
    assert.ok(names('ubik-chat/controller').includes('ChatController'));
    assert.ok(names('ubik-chat/define').includes('define'));
    for (const tag of tags.filter(tag => !late.has(tag))) {
      const name = tag.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase());
      assert.ok(every.includes(name), `ubik-chat lacks ${name}`);
    }
    assert.ok(every.includes('ChatController') && every.includes('Registry'));
  });

  it('packs the entries with what they import, the files that a page can load, and their documents, nothing else', () => {
    const {files} = pack();
    const loadable = Object.keys(
      JSON.parse(readFileSync('dist/cdn/integrity.json', 'utf8')) as object,
    );
    const chunks = readdirSync('dist/chunks').map(file => `dist/chunks/${file}`);
    const declarations = readdirSync('dist', {recursive: true, encoding: 'utf8'})
      .filter(name => name.endsWith('.d.ts'))
      .map(name => join('dist', name));
    const scripts = Object.values(manifest.exports)
      .map(entry => (typeof entry === 'string' ? entry : (entry.default ?? '')))
      .filter(path => path.endsWith('.js') && !path.includes('/cdn/'))
      .flatMap(spread)
      .map(path => path.slice('./'.length));
    const expected = [
      'LICENSE',
      'README.md',
      'custom-elements.json',
      'package.json',
      ...['vscode.css-custom-data', 'vscode.html-custom-data', 'web-types'].map(
        name => `dist/editors/${name}.json`,
      ),
      ...['llms.txt', 'llms-full.txt', 'skill/SKILL.md'].map(name => `dist/${name}`),
      ...declarations,
      ...scripts,
      'dist/widget.js',
      ...chunks,
      ...loadable.map(name => `dist/cdn/${name}`),
      'dist/cdn/diagram-frame.html',
      'dist/cdn/mcp-app-shell.html',
      'dist/cli/ubik-chat.js',
      'dist/cdn/integrity.json',
    ];
    assert.deepEqual(files.map(({path}) => path).sort(), expected.sort());
    // The imports between modules resolve to packed files.
    for (const file of [...chunks, ...scripts]) {
      const imports = readFileSync(file, 'utf8').matchAll(
        /(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g,
      );
      for (const [, path = ''] of imports)
        assert.ok(existsSync(join(file, '..', path)), `${file}: ${path}`);
    }
  });

  it('has a declaration for each entry, what it imports, and no others', () => {
    const ofEntries = Object.values(manifest.exports)
      .map(entry => (typeof entry === 'string' ? entry : entry.types))
      .flatMap(spread)
      .filter(path => !path.includes('*') && /\.(js|d\.ts)$/.test(path))
      .map(path => join(path).replace(/\.js$/, '.d.ts'));
    const ofCdn = ['core', 'diagrams', 'inspector', 'mcp-apps'].map(
      name => `dist/cdn/${name}.d.ts`,
    );
    const used = new Set([...ofEntries, ...ofCdn]);
    for (const file of used) {
      const imports = readFileSync(file, 'utf8').matchAll(
        /(?:from |import\(|import )['"](\.[^'"]+)['"]/g,
      );
      for (const [, path = ''] of imports)
        used.add(join(file, '..', path.replace(/\.js$/, '.d.ts')));
    }
    const packed = readdirSync('dist', {recursive: true, encoding: 'utf8'})
      .filter(name => name.endsWith('.d.ts'))
      .map(name => join('dist', name));
    assert.deepEqual(packed.sort(), [...used].sort());
  });

  it('is not larger than its limit', () => {
    const {unpackedSize, files} = pack();
    assert.ok(unpackedSize <= maxUnpackedBytes, `${unpackedSize} bytes in ${files.length} files`);
  });

  it('has the sources in every source map of the CDN folder, which is not packed', () => {
    const maps = readdirSync('dist/cdn', {recursive: true})
      .map(String)
      .filter(name => name.endsWith('.js.map'));
    const empty = maps.filter(name => {
      const {sourcesContent} = JSON.parse(readFileSync(join('dist/cdn', name), 'utf8')) as {
        sourcesContent?: readonly (string | null)[];
      };
      return !sourcesContent?.every(text => text !== null);
    });
    assert.ok(maps.length > 40);
    assert.deepEqual(empty, []);
  });

  it('describes every element in the manifest', () => {
    const described = JSON.parse(readFileSync('custom-elements.json', 'utf8')) as {
      modules: {declarations?: {tagName?: string}[]}[];
    };
    const named = described.modules.flatMap(({declarations}) =>
      (declarations ?? []).flatMap(({tagName}) => (tagName ? [tagName] : [])),
    );
    assert.deepEqual(
      tags.filter(tag => !named.includes(tag)),
      [],
    );
  });

  it('marks only entries that register elements as side effects', () => {
    assert.deepEqual(manifest.sideEffects, [
      './dist/index.js',
      './dist/parts.js',
      './dist/widget.js',
      './dist/elements/*.define.js',
      './dist/modules/*.js',
      './dist/frameworks/*.js',
      './dist/cdn/*.js',
    ]);
  });
});
