import resolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import {readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, resolve as absolute} from 'node:path';
import esbuild, {minify} from 'rollup-plugin-esbuild';
import literals from 'rollup-plugin-html-literals';

const {exports: paths, version} = JSON.parse(readFileSync('package.json', 'utf8'));

const typescript = [
  literals({include: 'src/**', failOnError: true}),
  esbuild({target: 'es2022', tsconfig: 'tsconfig.json', charset: 'utf8'}),
];

/** Only files that register an element have side effects. */
const treeshake = {
  moduleSideEffects: id =>
    id.includes('node_modules') ||
    /\.define\.ts$|src\/(index|parts|widget|loader|cdn\/[^/]+|modules\/[^/]+|frameworks\/[^/]+)\.ts$/.test(
      id,
    ),
};

/* The package: readable modules whose imports of libraries the bundler of the application resolves. */

/** The entries of the package by their path below `dist`: each file that `exports` of package.json names or matches. */
const names = Object.values(paths)
  .map(target => /^\.\/dist\/(?!cdn)([^*]*)\.js$/.exec(target.default ?? target)?.[1])
  .filter(Boolean);
const entries = {
  ...Object.fromEntries(
    [...names, ...moduleNames(), 'widget', 'cli/ubik-chat'].map(name => [name, `src/${name}.ts`]),
  ),
  ...elementEntries(),
};

/** The class and the registration of each element, without the folder of its sources. */
function elementEntries() {
  const tags = readdirSync('src/elements').filter(name => name.startsWith('ubik-'));
  return Object.fromEntries(
    tags
      .flatMap(tag => [`${tag}/${tag}`, `${tag}/${tag}.define`])
      .map(path => [`elements/${basename(path)}`, `src/elements/${path}.ts`]),
  );
}

/** `modules/math` registers an extension, `modules/math/index` exports its function; `…/shell` is for servers. */
function moduleNames() {
  return readdirSync('src/modules', {recursive: true})
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /^[\w-]+(\/(index|shell))?\.ts$/.test(file))
    .map(file => `modules/${file.slice(0, -'.ts'.length)}`);
}

/** The modules that a chat loads at its start: all that `src/widget.ts` imports statically. */
function eagerModules(getModuleInfo) {
  const eager = new Set([absolute('src/widget.ts')]);
  for (const id of eager) for (const imported of getModuleInfo(id).importedIds) eager.add(imported);
  return eager;
}

/** One chunk per layer, because esbuild makes a file of each group of modules that other lazy parts share. */
function chunkOf(id, {getModuleInfo}) {
  const eager = eagerModules(getModuleInfo);
  const isShared = getModuleInfo(id).importers.some(
    importer => !eager.has(importer) && !importer.endsWith('.define.ts'),
  );
  const [, layer] = /src\/(core|controller|elements)\/(?!index)/.exec(id) ?? [];
  const isBase = id.includes('/elements/base/');
  if (layer && eager.has(id) && (layer !== 'elements' || isShared || isBase)) return layer;
  if (id.endsWith('/src/core/sentence.ts')) return 'core'; // else a file of its own
  if (id.includes('/src/core/markdown/')) return 'markdown';
  return id.includes('/ubik-markdown/nodes/') ? 'markdown-nodes' : undefined;
}

/** The name of a chunk: an `index.ts`, also one that other chunks share, has the name of its folder. */
const chunkName = ({name, facadeModuleId, moduleIds}) =>
  name === 'index' ? basename(dirname(facadeModuleId ?? moduleIds.at(-1))) : name;

/* The CDN folder: minified modules with their libraries. */

const bundled = [
  resolve({
    browser: true,
    exportConditions: ['production', 'default'],
    ignoreSideEffectsForRoot: true,
  }),
  ...typescript,
];

/**
 * Minified twice: esbuild gives the private members of each class the same short names, and terser shortens expressions
 * better. Together they save 2 % after gzip. Maps are not published.
 *
 * @param charset `ascii` for a classic script, which a browser reads in the encoding of its page; a module is UTF-8.
 */
const minified = charset => ({
  sourcemap: 'hidden',
  plugins: [
    minify({target: 'es2022', legalComments: 'inline', charset}),
    terser({
      ecma: 2022,
      compress: {passes: 3, keep_fargs: false},
      format: {ascii_only: charset === 'ascii'},
    }),
  ],
});

/** Small modules that lazy chunks share: in the main chunk they cost no further request. */
const sharedModules =
  /(src\/widget|core\/sentence|protocol\/(decoder\/(calls|context|items|op-writer|status-without-end)|operations\/[a-z-]+)|text\/tags)\.ts$/;

const split = {
  ...minified('utf8'),
  dir: 'dist/cdn',
  manualChunks: id => (sharedModules.test(id) ? 'ubik-chat' : undefined),
  chunkFileNames: chunk => `chunks/${chunkName(chunk)}-[hash].js`,
};

/** A second copy of the classic script returns at once: Trusted Types allow each policy name only once. */
const once = `if (globalThis.UbikChat?.version === '${version}') return globalThis.UbikChat;`;

const classic = {...minified('ascii'), format: 'iife', name: 'UbikChat'};

const cdn = (input, output) => ({
  input,
  preserveEntrySignatures: 'allow-extension',
  treeshake,
  plugins: bundled,
  output,
});

export default [
  {
    input: entries,
    external: /^[^./]/,
    treeshake,
    plugins: typescript,
    output: {
      dir: 'dist',
      chunkFileNames: chunk => `chunks/${chunkName(chunk)}.js`,
      manualChunks: chunkOf,
      hoistTransitiveImports: false, // a bundler knows what it loads
    },
  },
  // The chat with its lazy chunks, and entries that share its modules.
  cdn(
    {
      'ubik-chat': 'src/widget.ts',
      parts: 'src/parts.ts',
      inspector: 'src/cdn/inspector.ts',
      'mcp-apps': 'src/cdn/mcp-apps.ts',
      core: 'src/cdn/core.ts',
    },
    split,
  ),
  // Optional modules that share nothing with the chat.
  ...['modules/math', 'cdn/diagrams', 'modules/marked'].map(name => cdn(`src/${name}.ts`, split)),
  // A whole chat in one file, as a module and as a classic script.
  cdn('src/cdn/standalone.ts', [
    {...minified('utf8'), inlineDynamicImports: true, file: 'dist/cdn/ubik-chat.standalone.js'},
    {...classic, inlineDynamicImports: true, file: 'dist/cdn/ubik-chat.iife.js', intro: once},
  ]),
  // Classic scripts: the loader, and the script in the frame of a diagram.
  cdn('src/loader.ts', {...classic, file: 'dist/cdn/loader.js'}),
  cdn('src/modules/diagrams/frame.ts', {...classic, file: 'dist/cdn/diagram-frame.js'}),
];
