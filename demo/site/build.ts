// `npm run site [FOLDER]` writes the site as files for any static file server, below any path. It has no agent: chats
// replay the responses that the local server gave during the build. `SITE_URL` is the address of the published site, for
// canonical links, the sitemap and the page of unknown addresses.

import Eleventy from '@11ty/eleventy';
import {nodeResolve} from '@rollup/plugin-node-resolve';
import {cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join, posix} from 'node:path';
import {rollup, type Plugin} from 'rollup';
import esbuild from 'rollup-plugin-esbuild';
import ts from 'typescript';
import {aishu, anthropic, ubik, type Protocol} from '../../src/core/index.js';
import {agents, scenes} from '../client/scenes.js';
import {suggestions} from '../client/suggestions.js';
import {appShell} from '../../src/modules/mcp-apps/shell.js';
import {ndjson} from '../ndjson.js';
import {createApp} from '../server/app.js';
import {createContext} from '../server/context.js';
import {readSettings} from '../server/settings.js';
import {recordTurns} from './record-turns.js';

/** The agent is recorded faster than it is displayed: `speed` divides its pauses, `slowness` multiplies those of the replay. */
const speed = 8;
const slowness = 4;

/** `paths` of tsconfig.json: the sources of the entries of the package by their names. */
const {paths} = (
  ts.readConfigFile('tsconfig.json', ts.sys.readFile).config as {
    compilerOptions: {paths: Readonly<Record<string, readonly string[]>>};
  }
).compilerOptions;

const sourcesOfPackage: Plugin = {
  name: 'sources-of-package',
  resolveId: id => (paths[id] === undefined ? null : join(root, ...paths[id])),
};

/** The source of a script of the pages: of the demo, or an entry of the package. */
const sourceOf = (name: string): string =>
  (paths[name] ?? paths[`ubik-chat/${name}`])?.[0] ?? `demo/${name}.ts`;

const root = process.cwd();
const target = process.argv[2] ?? 'site';
const source = join(root, 'demo');

await rm(target, {recursive: true, force: true});
await mkdir(target, {recursive: true});
const pages = await writePages();
await writeScripts(pages);
await writeReplays();
await write('mcp-app/shell.html', appShell().html);
console.log(`The site is in ${target}/: ${pages.size} pages.`);

/** Writes all pages and style sheets. Returns the texts of the pages by path. */
async function writePages(): Promise<ReadonlyMap<string, string>> {
  const options = {configPath: 'demo/site/eleventy.config.ts', quietMode: true};
  await new Eleventy('demo', target, options).write();
  const examples = (await readdir(join(source, 'examples'))).filter(name => name.endsWith('.html'));
  for (const path of ['stage.html', ...examples.map(name => `examples/${name}`)])
    await cp(join(source, path), join(target, path));
  const written = new Map<string, string>();
  for (const path of await readdir(target, {recursive: true, encoding: 'utf8'})) {
    // The page of unknown addresses has no chat.
    if (!path.endsWith('.html') || path === '404.html') continue;
    const text = await readFile(join(target, path), 'utf8');
    written.set(path, text);
    await write(path, withReplay(path, text));
  }
  return written;
}

/** Adds the script that replays recordings before all others. */
function withReplay(path: string, text: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  return text
    .replace(/(<script type="module" src="[^"]*\.)ts"/g, '$1js"')
    .replace(
      '<script type="module"',
      `<script type="module" src="${up}client/replay.js"></script>\n$&`,
    );
}

/** Bundles the scripts of the pages, with shared code in separate files. */
async function writeScripts(pages: ReadonlyMap<string, string>): Promise<void> {
  const scripts = [...pages].flatMap(([path, text]) =>
    [...text.matchAll(/<script type="module" src="([^"]+)\.[jt]s"/g)].map(([, script = '']) =>
      posix.join(dirname(path), script),
    ),
  );
  const entries = new Set([...scripts, 'client/replay']);
  const input = Object.fromEntries([...entries].map(name => [name, join(root, sourceOf(name))]));
  const bundle = await rollup({
    input,
    plugins: [
      sourcesOfPackage,
      nodeResolve({browser: true, ignoreSideEffectsForRoot: true}),
      esbuild({target: 'es2022', minify: true}),
    ],
    logLevel: 'warn',
  });
  await bundle.write({
    dir: target,
    chunkFileNames: 'chunks/[hash].js',
    // Without it, the modules of the chat become seventy chunks, because each group of pages shares other ones.
    experimentalMinChunkSize: 50_000,
  });
  await bundle.close();
}

/** Records the answers of the agent over each protocol. */
async function writeReplays(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'ubik-site-'));
  const context = createContext(readSettings(['--data', data, '--pace', String(1 / speed)], {}));
  const {fetch: app} = createApp(context);
  const common = ['help', ...scenes.map(({text}) => text)];
  const sources: Readonly<Record<string, RecordingPlan>> = {
    ubik: {
      protocol: ubik,
      texts: [...common, ...suggestions, 'Show a world clock'],
      agent: agents.ubik.attributes,
    },
    anthropic: {
      protocol: anthropic,
      texts: [...common, ...agents.anthropic.moreTexts],
      agent: agents.anthropic.attributes,
    },
    aishu: {
      protocol: aishu,
      texts: [...common, ...agents.aishu.moreTexts],
      agent: agents.aishu.attributes,
    },
    ndjson: {
      protocol: ndjson,
      texts: [
        'help',
        'What is 2 * (3 + 4)?',
        'Search the docs for streams',
        'Confirm something',
        'Talk to a person',
        'Goodbye',
        'Fail',
      ],
      agent: {endpoint: '/ndjson'},
    },
  };
  await Promise.all(
    Object.entries(sources).map(async ([name, {protocol, texts, agent}]) => {
      const agentId = agent['agent-id'];
      const options = {protocol, endpoint: agent.endpoint, ...(agentId !== undefined && {agentId})};
      const recorded = await recordTurns(request => app(request), options, texts, slowness);
      await write(`replay/${name}/turns.json`, JSON.stringify(recorded.turns));
      for (const [file, text] of recorded.recordings) await write(`replay/${name}/${file}`, text);
    }),
  );
  context.store.close();
  await rm(data, {recursive: true, force: true});
}

/** Messages to record, and the attributes of a chat with the agent. */
interface RecordingPlan {
  readonly protocol: Protocol;
  readonly texts: readonly string[];
  readonly agent: {readonly endpoint: string; readonly 'agent-id'?: string};
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(target, path)), {recursive: true});
  await writeFile(join(target, path), text);
}
