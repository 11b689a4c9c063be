import resolve from '@rollup/plugin-node-resolve';
import {readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, resolve as absolute} from 'node:path';
import esbuild, {minify} from 'rollup-plugin-esbuild';
import literals from 'rollup-plugin-html-literals';

const {exports: paths, version} = JSON.parse(readFileSync('package.json', 'utf8'));

const typescript = [
  literals({include: 'src/**', failOnError: true}),
  esbuild({target: 'es2022', tsconfig: 'tsconfig.json'}),
];

/** Only files that register an element have side effects. */
const treeshake = {
  moduleSideEffects: id =>
    id.includes('node_modules') ||
    /\.define\.ts$|src\/(index|widget|loader|cdn\/[^/]+|modules\/[^/]+|frameworks\/[^/]+)\.ts$/.test(
      id,
    ),
};

/* The package: readable modules whose imports of libraries the bundler of the application resolves. */

/** The entries of the package by their path below `dist`: each file that `exports` of package.json names. */
const names = Object.values(paths)
  .map(target => /^\.\/dist\/(?!cdn)([^*]*)\.js$/.exec(target.default ?? target)?.[1])
  .filter(Boolean);
const entries = [...names, ...moduleNames(), 'widget'];

/** `modules/math` registers an extension, `modules/math/index` exports its function. */
function moduleNames() {
  return readdirSync('src/modules', {recursive: true})
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /^\w+(\/index)?\.ts$/.test(file))
    .map(file => `modules/${file.slice(0, -'.ts'.length)}`);
}

/** The modules that a chat loads at its start: all that `src/widget.ts` imports statically. */
function eagerModules(getModuleInfo) {
  const eager = new Set([absolute('src/widget.ts')]);
  for (const id of eager) for (const imported of getModuleInfo(id).importedIds) eager.add(imported);
  return eager;
}

/**
 * Bundlers that split code by reachability, such as esbuild, make a file of each group of modules that a different set of
 * lazy parts shares. One chunk per layer keeps the first load of an application at a few files.
 */
function chunkOf(id, {getModuleInfo}) {
  const eager = eagerModules(getModuleInfo);
  const isShared = getModuleInfo(id).importers.some(
    importer => !eager.has(importer) && !importer.endsWith('.define.ts'),
  );
  const [, layer] = /src\/(core|controller|elements)\/(?!index)/.exec(id) ?? [];
  if (layer && eager.has(id) && (layer !== 'elements' || isShared)) return layer;
  return /src\/(core\/markdown|elements\/ubik-markdown\/nodes)\//.test(id) ? 'markdown' : undefined;
}

/* The CDN folder: minified modules with their libraries. */

const bundled = [
  resolve({
    browser: true,
    exportConditions: ['production', 'default'],
    ignoreSideEffectsForRoot: true,
  }),
  ...typescript,
];

const minified = {
  sourcemap: true,
  plugins: [minify({target: 'es2022', legalComments: 'eof'})],
};

const split = {
  ...minified,
  dir: 'dist/cdn',
  /** `chunks/ubik-1a2b3c4d.js`; an `index.ts` has the name of its folder. */
  chunkFileNames: ({name, facadeModuleId}) =>
    `chunks/${name === 'index' ? basename(dirname(facadeModuleId)) : name}-[hash].js`,
};

/** A second copy of the classic script returns at once: Trusted Types allow each policy name only once. */
const once = `if (globalThis.UbikChat?.version === '${version}') return globalThis.UbikChat;`;

const whole = {inlineDynamicImports: true};
const classic = {format: 'iife', name: 'UbikChat'};

const cdn = (input, output) => ({
  input,
  preserveEntrySignatures: 'allow-extension',
  treeshake,
  plugins: bundled,
  output,
});

export default [
  {
    input: Object.fromEntries(entries.map(name => [name, `src/${name}.ts`])),
    external: /^[^./]/,
    treeshake,
    plugins: typescript,
    output: {dir: 'dist', chunkFileNames: 'chunks/[name].js', manualChunks: chunkOf},
  },
  // The chat with its lazy chunks, and entries that share its modules.
  cdn(
    {'ubik-chat': 'src/widget.ts', inspector: 'src/cdn/inspector.ts', core: 'src/cdn/core.ts'},
    split,
  ),
  // Optional modules that share nothing with the chat.
  ...['highlight', 'math', 'diagrams'].map(name => cdn(`src/modules/${name}.ts`, split)),
  // A whole chat in one file, as a module and as a classic script.
  cdn('src/widget.ts', [
    {...minified, ...whole, file: 'dist/cdn/ubik-chat.standalone.js'},
    {...minified, ...whole, ...classic, file: 'dist/cdn/ubik-chat.iife.js', intro: once},
  ]),
  // Classic scripts: the loader, and the script in the frame of a diagram.
  cdn('src/loader.ts', {...minified, ...classic, file: 'dist/cdn/loader.js'}),
  cdn('src/modules/diagrams/frame.ts', {
    ...minified,
    ...classic,
    file: 'dist/cdn/diagram-frame.js',
  }),
];
