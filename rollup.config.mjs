import resolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {transform} from 'esbuild';
import {rollup} from 'rollup';
import esbuild from 'rollup-plugin-esbuild';
import literals from 'rollup-plugin-html-literals';
import {SharedModules} from './scripts/shared-modules.mjs';

/** Classic scripts that no module imports. */
const loader = join('src', 'loader.ts');
const frame = join('src', 'modules', 'diagrams', 'frame.ts');

const sources = readdirSync('src', {recursive: true})
  .map(name => join('src', String(name)))
  .filter(name => name.endsWith('.ts') && ![loader, frame].includes(name))
  .sort();

/** Optional modules that a page imports itself. */
const modules = readdirSync('src/modules').filter(name => name.endsWith('.ts'));

/** The optional module that needs a chat, and therefore shares the modules of its bundle. */
const chatDependent = 'inspector.ts';

/** Resolves an import specifier (`./x.js`) to the path of the source file; package names are unchanged. */
const sourcePath = (specifier, folder) =>
  specifier.startsWith('.') ? join(folder, specifier).replace(/\.js$/, '.ts') : specifier;

/** Modules that the sources import dynamically, with the names of their files in the CDN folder. */
const lazyModules = new Map(
  sources
    .flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, specifier]) =>
        sourcePath(specifier, dirname(file)),
      ),
    )
    .map(file => [
      file,
      file
        .replace(/\/index\.ts$/, '')
        .split('/')
        .slice(-2)
        .join('/'),
    ])
    .map(([file, name]) => [file, `${name.replace(/\.ts$/, '')}.js`]),
);

/** Keeps lazy modules out of a bundle. A classic script resolves their URLs relative to the URL of its tag. */
const externalizeLazy = (name = '') => ({
  name: 'externalize-lazy',
  resolveDynamicImport(specifier, importer) {
    if (typeof specifier !== 'string') return null; // The URL is known at run time only.
    const lazyModule = lazyModules.get(
      sourcePath(specifier, dirname(importer).slice(process.cwd().length + 1)),
    );
    return lazyModule
      ? {id: `./${'../'.repeat(name.split('/').length - 1)}${lazyModule}`, external: true}
      : null;
  },
  renderDynamicImport: ({format}) =>
    format === 'iife' ? {left: 'import(new URL(', right: ', scriptUrl).href)'} : null,
});
const scriptUrl = 'const scriptUrl = document.currentScript?.src || location.href;';

/** A second copy of the classic script returns at once: a strict Trusted Types policy allows each policy name only once. */
const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
const once = `if (globalThis.UbikChat?.version === '${version}') return globalThis.UbikChat;`;

/** Minifies what the CSS minifier leaves: it does not parse the values of custom properties. */
const minifyCss = () => ({
  name: 'minify-css',
  transform(code, id) {
    if (!id.endsWith('.styles.ts')) return null;
    const minified = code.replace(/\bcss`[^`]*`/g, css =>
      css
        .replace(/\s*\n\s*/g, '')
        .replace(/, /g, ',')
        .replace(/(?<=[\d)]) \* (?=\d|\(|var|calc)/g, '*')
        .replace(/(?<=[ (,*:-])0(?=\.\d)/g, ''),
    );
    return {code: minified, map: null};
  },
});

const typescript = () => [
  literals({include: 'src/**', failOnError: true}),
  minifyCss(),
  esbuild({target: 'es2022', tsconfig: 'tsconfig.json'}),
];

/** Only files that register an element have side effects. */
const treeshake = {
  moduleSideEffects: id =>
    id.includes('node_modules') ||
    /\.define\.ts$|src\/(index|widget|loader|modules\/[^/]+)\.ts$/.test(id),
};

/** Plugins of a self-contained file, which imports only lazy modules. */
const plugins = name => [
  externalizeLazy(name),
  resolve({browser: true, exportConditions: ['production', 'default']}),
  ...typescript(),
];

/** Places all styles of a bundle side by side: the window of gzip is 32 KB. */
const hoistStyles = entry => ({
  name: 'hoist-styles',
  transform: (code, id) => {
    if (id !== `${process.cwd()}/${entry}`) return null;
    const styles = sources.filter(file => file.endsWith('.styles.ts'));
    const imports = styles.map(file => `import '${process.cwd()}/${file}';`);
    return {code: imports.join('') + code, map: null};
  },
});

/** Renames private members per class instead of per file (terser): repeated names compress better. */
const renameMembers = () => ({
  name: 'rename-members',
  renderChunk: (code, {fileName}, {format}) =>
    transform(code, {
      minify: true,
      target: 'es2022',
      format: format === 'es' ? 'esm' : undefined,
      charset: 'utf8',
      legalComments: 'eof',
      sourcemap: 'external',
      sourcefile: fileName,
    }),
});

const bundle = (input, name, {format = 'es', before = []} = {}) => ({
  input,
  treeshake,
  plugins: [...before, ...plugins(name)],
  output: {
    file: `dist/cdn/${name}`,
    format,
    name: 'UbikChat',
    sourcemap: true,
    ...(format === 'iife' && {intro: input === loader ? scriptUrl : once + scriptUrl}),
    plugins: [
      terser({
        ecma: 2022,
        module: format === 'es',
        // Calls compress better than inlined functions, statements better than comma expressions.
        compress: {passes: 3, unsafe_arrows: true, reduce_funcs: false, sequences: false},
        format: {comments: /^!|@license|@preserve/i},
      }),
      renameMembers(),
    ],
  },
});

export default async () => {
  const widget = 'src/widget.ts';
  const sharedModules = new SharedModules();
  const draft = await rollup({
    input: widget,
    treeshake,
    plugins: [sharedModules.analyze(), ...plugins()],
  });
  await draft.generate({});
  const options = {before: [sharedModules.exportShared(widget), hoistStyles(widget)]};
  return [
    // Modules that mirror src; the bundler of the page resolves the libraries.
    {
      input: sources,
      external: /^[^./]/,
      treeshake,
      plugins: typescript(),
      output: {
        dir: 'dist',
        preserveModules: true,
        preserveModulesRoot: 'src',
        hoistTransitiveImports: false,
        sourcemap: true,
      },
    },
    bundle(loader, 'loader.js', {format: 'iife'}),
    ...modules.map(name =>
      bundle(join('src/modules', name), name.replace(/\.ts$/, '.js'), {
        before: name === chatDependent ? [sharedModules.importShared('./ubik-chat.js')] : [],
      }),
    ),
    ...[...lazyModules].map(([file, name]) =>
      bundle(file, name, {before: [sharedModules.importShared()]}),
    ),
    // Built last: the shared exports are known only after all lazy files were built.
    bundle(widget, 'ubik-chat.js', options),
    bundle(widget, 'ubik-chat.iife.js', {...options, format: 'iife'}),
  ];
};
