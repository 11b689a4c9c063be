import {cases} from '../support/full.js';

/** Short texts that are repeated to make long ones, chosen to cause backtracking in regular expressions. */
const parts: readonly string[] = [
  ...Array.from({length: 95}, (_, at) => String.fromCharCode(32 + at)),
  ...['\n', '\r\n', '\t', '\u00A0', '\u200B', '。', 'é', '\u0301\u0316', '\uD800', '😀'],
  ...['[x', '[x](', '![', '](', 'a.a.', '1.', 'a@', 'a@b.', 'http://', 'www.', '<a ', '<!--', '</'],
  ...['<citation ', '<source_', '"a":', '{"a":', '[[', '\\"', '\\u', '``', '~~~\n', '| ', '- \n'],
  ...[
    '&a',
    '&#',
    ' _',
    '_a',
    '* ',
    '**a',
    ' \n',
    '\na',
    '.a',
    '."',
    'aB',
    'a-',
    'Error: ',
    'at a (',
  ],
  ...['File "', '<<a', '<<TOOL_STEP_START/', '【', '2026-', '=1,', '::', '(0', '%2', ';a=', ', '],
];

const KILOBYTE = 1024;

/** Creates hostile texts of a length from each part. The end is one that few expressions match. */
const texts: readonly {readonly name: string; make(length: number): string}[] = cases(parts).map(
  part => ({
    name: JSON.stringify(part),
    make: (length: number) => `${part.repeat(length / part.length)}\u0001!`,
  }),
);

/** Milliseconds of processor time, or of elapsed time where processor time is not available. */
function cost(work: () => unknown): number {
  const node = (globalThis as {process?: {cpuUsage?(): {user: number; system: number}}}).process;
  const now = (): number => {
    const used = node?.cpuUsage?.();
    return used ? (used.user + used.system) / 1000 : performance.now();
  };
  const before = now();
  work();
  return now() - before;
}

/** Milliseconds; shorter times are too inaccurate to compare. */
const MEASURABLE = 25;

/**
 * Calls a function with texts of 8, 32 and 128 KB and returns the names of those for which its time grows faster than
 * linearly. Compares the long text with the same amount in short texts: it may cost six times as much, because the machine
 * may be busy; quadratic growth costs 16 times as much. Uses the best of several measurements. A text that seems to be steep
 * is compared once more at four times the lengths, because a short text may fit into a cache of the processor that a long one
 * exceeds.
 */
export function superlinear(work: (text: string) => unknown): readonly string[] {
  return texts
    .filter(({make}) => {
      const [short, middle, long] = [8, 32, 128].map(size => make(size * KILOBYTE));
      const times = (count: number, text = ''): number =>
        cost(() => {
          for (let time = 0; time < count; time++) work(text);
        });
      /** Milliseconds from which on a text of four times the length would take minutes. */
      const slow = 100 * MEASURABLE;
      const isSteep = (): boolean => {
        const some = times(1, middle);
        if (some > slow) return some > 3 * times(4, short);
        const spent = times(1, long);
        return spent > MEASURABLE && spent > 6 * times(16, short);
      };
      if (![1, 2, 3, 4].every(isSteep)) return false;
      return times(1, long) > slow || times(1, make(512 * KILOBYTE)) > 6 * times(16, middle);
    })
    .map(({name}) => name);
}
