import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import {decode, documentToHtml, toHtml, toOpenHtml} from './to-html.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

/** The visible text, in order. */
const wordsOf = (html: string): string[] => html.replace(/<[^>]*>/g, ' ').match(/w\d+x/g) ?? [];

/** Unique words, inserted by `numbered`. */
const words = fc.integer({min: 1, max: 4}).map(count => Array(count).fill('#W').join(' '));

const span = fc.oneof(
  words,
  words.map(text => `**${text}**`),
  words.map(text => `*${text}*`),
  words.map(text => `~~${text}~~`),
  words.map(text => `\`${text}\``),
  words.map(text => `[${text}](https://a.example/b)`),
  words.map(text => `${text} 2 * 3 and a_b &amp; \\* done`),
);

const line = fc.array(span, {minLength: 1, maxLength: 3}).map(all => all.join(' '));
const lines = fc.array(line, {minLength: 1, maxLength: 4});

const block = fc.oneof(
  lines.map(all => all.join('\n')),
  line.map(text => `## ${text}`),
  line.map(text => `${text}\n---`),
  lines.map(all => all.map(text => `- ${text}`).join('\n')),
  lines.map(all => all.map((text, at) => `${at + 1}. ${text}`).join('\n\n')),
  lines.map(all => all.map(text => `> ${text}`).join('\n')),
  words.map(text => `\`\`\`js\n${text.replaceAll(' ', '\n')}\n\`\`\``),
  words.map(text => `| #W | #W |\n| - | -: |\n| ${text} | ${text} |`),
  words.map(text => `- ${text}\n  > ${text}\n\n  ${text}`),
);

const numbered = (text: string): string => {
  let count = 0;
  return text.replaceAll('#W', () => `w${String(count++)}x`);
};

const document = fc
  .array(block, {minLength: 1, maxLength: 3})
  .map(blocks => numbered(blocks.join('\n\n')));

/** Ends of the pieces of a text: 1 to 64 characters each. */
const ends = (text: string): fc.Arbitrary<number[]> =>
  fc
    .array(fc.integer({min: 1, max: 64}), {minLength: text.length, maxLength: text.length})
    .map(sizes => {
      const all: number[] = [];
      for (let at = 0; at < text.length;) all.push((at += sizes[all.length] ?? 1));
      return all;
    });

/** The CommonMark specification, and the documents of this project. */
const documents = [
  'node_modules/commonmark-spec/spec.txt',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
].map(file => readFileSync(file, 'utf8'));

describe('Markdown at each prefix', () => {
  it('renders every word that has arrived, once, in the order of the text', () => {
    forAll(
      runs(1000),
      [document.chain(text => fc.tuple(fc.constant(text), ends(text)))],
      ([text, places]) => {
        const reader = new MarkdownDocument(decode);
        for (const end of places) {
          const prefix = text.slice(0, end);
          reader.update(prefix, [], true);
          assert.deepEqual(wordsOf(documentToHtml(reader, true)), wordsOf(prefix), prefix);
        }
      },
    );
  });

  it('of a real document renders everything before the last empty line', () => {
    const shown = (html: string): string => html.replace(/<[^>]*>|\s/g, '');
    for (const text of documents) {
      forAll(runs(100), [fc.nat({max: text.length})], end => {
        const prefix = text.slice(0, end);
        const whole = prefix.slice(0, prefix.lastIndexOf('\n\n') + 1);
        assert.ok(shown(toOpenHtml(prefix)).startsWith(shown(toHtml(whole))), whole.slice(-200));
      });
    }
  });

  it('of a real document has the same result as at once', () => {
    for (const text of documents) {
      const whole = toHtml(text);
      forAll(runs(3), [fc.infiniteStream(fc.integer({min: 1, max: 64}))], sizes => {
        const reader = new MarkdownDocument(decode);
        let end = 0;
        for (const size of sizes) {
          end += size;
          reader.update(text.slice(0, end), [], end < text.length);
          if (end >= text.length) break;
        }
        assert.equal(documentToHtml(reader), whole);
      });
    }
  });
});
