import resolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {transform} from 'esbuild';
import {rollup} from 'rollup';
import esbuild from 'rollup-plugin-esbuild';
import literals from 'rollup-plugin-html-literals';
import {Lending} from './scripts/lending.mjs';

/** Scripts of their own, which nothing imports. */
const loader = join('src', 'loader.ts');
const frame = join('src', 'modules', 'diagrams', 'frame.ts');

const sources = readdirSync('src', {recursive: true})
  .map(name => join('src', String(name)))
  .filter(name => name.endsWith('.ts') && ![loader, frame].includes(name))
  .sort();

/** What a page adds by a line of its own. */
const modules = readdirSync('src/modules').filter(name => name.endsWith('.ts'));

/** The one of them that is nothing without a chat, and so borrows from it. */
const companion = 'inspector.ts';

/** `./x.js`, as a file in a folder of the sources imports it; a library is its name. */
const source = (specifier, folder) =>
  specifier.startsWith('.') ? join(folder, specifier).replace(/\.js$/, '.ts') : specifier;

/** What the sources fetch only when it is needed, each with the name of the file it becomes beside the bundles. */
const parts = new Map(
  sources
    .flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, specifier]) =>
        source(specifier, dirname(file)),
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

/** Leaves those parts out of a bundle. A classic script has no address to resolve theirs by, but that of its tag. */
const apart = (name = '') => ({
  name: 'apart',
  resolveDynamicImport(specifier, importer) {
    if (typeof specifier !== 'string') return null; // An address that only the page knows.
    const part = parts.get(source(specifier, dirname(importer).slice(process.cwd().length + 1)));
    return part
      ? {id: `./${'../'.repeat(name.split('/').length - 1)}${part}`, external: true}
      : null;
  },
  renderDynamicImport: ({format}) =>
    format === 'iife' ? {left: 'import(new URL(', right: ', scriptUrl).href)'} : null,
});
const scriptUrl = 'const scriptUrl = document.currentScript?.src || location.href;';

/** The same classic script a second time is silent, also where a strict policy allows each of its names once. */
const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
const once = `if (globalThis.UbikChat?.version === '${version}') return globalThis.UbikChat;`;

/** What the minifier leaves in styles, because it does not read the values of custom properties. */
const tighten = () => ({
  name: 'tighten',
  transform(code, id) {
    if (!id.endsWith('.styles.ts')) return null;
    const tight = code.replace(/\bcss`[^`]*`/g, css =>
      css
        .replace(/\s*\n\s*/g, '')
        .replace(/, /g, ',')
        .replace(/(?<=[\d)]) \* (?=\d|\(|var|calc)/g, '*')
        .replace(/(?<=[ (,*:-])0(?=\.\d)/g, ''),
    );
    return {code: tight, map: null};
  },
});

const typescript = () => [
  literals({include: 'src/**', failOnError: true}),
  tighten(),
  esbuild({target: 'es2022', tsconfig: 'tsconfig.json'}),
];

/** Only what registers an element does anything by being imported. */
const treeshake = {
  moduleSideEffects: id =>
    id.includes('node_modules') ||
    /\.define\.ts$|src\/(index|widget|loader|modules\/[^/]+)\.ts$/.test(id),
};

/** What goes into a file that a page can load as it is, but for the parts that lie beside it. */
const plugins = name => [
  apart(name),
  resolve({browser: true, exportConditions: ['production', 'default']}),
  ...typescript(),
];

/** In a bundle all styles stand together: gzip looks back no more than 32 KB for what it has seen before. */
const together = entry => ({
  name: 'together',
  transform: (code, id) => {
    if (id !== `${process.cwd()}/${entry}`) return null;
    const styles = sources.filter(file => file.endsWith('.styles.ts'));
    const imports = styles.map(file => `import '${process.cwd()}/${file}';`);
    return {code: imports.join('') + code, map: null};
  },
});

/** Names that terser chooses once for the whole file, this chooses anew for each class: the same few pack better. */
const rename = () => ({
  name: 'rename',
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
        // Calls pack better than functions that stand where they are called, statements better than commas.
        compress: {passes: 3, unsafe_arrows: true, reduce_funcs: false, sequences: false},
        format: {comments: /^!|@license|@preserve/i},
      }),
      rename(),
    ],
  },
});

export default async () => {
  const widget = 'src/widget.ts';
  const lending = new Lending();
  const draft = await rollup({input: widget, treeshake, plugins: [lending.look(), ...plugins()]});
  await draft.generate({});
  const whole = {before: [lending.lend(widget), together(widget)]};
  return [
    // Modules that mirror src; the page's own bundler resolves the libraries.
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
        before: name === companion ? [lending.borrow('./ubik-chat.js')] : [],
      }),
    ),
    ...[...parts].map(([file, name]) => bundle(file, name, {before: [lending.borrow()]})),
    // What all of them borrow is known when they have been built.
    bundle(widget, 'ubik-chat.js', whole),
    bundle(widget, 'ubik-chat.iife.js', {...whole, format: 'iife'}),
  ];
};
