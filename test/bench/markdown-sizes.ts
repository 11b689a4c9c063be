import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';

/** What an engine adds to a page that has everything that the engines share. */
const entries = {
  'built-in': `export {MarkdownDocument} from './src/core/markdown/markdown-document.js'`,
  marked: `export {markedEngine} from './src/modules/marked/index.js'; export {marked} from 'marked'`,
  'marked without the library': `export {markedEngine} from './src/modules/marked/index.js'`,
};

async function sizeOf(contents: string, external: string[]): Promise<number> {
  const {outputFiles} = await build({
    stdin: {contents, resolveDir: '.', loader: 'ts'},
    external,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', {level: 9}).length;
}

/**
 * Prints the sizes of the engines of Markdown in kilobytes, minified and compressed. The engine of `marked` includes the
 * built-in one, because it parses what `marked` fails on.
 */
export async function printEngineSizes(): Promise<void> {
  const sizes = await Promise.all(
    Object.entries(entries).map(async ([name, contents]) => {
      const size = await sizeOf(contents, name.endsWith('library') ? ['marked'] : []);
      return [name, (size / 1000).toFixed(1)] as const;
    }),
  );
  console.log('Engines of Markdown, KB min+gzip:');
  console.table(Object.fromEntries(sizes));
}
