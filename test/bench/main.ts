// `npm run bench [-- NAME] [--check] [--small]`: runs the benchmark of that name, or all of them one after the other.
// With --check it fails if a limit is exceeded. A limit may be above its target, which is printed with it. --small measures
// less and runs for every change. `markdown` can measure parts: --lengths 10000,100000 and --only with the start of a
// candidate's name, which can be repeated. `start` and `loader` need a build.
import {parseArgs} from 'node:util';
import {describeBudget, isKept, type Budget} from './budget.js';

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    check: {type: 'boolean', default: false},
    small: {type: 'boolean', default: false},
    lengths: {type: 'string', default: ''},
    only: {type: 'string', multiple: true, default: []},
  },
});

const benchmarks: Readonly<Record<string, () => Promise<readonly Budget[]>>> = {
  core: async () => {
    const {benchCore} = await import('./core.js');
    return benchCore();
  },
  reading: async () => {
    const {benchReading} = await import('./reading.js');
    return benchReading();
  },
  markdown: async () => {
    const {benchMarkdown} = await import('./markdown.js');
    const lengths = values.lengths.split(',').filter(Boolean).map(Number);
    return benchMarkdown(values.small, {lengths, only: values.only});
  },
  turns: async () => {
    const {benchTurns} = await import('./turns.js');
    return benchTurns();
  },
  live: async () => {
    const {benchLive} = await import('./live.js');
    return benchLive();
  },
  start: async () => {
    const {benchStart} = await import('./start.js');
    return benchStart();
  },
  chat: async () => {
    const {benchChat} = await import('./chat.js');
    return benchChat();
  },
  loader: async () => {
    const {benchLoader} = await import('./loader.js');
    return benchLoader();
  },
  composer: async () => {
    const {benchComposer} = await import('./composer.js');
    return benchComposer();
  },
  inspector: async () => {
    const {benchInspector} = await import('./inspector.js');
    return benchInspector(values.small);
  },
};

const [name] = positionals;
const chosen = Object.entries(benchmarks).filter(([known]) => name === undefined || known === name);
if (chosen.length === 0) {
  throw new Error(`There is no benchmark ${name ?? ''}: ${Object.keys(benchmarks).join(', ')}.`);
}
const budgets: Budget[] = [];
for (const [, run] of chosen) budgets.push(...(await run()));

for (const budget of budgets) console.log(describeBudget(budget));
if (values.check) {
  const passed = budgets.filter(isKept).length;
  console.log(`bench: ${passed} passed, ${budgets.length - passed} failed`);
  if (passed < budgets.length || passed === 0) process.exitCode = 1;
}
