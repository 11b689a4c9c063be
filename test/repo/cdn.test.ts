import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {before, describe, it} from 'node:test';
import {build} from 'esbuild';
import {libraryAddress, libraryVersion} from '../../src/modules/diagrams/library-address.js';

/** The source of each file of the CDN folder that exports something. */
const sources: Readonly<Record<string, string>> = {
  'ubik-chat.js': 'src/widget.ts',
  'parts.js': 'src/parts.ts',
  'core.js': 'src/cdn/core.ts',
  'ubik-chat.standalone.js': 'src/cdn/standalone.ts',
  'ubik-chat.iife.js': 'src/cdn/standalone.ts',
  'diagrams.js': 'src/cdn/diagrams.ts',
  'marked.js': 'src/modules/marked.ts',
};

/** The names of the values that a module exports. */
async function exportsOf(entry: string): Promise<readonly string[]> {
  const {metafile} = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    packages: 'external',
    metafile: true,
    write: false,
    outdir: '.',
    logLevel: 'error',
  });
  return Object.values(metafile.outputs).flatMap(({exports}) => exports);
}

describe('a page without a bundler', () => {
  const exported = new Map<string, readonly string[]>();
  const of = (file: string): readonly string[] => exported.get(sources[file] ?? file) ?? [];

  before(async () => {
    const entries = ['src/core/index.ts', 'src/controller/index.ts', 'src/index.ts'];
    for (const entry of new Set([...Object.values(sources), ...entries])) {
      exported.set(entry, await exportsOf(entry));
    }
  });

  const lacks = (file: string, wanted: readonly string[]): readonly string[] =>
    wanted.filter(name => !of(file).includes(name));

  it('has the core and the controller in core.js', () => {
    const wanted = [...of('src/core/index.ts'), ...of('src/controller/index.ts')];
    assert.ok(wanted.includes('createAiSdk') && wanted.includes('withLocalSessions'));
    assert.deepEqual(lacks('core.js', wanted), []);
  });

  it('has everything in a standalone file', () => {
    const wanted = [...of('ubik-chat.js'), ...of('core.js'), ...of('src/index.ts')];
    assert.deepEqual(lacks('ubik-chat.standalone.js', wanted), []);
  });

  it('is told by the documentation what each file exports', () => {
    const rows = readFileSync('demo/docs/plain.md', 'utf8').matchAll(
      /^\| `([\w.-]+\.js)`[^|]*\|[^|]*\|([^|]*)\|/gm,
    );
    const told = Array.from(rows, ([, file = '', names = '']) => ({
      file,
      names: Array.from(names.matchAll(/`(\w+)`/g), ([, name = '']) => name),
    }));
    for (const file of Object.keys(sources)) {
      assert.ok(
        told.some(row => row.file === file),
        `${file} is not documented`,
      );
    }
    const creators = of('core.js').filter(name => /^(create|with)/.test(name));
    const core = told.find(({file}) => file === 'core.js')?.names ?? [];
    assert.deepEqual(
      creators.filter(name => !core.includes(name)),
      [],
    );
    for (const {file, names} of told.filter(({file}) => file in sources)) {
      assert.deepEqual(lacks(file, names), [], file);
    }
  });

  it('loads the library for diagrams that the package is tested with, where addresses name versions', () => {
    const {devDependencies} = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Readonly<Record<string, string>>;
    };
    assert.equal(libraryVersion, devDependencies['@mermaid-js/tiny']);
    const rows = [
      [
        'https://cdn.example/npm/ubik-chat@1.2.3-rc.1/dist/cdn/diagrams.js',
        `https://cdn.example/npm/@mermaid-js/tiny@${libraryVersion}/dist/mermaid.tiny.js`,
      ],
      [
        'https://site.example/node_modules/ubik-chat/dist/cdn/diagrams.js',
        'https://site.example/node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js',
      ],
      [
        'https://a@b.example/x@1/ubik-chat/dist/cdn/diagrams.js',
        'https://a@b.example/x@1/@mermaid-js/tiny/dist/mermaid.tiny.js',
      ],
    ] as const;
    for (const [file, library] of rows) assert.equal(libraryAddress(file), library);
  });
});
