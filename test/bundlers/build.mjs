// Builds one entry of the project with one bundler, configured as in its manual. Runs in the folder of the project.
import {mkdir, cp} from 'node:fs/promises';
import {resolve} from 'node:path';

const [bundler, entry] = process.argv.slice(2);
const input = resolve(`${entry}.js`);
const folder = resolve('built', bundler, entry);

/** The configuration of webpack and Rspack. */
const packConfig = {
  mode: 'production',
  context: resolve('.'),
  entry: input,
  experiments: {outputModule: true},
  output: {path: folder, filename: `${entry}.js`, module: true, chunkFormat: 'module'},
  target: ['web', 'es2022'],
  performance: {hints: false},
};

const pack = ({default: start}) =>
  new Promise((done, fail) =>
    start(packConfig, (error, stats) => {
      if (error) fail(error);
      else if (stats.hasErrors() || stats.hasWarnings()) fail(new Error(stats.toString()));
      else done();
    }),
  );

const bundlers = {
  async esbuild() {
    const {build} = await import('esbuild');
    const options = {bundle: true, minify: true, splitting: true, format: 'esm', outdir: folder};
    const {warnings} = await build({...options, entryPoints: [input], target: 'es2022'});
    if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
  },
  async rollup() {
    const {rollup} = await import('rollup');
    const {default: nodeResolve} = await import('@rollup/plugin-node-resolve');
    const onwarn = warning => {
      throw new Error(warning.message);
    };
    const bundle = await rollup({input, plugins: [nodeResolve({browser: true})], onwarn});
    await bundle.write({dir: folder});
  },
  async vite() {
    const {build} = await import('vite');
    const output = {entryFileNames: `${entry}.js`};
    await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        outDir: folder,
        target: 'es2022',
        modulePreload: {polyfill: false},
        rollupOptions: {input, output},
      },
    });
  },
  async parcel() {
    const {Parcel} = await import('@parcel/core');
    const parcel = new Parcel({
      entries: input,
      defaultConfig: '@parcel/config-default',
      mode: 'production',
      shouldDisableCache: true,
      defaultTargetOptions: {distDir: folder, outputFormat: 'esmodule', shouldScopeHoist: true},
    });
    await parcel.run();
  },
  webpack: async () => pack(await import('webpack')),
  rspack: async () => pack({default: (await import('@rspack/core')).rspack}),
};

await mkdir(folder, {recursive: true});
await bundlers[bundler]();
await cp('index.html', resolve(folder, 'index.html'));
