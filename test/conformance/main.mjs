// `npm run conformance -- FOLDER [SUITE…]`: runs an external corpus of public cases against the sources. Without the corpus there
// is nothing to run.
// The runners import libraries relative to their own files, so the corpus is copied next to a link to `node_modules`.
import {cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {otherEngines, requireChromium} from '../../scripts/browsers.mjs';
import * as adapter from './adapter.ts';
import {findHostile} from './hostile.mjs';
import * as neutral from './neutral.ts';
import {bundlePage, openRenderer} from './renderer.mjs';

const corpus = resolve(process.argv[2] ?? '../shared/conformance');
if (!existsSync(corpus)) {
  console.log(`There is no corpus in ${corpus}.`);
  process.exit();
}
const copy = mkdtempSync(join(tmpdir(), 'corpus-'));
cpSync(corpus, join(copy, 'corpus'), {recursive: true});
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');

const runner = async (name, candidate, options = {}) => {
  const url = pathToFileURL(join(copy, 'corpus', 'runners', `run-${name}.mjs`)).href;
  const {run} = await import(url);
  return run(candidate, {show: 10, ...options});
};

const cells = row => row.replace(/^\||\|$/g, '').split('|').length;

/**
 * Deliberate departures from CommonMark and GFM by their names in `docs/limitations.md`, each with the cases that it changes.
 *
 * @type {Record<string, (failure: {section: string; markdown: string}) => boolean>}
 */
const departures = {
  'a single tilde is text': ({section, markdown}) =>
    section.startsWith('Strikethrough') && /(?<!~)~(?!~)/.test(markdown),
  'asterisks between numbers are text': ({section, markdown}) =>
    section.startsWith('Emphasis') && /\d\*+\d/.test(markdown),
  'dashes below a sentence or several lines are a rule': ({section, markdown}) =>
    section.startsWith('Setext') && /^.+\n.+\n---\n/.test(markdown),
  'cells beyond the header are displayed': ({section, markdown}) => {
    const [header = '', , ...rows] = markdown.trim().split('\n');
    return section.startsWith('Tables') && rows.some(row => cells(row) > cells(header));
  },
};

const total = pairs => pairs.reduce((sum, [, all]) => sum + all, 0);

/** The runners; each returns [cases, failures]. */
const suites = {
  async sse() {
    const {total, failures} = await runner('sse', adapter);
    return [total, failures.length];
  },
  async anthropic() {
    const options = {level: 'full', robust: true};
    const {total, failures} = await runner('anthropic', adapter, options);
    return [total, failures.filter(({tags}) => !tags?.includes('advisory')).length];
  },
  async 'partial-json'() {
    const {cases, sequences, documents, malformed, failures} = await runner(
      'partial-json',
      adapter,
    );
    return [total([cases, sequences, documents, malformed]), failures.length];
  },
  async markdown() {
    const {suites, failures} = await runner('markdown', renderer);
    const nameOf = failure =>
      Object.keys(departures).find(
        name => !failure.why.includes('stream') && departures[name](failure),
      );
    const named = failures.filter(nameOf);
    for (const failure of named)
      console.log(`  deliberate: ${nameOf(failure)} (${failure.suite} ${failure.number})`);
    return [total(Object.values(suites)) - named.length, failures.length - named.length];
  },
};

/** Hostile texts, with one engine of Markdown. */
const hostile = (engine, outfile, candidate) => ({
  async [`xss with the engine ${engine}`]() {
    const options = {contexts: 'all', strict: true};
    const run = () => runner('xss', candidate, options);
    let result = await run();
    // The runner waits five seconds for a rendering, which a busy machine may exceed. One that hangs does so again.
    if (result.errors.some(({why}) => why.startsWith('timed out'))) {
      console.log(`${result.errors.length} renderings timed out: the suite runs once more.`);
      result = await run();
    }
    const {runs, high, medium, errors} = result;
    return [runs, high.length + medium.length + errors.length];
  },
  async [`xss-browser with the engine ${engine}`]() {
    const result = await runner('xss-browser', {bundle: outfile, executable: requireChromium()});
    const {cases, executed, requests, clobbered, errors} = result;
    return [cases, executed.length + requests.length + clobbered.length + errors.length];
  },
});

/** Cases in which the official client loses text that was received before an error. The product displays it. */
const deviations = new Set(['ag-ui-dart-error-handling']);

// Recorded streams of each protocol, in all variants.
for (const wire of neutral.wires) {
  suites[wire] = async () => {
    const url = pathToFileURL(join(copy, 'corpus', 'protocols', 'runners', 'run-wire.mjs')).href;
    const {run} = await import(url);
    const {wires, failures} = await run(neutral, {wire, show: 10});
    return [wires[wire].total, failures.filter(({name}) => !deviations.has(name)).length];
  };
}

// The runner of `xss-browser` drives Chromium only: run the same cases in the other installed engines.
for (const engine of otherEngines()) {
  suites[`xss-browser in ${engine}`] = async () => {
    const {cases} = JSON.parse(readFileSync(join(corpus, 'xss-cases.json'), 'utf8'));
    const findings = await findHostile(engine, cases, join(copy, 'hostile.js'));
    for (const finding of findings) console.log(`  ${engine} ${finding}`);
    return [cases.length, findings.length];
  };
}

const page = join(copy, 'page.js');
await bundlePage(page, 'built-in');
const renderer = await openRenderer(page);
const markedPage = join(copy, 'page-marked.js');
await bundlePage(markedPage, 'marked');
const markedRenderer = await openRenderer(markedPage);
Object.assign(
  suites,
  hostile('built-in', page, renderer),
  hostile('marked', markedPage, markedRenderer),
);
let passed = 0;
let failed = 0;
const wanted = process.argv.slice(3);
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const [cases, failures] = await suite();
  console.log(`${name}: ${cases - failures} of ${cases}`);
  passed += cases - failures;
  failed += failures;
}
await renderer.close();
await markedRenderer.close();
rmSync(copy, {recursive: true, force: true});
console.log(`suites: ${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
