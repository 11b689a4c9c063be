import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {
  FIXED_TAGS,
  halfEndTag,
  isHalfTag,
  tagAt,
} from '../../../../../src/core/protocol/ubik/text/tags.js';
import {runs} from '../../../../support/full.js';

const START = '<<TOOL_STEP_START/';
const END = '<<TOOL_STEP_END/';

describe('tagAt', () => {
  for (const tag of FIXED_TAGS) {
    it(`reads ${tag}, and nothing that differs from it in one character`, () => {
      assert.deepEqual(tagAt(tag, 0), {tag, source: tag});
      assert.deepEqual(tagAt(`a${tag}b`, 1), {tag, source: tag});
      for (let at = 0; at < tag.length; at++) {
        for (const between of ['', '?']) {
          const odd = `${tag.slice(0, at)}${between}${tag.slice(at + 1)}`;
          // Without its stroke the end of thinking is its beginning.
          if (odd !== '<<thinking>>') assert.equal(tagAt(odd, 0), undefined, odd);
        }
      }
    });
  }

  it('reads only at the given position', () => {
    assert.equal(tagAt('a<<STEP_END>>', 0), undefined);
    assert.equal(tagAt('a<<STEP_END>>', 2), undefined);
    assert.equal(tagAt('', 0), undefined);
  });

  it('distinguishes upper case from lower case', () => {
    assert.equal(tagAt('<<step_start>>', 0), undefined);
    assert.equal(tagAt('<<THINKING>>', 0), undefined);
    assert.equal(tagAt('<</Thinking>>', 0), undefined);
  });

  const references: readonly (readonly [source: string, name: string, execution: string])[] = [
    ['web_search:call_1', 'web_search', 'call_1'],
    ['mcp:files/read:call_2', 'mcp:files/read', 'call_2'],
    ['a:b:c:d', 'a:b:c', 'd'],
    ['two words:an id', 'two words', 'an id'],
    ['é🙂:ü', 'é🙂', 'ü'],
    ['__proto__:constructor', '__proto__', 'constructor'],
    [':x:1', ':x', '1'],
    ['::1', ':', '1'],
  ];
  for (const [reference, name, execution] of references) {
    it(`splits ${reference} at its last colon`, () => {
      for (const tag of [START, END] as const) {
        const source = `${tag}${reference}>>`;
        assert.deepEqual(tagAt(`${source} and more`, 0), {tag, source, name, execution});
      }
    });
  }

  const none = [
    ['no colon', 'web_search'],
    ['no name', ':1'],
    ['no id', 'a:'],
    ['nothing', ''],
    ['a line end', 'a\n:1'],
    ['a sign of smaller', 'a<:1'],
    ['a sign of greater', 'a>:1'],
    ['too many characters', `${'a'.repeat(299)}:1`],
  ] as const;
  for (const [title, reference] of none) {
    it(`reads no call whose name and id have ${title}`, () => {
      assert.equal(tagAt(`${START}${reference}>>`, 0), undefined);
      assert.equal(tagAt(`${END}${reference}>>`, 0), undefined);
    });
  }

  it('reads a name and an id of 300 characters together', () => {
    const name = 'a'.repeat(298);
    const tag = tagAt(`${START}${name}:1>>`, 0);
    assert.ok(tag && 'name' in tag);
    assert.equal(tag.name, name);
  });
});

describe('isHalfTag', () => {
  for (const tag of [...FIXED_TAGS, `${START}a:1>>`, `${END}mcp:x/y:1>>`]) {
    it(`waits for the rest of ${tag} at every position`, () => {
      for (let length = 1; length < tag.length; length++) {
        assert.equal(isHalfTag(tag.slice(0, length), 0), true, tag.slice(0, length));
        assert.equal(isHalfTag(`text ${tag.slice(0, length)}`, 5), true);
      }
    });
  }

  it('does not wait for text that cannot be a tag', () => {
    const texts = ['<a', '<<x', '<< ', '<<STEP_STARTS', '<<STEP-', '<</think ', `${START}a\n`];
    for (const text of [...texts, `${START}a<`, `${START}a:1>x`, `${END}a:1> `]) {
      assert.equal(isHalfTag(text, 0), false, text);
    }
  });

  it('waits no longer than the longest tag', () => {
    const longest = `${START}${'a'.repeat(298)}:1>`;
    assert.equal(isHalfTag(longest, 0), true);
    assert.equal(isHalfTag(`${START}${'a'.repeat(400)}`, 0), false);
  });

  it('agrees with tagAt: every tag was an incomplete tag at every earlier position', () => {
    const tag = fc.oneof(
      fc.constantFrom<string>(...FIXED_TAGS),
      fc
        .tuple(fc.constantFrom(START, END), fc.string({minLength: 1}), fc.string({minLength: 1}))
        .map(([start, name, id]) => `${start}${name}:${id}>>`),
    );
    fc.assert(
      fc.property(tag, source => {
        const read = tagAt(source, 0);
        if (!read) return;
        for (let length = 1; length < read.source.length; length++) {
          assert.equal(isHalfTag(source.slice(0, length), 0), true);
        }
      }),
      {numRuns: runs(1_000)},
    );
  });
});

describe('halfEndTag', () => {
  const cases: readonly (readonly [text: string, length: number])[] = [
    ['', 0],
    ['text', 0],
    ['text<', 1],
    ['text<<', 2],
    ['text<<<', 2],
    ['text<</thinking>', 12],
    ['<</think', 8],
    ['<</thinx', 0],
    ['<</think<<', 2],
  ];
  for (const [text, length] of cases) {
    it(`finds ${length} characters of the end tag at the end of ${JSON.stringify(text)}`, () => {
      assert.equal(halfEndTag(text, '<</thinking>>'), length);
    });
  }

  it('never counts the whole tag', () => {
    assert.equal(halfEndTag('<<STEP_END>>', '<<STEP_END>>'), 0);
  });

  it('finds the longest beginning, however the text ends', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(11), (text, cut) => {
        const tag = '<<STEP_END>>';
        const whole = text + tag.slice(0, cut);
        const found = halfEndTag(whole, tag);
        assert.ok(found >= cut);
        assert.ok(found === 0 || whole.endsWith(tag.slice(0, found)));
      }),
      {numRuns: runs(1_000)},
    );
  });
});
