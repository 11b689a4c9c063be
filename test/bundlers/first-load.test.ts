import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {describe, it} from 'node:test';
import {promisify} from 'node:util';
import {gzipSync} from 'node:zlib';
import {transformSync} from 'esbuild';

/** A project outside of this repository with the packed package and the bundlers. */
const project = process.env['PROJECT'] ?? '';
const run = promisify(execFile);

/** KB of gzip of the first load. The target is 76. */
const limit = 121.5;
const maxFiles = 5;

/** Texts that only one protocol contains. */
const protocols = {
  ubik: 'agent-sessions',
  anthropic: 'content_block_delta',
  aishu: 'zhipu_search_tool',
  'ai-sdk': 'tool-input-delta',
  'ag-ui': 'TOOL_CALL_ARGS',
  'openai-chat': 'chat.completion',
  openai: 'response.output_text',
  'local sessions': 'indexedDB',
};

/** The files that the browser loads before the application runs: its entry and all static imports. */
async function firstLoad(folder: string, entry: string): Promise<readonly string[]> {
  const contents = new Map<string, string>();
  const names = [entry];
  for (const name of names) {
    if (contents.has(name)) continue;
    const text = await readFile(join(folder, name), 'utf8');
    contents.set(name, text);
    const imports = text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+)["']/g);
    for (const [, path = ''] of imports) names.push(join(dirname(name), path));
  }
  // Rollup does not minify.
  return [...contents.values()].map(
    text => transformSync(text, {minify: true, format: 'esm'}).code,
  );
}

describe('the first load of an application', () => {
  for (const bundler of ['esbuild', 'parcel', 'rollup', 'rspack', 'vite', 'webpack']) {
    for (const entry of ['effect', 'named', 'element']) {
      it(`has few files and no protocol with ${bundler} and the entry ${entry}`, async () => {
        await run('node', ['build.mjs', bundler, entry], {cwd: project});
        const files = await firstLoad(join(project, 'built', bundler, entry), `${entry}.js`);
        const gzip = files.reduce((sum, text) => sum + gzipSync(text, {level: 9}).length, 0) / 1024;
        console.log(`${bundler}, ${entry}: ${gzip.toFixed(1)} KB in ${files.length} files`);
        const included = Object.entries(protocols)
          .filter(([, word]) => files.some(text => text.includes(word)))
          .map(([name]) => name);
        assert.deepEqual(included, []);
        assert.ok(files.length <= maxFiles, `${files.length} files`);
        assert.ok(gzip <= limit, `${gzip.toFixed(1)} KB`);
      });
    }
  }
});
