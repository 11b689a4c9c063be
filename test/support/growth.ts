/** Short texts that are repeated to make long ones: what an expression may stumble over. */
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

/** What makes a hostile text of a length, by what is repeated. The end is one that few expressions expect. */
const texts: readonly {readonly name: string; make(length: number): string}[] = parts.map(part => ({
  name: JSON.stringify(part),
  make: (length: number) => `${part.repeat(length / part.length)}\u0001!`,
}));

/** Milliseconds of the processor, or of the clock where only that is told. */
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

/** Less is too short to be compared: milliseconds. */
const MEASURABLE = 25;

/**
 * Gives a function texts of 8, 32 and 128 KB, and names those for which its time grows faster than their length. The long
 * text is compared with as much text in short ones: it may cost six times as much, since the machine may be busy; growth
 * with the square costs 16 times as much. The best of several measurements counts.
 */
export function superlinear(work: (text: string) => unknown): readonly string[] {
  return texts
    .filter(({make}) => {
      const [short, middle, long] = [8, 32, 128].map(size => make(size * KILOBYTE));
      const times = (count: number, text = ''): number =>
        cost(() => {
          for (let time = 0; time < count; time++) work(text);
        });
      const isSteep = (): boolean => {
        const some = times(1, middle);
        // Of a text that takes this long, the long one would take minutes.
        if (some > 100 * MEASURABLE) return some > 3 * times(4, short);
        const spent = times(1, long);
        return spent > MEASURABLE && spent > 6 * times(16, short);
      };
      return [1, 2, 3, 4].every(isSteep);
    })
    .map(({name}) => name);
}
