import {readFile} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';
import {build} from 'esbuild';

/** The address of a file of the repository on the test server. */
const addressOf = (root, path) => `/${relative(root, path).split(sep).join('/')}`;

/** Keeps the address of each module of the repository, which would be that of the bundle. */
const ownAddresses = root => ({
  name: 'own-addresses',
  setup({onLoad}) {
    onLoad({filter: /\.ts$/}, async ({path}) => {
      const text = await readFile(path, 'utf8');
      const own = `new URL(${JSON.stringify(addressOf(root, path))}, import.meta.url).href`;
      return {contents: text.replaceAll('import.meta.url', own), loader: 'ts'};
    });
  },
});

/**
 * A plugin of the test server: bundles the tests of a run at once, and every other TypeScript file when it is requested. Without
 * it a page of a test loads about 300 modules, which takes longer than most tests. Modules that several tests import are in
 * chunks, which the browser reads and compiles once for all pages. `useFiles` receives the paths of the tests.
 */
export function bundledTests(define) {
  let root;
  let tests = [];
  let testBuild;
  /** Scripts, chunks and source maps by address. */
  const served = new Map();

  async function bundle(entryPoints) {
    const {outputFiles} = await build({
      entryPoints,
      outdir: root, // source maps name the sources relative to it
      outbase: root,
      chunkNames: 'chunks/[hash]',
      bundle: true,
      splitting: true,
      write: false,
      ignoreAnnotations: true, // `sideEffects` names files of the build
      format: 'esm',
      target: 'es2022',
      tsconfig: join(root, 'tsconfig.json'),
      conditions: ['development'], // Lit's development build reports mistakes
      mainFields: ['module', 'main'], // some libraries have no module for browsers
      external: ['/__web*'], // modules of the test server
      sourcemap: 'linked',
      sourcesContent: false,
      define,
      plugins: [ownAddresses(root)],
    });
    for (const {path, text} of outputFiles) served.set(addressOf(root, path), text);
  }

  return {
    name: 'bundled-tests',
    useFiles(paths) {
      tests = paths;
    },
    serverStart({config}) {
      root = config.rootDir;
    },
    async serve({path}) {
      const address = path.replace(/\.ts$/, '.js');
      if (path !== address && !served.has(address)) {
        const file = join(root, path);
        // A test with an error must not fail the others.
        if (tests.includes(file)) await (testBuild ??= bundle(tests).catch(() => undefined));
        if (!served.has(address)) await bundle([file]);
      }
      const body = served.get(address);
      return body === undefined
        ? undefined
        : {body, type: address.endsWith('.map') ? 'json' : 'js'};
    },
  };
}
