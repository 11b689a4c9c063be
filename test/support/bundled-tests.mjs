import {readFile} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';
import {build} from 'esbuild';

/** Keeps the address of each module of the repository, which would be that of the bundle. */
const ownAddresses = root => ({
  name: 'own-addresses',
  setup({onLoad}) {
    onLoad({filter: /\.ts$/}, async ({path}) => {
      const address = `/${relative(root, path).split(sep).join('/')}`;
      const text = await readFile(path, 'utf8');
      const own = `new URL(${JSON.stringify(address)}, import.meta.url).href`;
      return {contents: text.replaceAll('import.meta.url', own), loader: 'ts'};
    });
  },
});

/**
 * A plugin of the test server: serves each TypeScript file, which is mostly a test, as one script with all that it imports.
 * Without it a page of a test loads about 300 modules, which takes longer than most tests.
 */
export const bundledTests = define => {
  let root;
  return {
    name: 'bundled-tests',
    serverStart({config}) {
      root = config.rootDir;
    },
    async serve({path}) {
      if (!path.endsWith('.ts')) return undefined;
      const {outputFiles} = await build({
        entryPoints: [join(root, path)],
        outfile: join(root, path.replace(/ts$/, 'js')), // the source map names the sources relative to it
        bundle: true,
        write: false,
        ignoreAnnotations: true, // `sideEffects` names files of the build
        format: 'esm',
        target: 'es2022',
        tsconfig: join(root, 'tsconfig.json'),
        conditions: ['development'], // Lit's development build reports mistakes
        mainFields: ['module', 'main'], // some libraries have no module for browsers
        external: ['/__web*'], // modules of the test server
        sourcemap: 'inline',
        sourcesContent: false,
        define,
        plugins: [ownAddresses(root)],
      });
      return {body: outputFiles[0].text, type: 'js'};
    },
  };
};
