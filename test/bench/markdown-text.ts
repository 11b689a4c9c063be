/** Reproducible texts of any length for the benchmark. */

const WORDS =
  'the answer depends on how often each part of a long text is read again while it grows and 流式渲染 whether naïve café 🚀 costs stay flat'.split(
    ' ',
  );

/** A small pseudo-random generator, so that every run measures the same text. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

type RandomBelow = (below: number) => number;

function words(random: RandomBelow, count: number): string {
  return Array.from({length: count}, () => WORDS[random(WORDS.length)] ?? '').join(' ');
}

function sentence(random: RandomBelow): string {
  const styled = [
    `**${words(random, 2)}**`,
    `*${words(random, 2)}*`,
    `\`${words(random, 1)}\``,
    `[${words(random, 2)}](https://example.com/${random(1000)})`,
  ];
  return `${words(random, 6 + random(8))} ${styled[random(4)] ?? ''} ${words(random, 3)}.`;
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({length: count}, (_, at) => line(at)).join('\n');

const longFence = (random: RandomBelow): string =>
  `\`\`\`ts\n${lines(300, at => `row(${at}, '${words(random, 4)}');`)}\n\`\`\``;

const BLOCKS: readonly ((random: RandomBelow) => string)[] = [
  random => lines(1 + random(3), () => sentence(random)),
  random => `${sentence(random)} ${sentence(random)} ${sentence(random)}`,
  random => `${'#'.repeat(1 + random(4))} ${words(random, 5)}`,
  random => lines(4, at => `- ${sentence(random)}${at === 1 ? `\n  - ${words(random, 4)}` : ''}`),
  random => lines(3, at => `${at + 1}. ${sentence(random)}`),
  random =>
    `| a | b | c |\n| --- | :-: | --: |\n${lines(4, () => `| ${words(random, 2)} | ${random(99)} | **x** |`)}`,
  random =>
    `\`\`\`ts\n${lines(12, at => `const value${at} = ${random(1000)}; // ${words(random, 3)}`)}\n\`\`\``,
  random => `> ${sentence(random)}\n> ${sentence(random)}`,
];

/** Every such block is a long code fence. */
const LONG_FENCE_EVERY = 200;

/** An answer of a given length with all kinds of blocks. */
function mixedText(length: number): string {
  const random = createRandom(7);
  let text = '';
  for (let block = 1; text.length < length; block++) {
    const write = block % LONG_FENCE_EVERY === 0 ? longFence : BLOCKS[random(BLOCKS.length)];
    text += `${write?.(random) ?? ''}\n\n`;
  }
  return text.slice(0, length);
}

/** Texts of a given length that consist of one block. */
const endless: Readonly<Record<string, (length: number) => string>> = {
  fence: length =>
    repeat('```\n', random => `row(${random(1e6)}, "${words(random, 4)}");\n`, length),
  list: length => repeat('', random => `- ${sentence(random)}\n`, length),
  'list in a list': length => repeat('1. first\n', random => `   - ${sentence(random)}\n`, length),
  table: length =>
    repeat('| a | b |\n| - | - |\n', random => `| ${sentence(random)} | ${random(99)} |\n`, length),
  quote: length => repeat('', random => `> ${sentence(random)}\n>\n`, length),
  'fence in a list': length =>
    repeat('- item\n\n  ```\n', random => `  ${words(random, 6)}\n`, length),
  paragraph: length => repeat('', random => `${sentence(random)}\n`, length),
};

function repeat(start: string, line: (random: RandomBelow) => string, length: number): string {
  const random = createRandom(11);
  const parts = [start];
  for (let at = start.length; at < length;) {
    const part = line(random);
    parts.push(part);
    at += part.length;
  }
  return parts.join('').slice(0, length);
}

/** Very long or deeply nested texts that must not block the page. */
export const special: Readonly<Record<string, () => string>> = {
  '5,000 lines of code': () =>
    `\`\`\`ts\n${lines(5000, at => `row(${at}, 'some words to fill it');`)}\n\`\`\`\n`,
  '2,000 rows of a table': () =>
    `| a | b | c |\n| - | - | - |\n${lines(2000, at => `| row ${at} | **bold** words | \`code\` |`)}\n`,
  '1,000 nested quotes': () => lines(1000, at => `${'>'.repeat(at + 1)} deeper`),
  'a paragraph of 1 MB': () => {
    const random = createRandom(5);
    return lines(8000, () => sentence(random))
      .replaceAll('\n', ' ')
      .repeat(2)
      .slice(0, 1_000_000);
  },
};

/** The text with a name of `special` or `endless`, or else the mixed text. */
export function textOf(name: string, length: number): string {
  return special[name]?.() ?? (endless[name] ?? mixedText)(length);
}

/** Splits a text into chunks as a model sends them: three to six characters. */
export function* piecesOf(text: string): Generator<string> {
  const random = createRandom(3);
  for (let at = 0; at < text.length;) {
    const end = at + 3 + random(4);
    yield text.slice(at, end);
    at = end;
  }
}
