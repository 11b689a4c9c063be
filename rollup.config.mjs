import resolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import {createHash} from 'node:crypto';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import esbuild from 'rollup-plugin-esbuild';
import literals from 'rollup-plugin-html-literals';

const typescript = () => esbuild({target: 'es2022', tsconfig: 'tsconfig.json'});

const sources = readdirSync('src', {recursive: true})
  .map(name => join('src', String(name)))
  .filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .sort();

/** Writes the subresource-integrity hash of each file as it was written. */
const integrity = () => ({
  name: 'integrity',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const {type, fileName, code} of Object.values(bundle)) {
        if (type !== 'chunk') continue;
        const hash = createHash('sha384').update(code).digest('base64');
        this.emitFile({type: 'asset', fileName: `${fileName}.sri`, source: `sha384-${hash}\n`});
      }
    },
  },
});

const languages = readdirSync('src/elements/locales').filter(
  name => /^[a-z]{2}\.ts$/.test(name) && name !== 'en.ts',
);

/** Leaves the tables of other languages out of a bundle: they lie beside it, and it loads the one it needs. */
const languagesApart = () => ({
  name: 'languages-apart',
  resolveId: source =>
    languages.includes(source.replace(/^\.\/(.*)\.js$/, '$1.ts'))
      ? {id: source.replace('./', './locales/'), external: true}
      : null,
});

const bundle = (file, format) => ({
  file,
  format,
  name: 'UbikChat',
  sourcemap: true,
  inlineDynamicImports: true,
  plugins: [
    terser({ecma: 2022, module: format === 'es', format: {comments: /^!|@license|@preserve/i}}),
    integrity(),
  ],
});

export default [
  // Modules that mirror src; the page's own bundler resolves the libraries.
  {
    input: sources,
    external: /^[^./]/,
    plugins: [literals({include: 'src/**', failOnError: true}), typescript()],
    output: {
      dir: 'dist',
      preserveModules: true,
      preserveModulesRoot: 'src',
      hoistTransitiveImports: false,
      sourcemap: true,
    },
  },
  // One self-contained file for a script tag, as a module and as a classic script.
  {
    input: 'src/index.ts',
    plugins: [
      languagesApart(),
      resolve({browser: true, exportConditions: ['production', 'default']}),
      literals({include: 'src/**', failOnError: true}),
      typescript(),
    ],
    output: [bundle('dist/cdn/ubik-chat.js', 'es'), bundle('dist/cdn/ubik-chat.iife.js', 'iife')],
  },
  ...languages.map(name => ({
    input: `src/elements/locales/${name}`,
    plugins: [typescript()],
    output: bundle(`dist/cdn/locales/${name.replace('.ts', '.js')}`, 'es'),
  })),
];
