import {expect} from '@open-wc/testing';
import fc from 'fast-check';
import {content, start, stream} from '../../support/markdown.js';
import {forAllAsync} from '../../../support/for-all.js';
import {runs} from '../../../support/full.js';

const LATIN = 'The quick brown fox jumps over the lazy dog and then rests a while.';
const HEBREW = 'השועל החום המהיר קופץ מעל הכלב העצלן ואחר כך נח לו קצת.';

const wordsOf = (all: string, maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...all.split(' ')), {minLength: 1, maxLength})
    .map(some => some.join(' '));
/** Runs of words of one direction, or of none: only they can change the direction of most letters again and again. */
const words = (runsOfWords: number, maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        wordsOf('fox, Kubernetes `code` docker-compose.yml **bold**', maxLength),
        wordsOf('שועל, קופץ **הכלב** تعلن نموذج', maxLength),
        wordsOf('12 – (3) https://a.example/x', 2),
      ),
      {minLength: 1, maxLength: runsOfWords},
    )
    .map(all => all.join(' '));
const block = fc.oneof(
  words(6, 12),
  words(3, 4).map(text => `## ${text}`),
  fc
    .array(words(4, 6), {minLength: 1, maxLength: 4})
    .map(all => all.map(text => `- ${text}`).join('\n')),
  fc
    .array(words(4, 6), {minLength: 1, maxLength: 3})
    .map(all => all.map(text => `> ${text}`).join('\n>\n')),
  fc.tuple(words(2, 3), words(4, 6)).map(([a, b]) => `| ${a} | b |\n|---|---|\n| ${b} | ${a} |`),
);
const text = fc.array(block, {minLength: 1, maxLength: 4}).map(all => all.join('\n\n'));

describe('the direction of a growing block', () => {
  it('changes at most twice, wherever the text is cut', async () => {
    await forAllAsync(runs(600), [text], async whole => {
      const element = await start();
      const seen = new Map<Element, string[]>();
      const note = (): void => {
        for (const node of content(element).querySelectorAll('*')) {
          const dir = node.getAttribute('dir') ?? '';
          const known = seen.get(node);
          if (!known) seen.set(node, [dir]);
          else if (known.at(-1) !== dir) known.push(dir);
        }
      };
      for (const each of whole) {
        element.text += each;
        await element.updateComplete;
        note();
      }
      element.streaming = false;
      await element.updateComplete;
      note();
      for (const [node, dirs] of seen)
        expect(dirs.length - 1, `${node.outerHTML}: ${dirs.join()}`).to.be.at.most(2);
      element.remove();
    });
  });

  it('stays after enough letters, also if most of the others are different', async () => {
    const element = await stream(Array.from(`${LATIN} ${HEBREW} ${HEBREW}`));
    expect(content(element).querySelector('p')?.dir).to.equal('ltr');
    const loaded = await stream([`${LATIN} ${HEBREW} ${HEBREW}`]);
    loaded.text = `${HEBREW} ${LATIN}`;
    await loaded.updateComplete;
    expect(content(loaded).querySelector('p')?.dir).to.equal('rtl');
  });

  it('is that of another text that takes its place', async () => {
    const element = await stream(Array.from(`${LATIN} ${LATIN}\n\n- ${LATIN}`));
    element.text = `${HEBREW}\n\n- ${HEBREW}`;
    await element.updateComplete;
    const dirs = [...content(element).querySelectorAll<HTMLElement>('p, ul')].map(({dir}) => dir);
    expect(dirs).to.deep.equal(['rtl', 'rtl']);
  });

  it('stays with a block that turns out to be of another kind', async () => {
    const element = await start();
    for (const each of `${HEBREW} | ${HEBREW}\n---|---\n`) {
      element.text += each;
      await element.updateComplete;
    }
    const [shown] = content(element).querySelectorAll<HTMLElement>('.section > *');
    expect([shown?.querySelector('table') !== null, shown?.dir]).to.deep.equal([true, 'rtl']);
  });
});
