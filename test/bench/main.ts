// `npm run bench [-- NAME]`: runs the benchmark of that name, or all of them one after the other.
const benchmarks: Readonly<Record<string, () => unknown>> = {
  core: async () => {
    const {benchCore} = await import('./core.js');
    benchCore();
  },
  markdown: async () => {
    const {bench} = await import('./markdown.js');
    await bench();
  },
};

const name = process.argv[2];
const chosen = Object.entries(benchmarks).filter(([known]) => name === undefined || known === name);
if (chosen.length === 0) {
  throw new Error(`There is no benchmark ${name ?? ''}: ${Object.keys(benchmarks).join(', ')}.`);
}
for (const [, run] of chosen) await run();
