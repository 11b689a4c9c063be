// `npm run site [FOLDER]` writes the site as files for any static file server, below any path. It has no agent: chats
// replay the responses that the local server gave during the build.

import {build} from 'esbuild';
import {cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join, posix} from 'node:path';
import {aishu, anthropic, ubik, type Protocol} from '../../src/core/index.js';
import {agents, scenes} from '../client/scenes.js';
import {ndjson} from '../ndjson.js';
import {createApp} from '../server/app.js';
import {createContext} from '../server/context.js';
import {readSettings} from '../server/settings.js';
import {recordTurns} from './record-turns.js';
import {Site} from './site.js';

/** The agent is recorded faster than it is displayed: `speed` divides its pauses, `slowness` multiplies those of the replay. */
const speed = 8;
const slowness = 4;

const root = process.cwd();
const target = process.argv[2] ?? 'site';
const source = join(root, 'demo');

await rm(target, {recursive: true, force: true});
await mkdir(target, {recursive: true});
const pages = await writePages();
await writeScripts(pages);
await copyFiles();
await writeReplays();
console.log(`The site is in ${target}/: ${pages.size} pages.`);

/** Writes all pages: documentation and HTML files. Returns their texts by path. */
async function writePages(): Promise<ReadonlyMap<string, string>> {
  const site = new Site(root);
  const written = new Map<string, string>();
  for (const path of site.paths()) written.set(path, (await site.page(path)) ?? '');
  for (const folder of ['.', 'examples']) {
    for (const name of await readdir(join(source, folder))) {
      if (!name.endsWith('.html') || name === 'embed.html') continue;
      const path = posix.join(folder, name);
      written.set(path, await readFile(join(source, path), 'utf8'));
    }
  }
  for (const [path, text] of written) await write(path, withReplay(path, text));
  await write('search.json', JSON.stringify(await site.searchEntries()));
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
  await build({
    entryPoints: [...entries].map(out => ({
      in: join(root, out === 'ubik-chat' ? 'src/index.ts' : `demo/${out}.ts`),
      out,
    })),
    outdir: target,
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    tsconfig: join(root, 'tsconfig.json'),
    ignoreAnnotations: true,
    logLevel: 'warning',
  });
}

async function copyFiles(): Promise<void> {
  for (const name of ['site.css', 'demo.css', 'icon.svg', 'recordings']) {
    await cp(join(source, name), join(target, name), {recursive: true});
  }
  for (const name of await readdir(join(source, 'examples'))) {
    if (name.endsWith('.css'))
      await cp(join(source, 'examples', name), join(target, 'examples', name));
  }
}

/** Records the answers of the agent over each protocol. */
async function writeReplays(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'ubik-site-'));
  const context = createContext(readSettings(['--data', data, '--pace', String(1 / speed)], {}));
  const {fetch: app} = createApp(context);
  const common = ['help', ...scenes.map(({text}) => text)];
  const sources: Readonly<Record<string, RecordingPlan>> = {
    ubik: {protocol: ubik, texts: common, agent: agents.ubik.attributes},
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
      texts: ['help', 'What is 2 * (3 + 4)?', 'Search the docs for streams', 'Fail'],
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
