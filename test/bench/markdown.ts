import type {Budget} from './budget.js';
import {BenchBrowser, type Measurement, type Subject} from './markdown-browser.js';
import {Costs} from './markdown-costs.js';
import {special} from './markdown-text.js';
import {printEngineSizes} from './markdown-sizes.js';
import {installPeers} from './peers.js';

const HARNESS = 'harness';
const OURS = 'ubik-markdown';
/** The same element with the engine based on `marked`. */
const MARKED = 'ubik-markdown, engine marked';
/** Sets the complete text instead of appending. */
const SET = 'ubik-markdown, text set';
const CHAT = 'ubik-chat';
/** The same chat, which reads a stream of bytes. */
const STREAMED = 'ubik-chat, each event by itself';
const ORACLE = 'oracle in sections';
const WRITER = 'streaming-markdown, once a frame';
const HTML_WRITER = 'streaming-markdown-html, once a frame';
const REACT = 'Streamdown';
const PEERS: readonly string[] = [WRITER, HTML_WRITER, REACT, 'deep-chat, in parts'];

/** The maximum cost of a candidate as a multiple of another one, and the target if it is lower. */
interface CostLimit {
  readonly candidate: string;
  readonly other: string;
  readonly most: number;
  readonly target?: number;
}

/** The maximum size of the script heap after a text, in MB. */
interface HeapLimit {
  readonly candidate: string;
  readonly most: number;
  readonly target: number;
}

/** What to measure. */
interface MeasurementPlan {
  /** Characters, ascending. Growth is relative to the shortest. */
  readonly lengths: readonly number[];
  readonly candidates: readonly string[];
  /** By length. */
  readonly costs: Readonly<Record<number, readonly CostLimit[]>>;
  /** After a text of the middle length. */
  readonly heaps: readonly HeapLimit[];
  readonly growth: number;
  /** The maximum length of a task in milliseconds, by text. */
  readonly texts: Readonly<Record<string, number>>;
}

const FULL: MeasurementPlan = {
  lengths: [10_000, 100_000, 400_000],
  candidates: [ORACLE, OURS, MARKED, SET, CHAT, STREAMED, ...PEERS, 'naive, once a frame'],
  costs: {
    10_000: [
      {candidate: OURS, other: ORACLE, most: 2.5, target: 1.4},
      {candidate: STREAMED, other: ORACLE, most: 3, target: 1.4},
    ],
    100_000: [
      {candidate: OURS, other: ORACLE, most: 1.8, target: 1.2},
      {candidate: OURS, other: WRITER, most: 0.75},
      {candidate: OURS, other: HTML_WRITER, most: 0.85, target: 0.65},
      {candidate: OURS, other: REACT, most: 0.25},
      {candidate: CHAT, other: OURS, most: 1.3},
      {candidate: STREAMED, other: OURS, most: 1.6, target: 1.15},
    ],
    400_000: [
      {candidate: OURS, other: ORACLE, most: 1.75},
      {candidate: OURS, other: REACT, most: 0.1},
    ],
  },
  heaps: [
    {candidate: OURS, most: 4.5, target: 3.5},
    {candidate: STREAMED, most: 9, target: 5},
  ],
  growth: 2,
  texts: {mixed: 50, ...Object.fromEntries(Object.keys(special).map(name => [name, 100]))},
};

/** The part of a plan to measure; an empty list selects everything. */
export interface MeasuredPart {
  /** Characters. */
  readonly lengths: readonly number[];
  /** Prefixes of the names of candidates. */
  readonly only: readonly string[];
}

/** Reduces a plan to a part, without measuring tasks. */
function narrow(plan: MeasurementPlan, {lengths, only}: MeasuredPart): MeasurementPlan {
  if (lengths.length === 0 && only.length === 0) return plan;
  return {
    ...plan,
    lengths: lengths.length > 0 ? lengths : plan.lengths,
    candidates: plan.candidates.filter(
      name => only.length === 0 || only.some(start => name.startsWith(start)),
    ),
    texts: {},
  };
}

/** For every change: short texts, in which startup weighs more, on busy machines. So the limits are wider. */
const SMALL: MeasurementPlan = {
  lengths: [10_000, 50_000],
  candidates: [ORACLE, OURS, CHAT, WRITER, REACT],
  costs: {
    50_000: [
      {candidate: OURS, other: ORACLE, most: 3},
      {candidate: OURS, other: WRITER, most: 1.5},
      {candidate: OURS, other: REACT, most: 0.45},
      {candidate: CHAT, other: OURS, most: 1.5},
    ],
  },
  heaps: [],
  growth: 1.5,
  texts: {mixed: 50},
};

/** An odd number, for the median. */
const ROUNDS = 5;
/** Milliseconds after which a measurement is aborted. */
const TIMEOUT_MS = 60_000;

/**
 * Measures the cost of rendering a streaming answer for all candidates in turn, prints the figures and returns the budgets.
 * Ratios are comparable between machines, milliseconds are not.
 */
export async function benchMarkdown(
  small: boolean,
  part: MeasuredPart,
): Promise<readonly Budget[]> {
  const plan = narrow(small ? SMALL : FULL, part);
  await printEngineSizes();
  installPeers();
  const browser = await BenchBrowser.launch(['ours', 'peers']);
  try {
    const [costs, heaps] = await compare(browser, plan);
    const tasks = await measureTasks(browser, plan);
    return [...budgetsOf(costs, plan), ...heaps, ...tasks];
  } finally {
    await browser.close();
  }
}

const subject = (candidate: string, length: number, text = 'mixed'): Subject => ({
  candidate,
  page: PEERS.includes(candidate) ? 'peers' : 'ours',
  text,
  length,
});

async function compare(
  browser: BenchBrowser,
  {lengths, candidates, heaps}: MeasurementPlan,
): Promise<readonly [Costs, readonly Budget[]]> {
  const costs = new Costs(HARNESS);
  const last = new Map<string, Measurement>();
  const tooSlow = new Set<string>();
  for (const length of lengths) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of [HARNESS, ...candidates]) {
        if (tooSlow.has(name)) continue;
        const result = await browser.measure(subject(name, length), TIMEOUT_MS);
        if (!result.finished) tooSlow.add(name);
        else {
          costs.add(name, length, result.cost);
          if (length === middleOf(lengths)) last.set(name, result);
        }
      }
    }
  }
  print(costs, last, lengths, candidates);
  const middle = `${String(middleOf(lengths) / 1000)} KB`;
  const kept = heaps.filter(({candidate}) => last.has(candidate));
  const limits = kept.map(({candidate, ...limit}) => {
    const figure = (last.get(candidate)?.heap ?? NaN) / 1e6;
    return {what: `MB of script heap after ${middle}: ${candidate}`, figure, ...limit};
  });
  return [costs, limits];
}

function print(
  costs: Costs,
  last: ReadonlyMap<string, Measurement>,
  lengths: readonly number[],
  candidates: readonly string[],
): void {
  const whole = last.get(ORACLE)?.shown ?? 0;
  const rows = candidates.map(name => {
    const {nodes = NaN, heap = NaN, shown = NaN} = last.get(name) ?? {};
    return {
      candidate: name,
      ...Object.fromEntries(
        lengths.flatMap(length => [
          [`${String(length / 1000)} KB, ms`, written(costs.of(name, length), 0)],
          [`${String(length / 1000)} KB, × oracle`, written(costs.ratio(name, ORACLE, length), 2)],
        ]),
      ),
      'growth per chunk': written(growthOf(costs, name, lengths), 2),
      'DOM nodes': written(nodes, 0),
      'heap, MB': written(heap / 1e6, 1),
      'text shown': `${written((shown / whole) * 100, 0)} %`,
    };
  });
  console.log(
    'An answer with something of everything, 33 chunks a frame; main-thread time less the harness, medians:',
  );
  console.table(rows);
  console.log(`Nodes, heap and text: at ${String(middleOf(lengths) / 1000)} KB.`);
}

/** The cost of a chunk in the longest text as a multiple of that in the shortest. */
function growthOf(costs: Costs, name: string, lengths: readonly number[]): number {
  const [first = 0, last = 0] = [lengths[0], lengths.at(-1)];
  const each = (length: number): number => costs.of(name, length) / length;
  return each(last) / each(first);
}

function budgetsOf(costs: Costs, plan: MeasurementPlan): readonly Budget[] {
  const {growth, lengths, candidates} = plan;
  if (!candidates.includes(OURS)) return [];
  const ratios = lengths.flatMap(length => {
    const limits = plan.costs[length] ?? [];
    const measured = limits.filter(
      ({candidate, other}) => candidates.includes(candidate) && candidates.includes(other),
    );
    return measured.map(({candidate, other, ...limit}) => ({
      what: `× ${other} at ${String(length / 1000)} KB: ${candidate}`,
      // A candidate that does not finish counts as infinitely slow.
      figure:
        Number.isNaN(costs.of(other, length)) && costs.of(candidate, length) > 0
          ? 0
          : costs.ratio(candidate, other, length),
      ...limit,
    }));
  });
  const grown = {
    what: 'growth of the cost of a chunk',
    figure: growthOf(costs, OURS, lengths),
    most: growth,
  };
  return [...ratios, ...(lengths.length > 1 ? [grown] : [])];
}

/** Measures the longest task while each text is streamed. */
async function measureTasks(
  browser: BenchBrowser,
  {texts, lengths}: MeasurementPlan,
): Promise<readonly Budget[]> {
  const budgets: Budget[] = [];
  for (const [text, most] of Object.entries(texts)) {
    const length = text === 'mixed' ? middleOf(lengths) : Infinity;
    const {longest, finished} = await browser.measure(
      subject(OURS, length, text),
      5 * TIMEOUT_MS,
      true,
    );
    budgets.push({
      what: `ms, the longest task: ${text}`,
      figure: finished ? (longest ?? NaN) : Infinity,
      most,
    });
  }
  return budgets;
}

/** The length at which nodes, memory and tasks are measured. */
const middleOf = ([first = 0, middle = first]: readonly number[]): number => middle;

function written(figure: number, digits: number): string {
  return Number.isNaN(figure) ? '–' : figure.toFixed(digits);
}
