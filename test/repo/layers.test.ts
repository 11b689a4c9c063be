import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, normalize, relative, sep} from 'node:path';
import {describe, it} from 'node:test';
import ts from 'typescript';

/** From left to right: a file imports from its own layer or from one on its left. */
const layers = [
  /^src\/core\/[^/]+$/,
  /^src\/core\/(sse|model|markdown)\//,
  /^src\/core\/(protocol|recording)\//,
  /^src\/controller\//,
  /^src\/local-sessions\//,
  /^src\/elements\//,
  /^src\/modules\/|^src\/(index|parts|widget|exports|loader|define)\.ts$/,
  /^src\/(cdn|chatkit|check|frameworks|ssr|testing)\//,
  /^src\/cli\//,
];

/**
 * The folders that all protocols share, in the same order. The types beside them are below all of them, and the folders of
 * the protocols above.
 */
const protocolLayers = ['page-tools', 'operations', 'decoder', 'frames', 'diagnosis', 'custom'];

/** The folders of the controller, in the same order. Its other files are below all of them, or above. */
const controllerLayers = ['http', 'tabs', 'sessions', 'run', 'turns'];

/** The folders of what elements share, in the same order. Its other files are above all of them. */
const sharedLayers = ['html', 'icons', 'input', 'text', 'export', 'work'];

/** An index exports from folders to its right: the layer of these. */
const indexes = new Map([
  ['src/core/index.ts', 2],
  ['src/controller/index.ts', 4],
]);

const files = readdirSync('src', {recursive: true})
  .map(name => join('src', String(name)).split(sep).join('/'))
  .filter(name => name.endsWith('.ts'));

const layerOf = (file: string): number =>
  indexes.get(file) ?? layers.findIndex(layer => layer.test(file));

interface Import {
  readonly from: string;
  readonly to: string;
  /** The compiler removes it, because it names types only. */
  readonly isTypeOnly: boolean;
}

const imports = files.flatMap(importsOf);

const inside = ({to}: Import): boolean => to.startsWith('.');
const target = ({from, to}: Import): string =>
  relative('.', normalize(join(dirname(from), to)))
    .split(sep)
    .join('/')
    .replace(/\.js$/, '.ts');

describe('layers', () => {
  it('finds a layer for every source file', () => {
    assert.deepEqual(
      files.filter(file => layerOf(file) === -1),
      [],
    );
  });

  it('imports only from its own layer or from one on its left', () => {
    const wrong = imports
      .filter(inside)
      .filter(entry => layerOf(target(entry)) > layerOf(entry.from))
      .map(entry => `${entry.from} imports ${target(entry)}`);
    assert.deepEqual(wrong, []);
  });

  it('imports in what protocols share from no folder on its right, and in a protocol from no other one', () => {
    const folderOf = (file: string): string | undefined =>
      /^src\/core\/protocol\/([^/]+)\//.exec(file)?.[1];
    const placeOf = (folder: string | undefined): number => {
      if (folder === undefined) return -1;
      const place = protocolLayers.indexOf(folder);
      return place === -1 ? Infinity : place;
    };
    const wrong = imports
      .filter(entry => inside(entry) && entry.from.startsWith('src/core/protocol/'))
      .filter(entry => {
        const [from, to] = [folderOf(entry.from), folderOf(target(entry))];
        const isOther = placeOf(to) === Infinity && to !== from;
        return isOther || placeOf(to) > placeOf(from);
      })
      .map(entry => `${entry.from} imports ${target(entry)}`);
    assert.deepEqual(wrong, []);
  });

  it('imports in the controller from no folder on its right, and from no file above the folders', () => {
    const folderOf = (file: string): string | undefined =>
      /^src\/controller\/([^/]+)\//.exec(file)?.[1];
    const above =
      /^src\/controller\/(?:chat|chat-controller|history-loader|index|protocol-loader|protocols)\.ts$/;
    const wrong = imports
      .filter(inside)
      .filter(entry => {
        const [from, to] = [folderOf(entry.from), folderOf(target(entry))];
        const place = controllerLayers.indexOf(from ?? '');
        return (
          place >= 0 && (above.test(target(entry)) || controllerLayers.indexOf(to ?? '') > place)
        );
      })
      .map(entry => `${entry.from} imports ${target(entry)}`);
    assert.deepEqual(wrong, []);
  });

  it('imports in what elements share from no folder on its right, and from no file above the folders', () => {
    const placeOf = (file: string): number | undefined => {
      const [, folder] = /^src\/elements\/shared\/(?:([^/]+)\/)?[^/]+$/.exec(file) ?? [];
      if (folder !== undefined) return sharedLayers.indexOf(folder);
      return file.startsWith('src/elements/shared/') ? Infinity : undefined;
    };
    const wrong = imports
      .filter(inside)
      .filter(entry => {
        const [from, to] = [placeOf(entry.from), placeOf(target(entry))];
        return from === -1 || (from !== undefined && to !== undefined && to > from);
      })
      .map(entry => `${entry.from} imports ${target(entry)}`);
    assert.deepEqual(wrong, []);
  });

  it('imports in the base and the conversation of the elements from no element', () => {
    const wrong = imports
      .filter(inside)
      .filter(({from}) => /^src\/elements\/(?:base|conversation)\//.test(from))
      .filter(entry => target(entry).startsWith('src/elements/ubik-'))
      .map(entry => `${entry.from} imports ${target(entry)}`);
    assert.deepEqual(wrong, []);
  });

  it('imports in the base of the elements only types from the conversation', () => {
    const wrong = imports
      .filter(entry => inside(entry) && !entry.isTypeOnly)
      .filter(({from}) => from.startsWith('src/elements/base/'))
      .filter(entry => target(entry).startsWith('src/elements/conversation/'))
      .map(entry => `${entry.from} imports ${target(entry)}`);
    assert.deepEqual(wrong, []);
  });

  it('imports no barrel file, so that a page without a bundler loads only what it uses', () => {
    const barrels = new Set(
      ['core', 'controller', 'core/recording'].map(path => `src/${path}/index.ts`),
    );
    const entries = new Set(['src/exports.ts', 'src/index.ts', 'src/cdn/core.ts']);
    const wrong = imports
      .filter(inside)
      .filter(entry => barrels.has(target(entry)) && !entries.has(entry.from))
      .map(entry => `${entry.from} imports ${target(entry)}`);
    assert.deepEqual(wrong, []);
  });

  it('has no import cycle, counting lazy imports too', () => {
    const values = imports.filter(entry => inside(entry) && !entry.isTypeOnly);
    const circles: string[] = [];
    const seen = new Set<string>();
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' > '));
      if (seen.has(file)) return;
      seen.add(file);
      for (const next of values.filter(({from}) => from === file))
        walk(target(next), [...path, file]);
    };
    for (const file of files) walk(file, []);
    assert.deepEqual(circles, []);
  });

  it('lets the core import one library only', () => {
    const wrong = imports
      .filter(entry => !inside(entry) && entry.from.startsWith('src/core/'))
      .filter(({to}) => to !== 'eventsource-parser')
      .map(({from, to}) => `${from} imports ${to}`);
    assert.deepEqual(wrong, []);
  });

  it('imports element classes from their own define files only', () => {
    const isClass = (file: string): boolean => /^src\/elements\/(ubik-[a-z-]+)\/\1\.ts$/.test(file);
    const mayImport = (file: string): boolean =>
      file.endsWith('.define.ts') || /^src\/(exports|define)\.ts$/.test(file);
    const wrong = imports
      .filter(inside)
      .filter(entry => isClass(target(entry)) && !mayImport(entry.from))
      .filter(({isTypeOnly}) => !isTypeOnly)
      .map(entry => `${entry.from} imports ${target(entry)}`);
    assert.deepEqual(wrong, []);
  });

  it('reads and writes HTML in the files of the sanitizer', () => {
    const gates = ['src/elements/shared/html/sanitize.ts', 'src/elements/shared/html/sanitizer.ts'];
    const wrong = files.filter(
      file =>
        !gates.includes(file) &&
        /\b(innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|dompurify)\b/.test(code(file)),
    );
    assert.deepEqual(wrong, []);
  });

  it('asks nowhere for the name of a protocol', () => {
    // One registers protocols, the other one stores which of them an id is from, and compares it.
    const allowed = ['src/controller/protocols.ts', 'src/controller/sessions/sessions.ts'];
    const wrong = files
      .filter(file => /^src\/(controller|elements)\//.test(file) && !allowed.includes(file))
      .filter(file => /protocol\??\.name|['"](anthropic|aishu)['"]/.test(code(file)));
    assert.deepEqual(wrong, []);
  });

  it('warns of source files over 400 lines, and keeps the median under 100', test => {
    const lengths = files.map(file => ({
      file,
      lines: readFileSync(file, 'utf8').split('\n').length - 1,
    }));
    for (const {file, lines} of lengths.filter(({lines}) => lines > 400)) {
      test.diagnostic(`${file} has ${lines} lines`);
    }
    const sorted = lengths.map(({lines}) => lines).sort((a, b) => a - b);
    assert.ok((sorted[Math.floor(sorted.length / 2)] ?? 0) <= 100);
  });
});

/** The source without its comments. */
function code(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

/** The imports of a file, static, by `import()`, in types, and of modules whose types it extends. */
function importsOf(from: string): readonly Import[] {
  const source = ts.createSourceFile(from, readFileSync(from, 'utf8'), ts.ScriptTarget.ES2022);
  const found: Import[] = [];
  const add = (name: ts.Node | undefined, isTypeOnly: boolean): void => {
    if (name && ts.isStringLiteral(name)) found.push({from, to: name.text, isTypeOnly});
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    if (ts.isModuleDeclaration(node)) add(node.name, true);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
