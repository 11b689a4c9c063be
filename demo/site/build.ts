// `npm run site [FOLDER]`: the site as files that any server of files can serve, from any path. There is no agent there:
// chats are answered by what the local server answered when the site was built.

import {build} from 'esbuild';
import {cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join, posix} from 'node:path';
import {aishu, anthropic, ubik, type Protocol} from '../../src/core/index.js';
import {scenes, wires} from '../client/scenes.js';
import {ndjson} from '../ndjson.js';
import {createApp} from '../server/app.js';
import {createContext} from '../server/context.js';
import {readSettings} from '../server/settings.js';
import {recordPlays} from './record-plays.js';
import {Site} from './site.js';

/** The agent speaks this much faster while it is recorded than it does for people, and is shown so much slower again. */
const haste = 8;
const slowness = 4;

const root = process.cwd();
const target = process.argv[2] ?? 'site';
const source = join(root, 'demo');

await rm(target, {recursive: true, force: true});
await mkdir(target, {recursive: true});
const pages = await writePages();
await writeScripts(pages);
await copyFiles();
await writePlays();
console.log(`The site is in ${target}/: ${pages.size} pages.`);

/** Every page: those of the documentation and those that are files. Gives their texts by their paths. */
async function writePages(): Promise<ReadonlyMap<string, string>> {
  const site = new Site(root);
  const written = new Map<string, string>();
  for (const path of await site.paths()) written.set(path, (await site.page(path)) ?? '');
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

/** The page with what answers its chats before any other script. */
function withReplay(path: string, text: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  return text
    .replace(/(<script type="module" src="[^"]*\.)ts"/g, '$1js"')
    .replace(
      '<script type="module"',
      `<script type="module" src="${up}client/replay.js"></script>\n$&`,
    );
}

/** The scripts that the pages name, with what they share in files of its own. */
async function writeScripts(pages: ReadonlyMap<string, string>): Promise<void> {
  const named = [...pages].flatMap(([path, text]) =>
    [...text.matchAll(/<script type="module" src="([^"]+)\.[jt]s"/g)].map(([, script = '']) =>
      posix.join(dirname(path), script),
    ),
  );
  const entries = new Set([...named, 'client/replay']);
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

/** What the agent answers over each wire, asked here and now. */
async function writePlays(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'ubik-site-'));
  const context = createContext(readSettings(['--data', data, '--pace', String(1 / haste)], {}));
  const {fetch: app} = createApp(context);
  const common = ['help', ...scenes.map(({words}) => words)];
  const told: Readonly<Record<string, {protocol: Protocol; words: readonly string[]; at: Place}>> =
    {
      ubik: {protocol: ubik, words: common, at: wires.ubik.attributes},
      anthropic: {
        protocol: anthropic,
        words: [...common, ...wires.anthropic.more],
        at: wires.anthropic.attributes,
      },
      aishu: {protocol: aishu, words: [...common, ...wires.aishu.more], at: wires.aishu.attributes},
      ndjson: {
        protocol: ndjson,
        words: ['help', 'What is 2 * (3 + 4)?', 'Search the docs for streams', 'Fail'],
        at: {endpoint: '/ndjson'},
      },
    };
  await Promise.all(
    Object.entries(told).map(async ([name, {protocol, words, at}]) => {
      const agentId = at['agent-id'];
      const wire = {protocol, endpoint: at.endpoint, ...(agentId !== undefined && {agentId})};
      const recorded = await recordPlays(request => app(request), wire, words, slowness);
      await write(`replay/${name}/plays.json`, JSON.stringify(recorded.plays));
      for (const [file, text] of recorded.recordings) await write(`replay/${name}/${file}`, text);
    }),
  );
  context.store.close();
  await rm(data, {recursive: true, force: true});
}

interface Place {
  readonly endpoint: string;
  readonly 'agent-id'?: string;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(target, path)), {recursive: true});
  await writeFile(join(target, path), text);
}
