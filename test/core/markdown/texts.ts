import fc from 'fast-check';

/** Text with possible syntax in it. */
const word = fc.constantFrom(
  ...'plain two words 中文 “quoted” naïve 👍 a_b_c 2*3 <b> </b> <i x="y"> &amp; &copy; &nope; \\* ` [ ] ! ~ http://a.example/x www.a.example me@a.example'.split(
    ' ',
  ),
);

const words = fc.array(word, {minLength: 1, maxLength: 3}).map(all => all.join(' '));

const styled = fc
  .tuple(fc.constantFrom('*', '**', '_', '~~', '`', '***'), words)
  .map(([mark, text]) => `${mark}${text}${mark}`);

const link = fc
  .tuple(words, fc.constantFrom('(https://a.example/b)', '[ref]', '[]', '(<a b> "t")', '[^n]', ''))
  .map(([text, target]) => `[${text}]${target}`);

const span = fc.oneof(
  words,
  styled,
  link,
  link.map(text => `!${text}`),
);

const line = fc.array(span, {minLength: 1, maxLength: 2}).map(all => all.join(' '));

const leaf = fc.oneof(
  fc.array(line, {minLength: 1, maxLength: 2}).map(all => all.join('\n')),
  line.map(text => `${text}\n---`),
  line.map(text => `## ${text} #`),
  fc.array(words, {maxLength: 2}).map(all => `\`\`\`js\n${all.join('\n\n')}\n\`\`\``),
  words.map(text => `    ${text}\n\n    ${text}`),
  fc
    .array(words, {maxLength: 2})
    .map(all => `| a | ${all.length} |\n|:-:|---|\n${all.map(text => `| ${text}`).join('\n')}`),
  fc.constantFrom(
    '---',
    '[ref]: /target "title"',
    '[^n]: a *note*\n\n    of two',
    '<div>\nhtml',
    '<!-- a\n\nb -->',
    '<script>\n\nx',
    '- [x] done',
    '~~~',
  ),
);

const indent = (text: string, first: string, rest: string): string =>
  text
    .split('\n')
    .map((part, at) => `${at === 0 ? first : rest}${part}`)
    .join('\n');

/** Markdown with everything in everything. */
export const markdownText: fc.Arbitrary<string> = fc.letrec<{block: string; text: string}>(tie => ({
  block: fc.oneof(
    {depthSize: 'xsmall', maxDepth: 3, withCrossShrink: true},
    leaf,
    tie('text').map(text => indent(text, '> ', '> ')),
    fc
      .tuple(
        fc.constantFrom('- ', '1. ', '* '),
        fc.array(tie('text'), {minLength: 1, maxLength: 2}),
        fc.boolean(),
      )
      .map(([marker, items, loose]) =>
        items
          .map(item => indent(item, marker, ' '.repeat(marker.length)))
          .join(loose ? '\n\n' : '\n'),
      ),
  ),
  text: fc.array(tie('block'), {minLength: 1, maxLength: 3}).map(blocks => blocks.join('\n\n')),
})).text;

/** Text of characters that mean something to Markdown, in no order. */
export const syntaxSoup: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...Array.from('*_~`[]()<>!&;:#-+=|\\"\' \t\n\r>ab1.中')), {maxLength: 60})
  .map(all => all.join(''));

/** A text and the positions where it is cut. */
export function cut(text: string, at: readonly number[]): string[] {
  const places = [...new Set(at.map(place => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...places, text.length].map((to, index) =>
    text.slice(index === 0 ? 0 : places[index - 1], to),
  );
}
