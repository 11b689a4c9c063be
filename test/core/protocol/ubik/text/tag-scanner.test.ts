import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {TagScanner} from '../../../../../src/core/protocol/ubik/text/tag-scanner.js';
import {FIXED_TAGS, type TextToken} from '../../../../../src/core/protocol/ubik/text/tags.js';

/** A token in one string: tags as they are written, texts in quotes. */
const shown = (token: TextToken): string => ('text' in token ? `'${token.text}'` : token.source);

/** All tokens that a scanner gives for now. */
function drain(scanner: TagScanner): readonly string[] {
  const tokens: string[] = [];
  for (let token = scanner.next(); token; token = scanner.next()) tokens.push(shown(token));
  return tokens;
}

function scan(...pieces: readonly string[]): readonly string[] {
  const scanner = new TagScanner();
  return pieces.flatMap(piece => {
    scanner.push(piece);
    return drain(scanner);
  });
}

/** A text without tags, and what is held back at its end. */
function text(source: string): string | undefined {
  const scanner = new TagScanner();
  scanner.push(source);
  let read = '';
  for (let token = scanner.next(); token; token = scanner.next()) {
    if (!('text' in token)) return undefined;
    read += token.text;
  }
  return read + scanner.flush();
}

describe('TagScanner', () => {
  it('gives text and tags one after the other', () => {
    assert.deepEqual(scan('a<<STEP_START>>b<<STEP_END>>'), [
      "'a'",
      '<<STEP_START>>',
      "'b'",
      '<<STEP_END>>',
    ]);
  });

  it('returns adjacent tags', () => {
    assert.deepEqual(scan('<<STEP_START>><<STEP_END>>'), ['<<STEP_START>>', '<<STEP_END>>']);
  });

  it('returns text at once that cannot be a tag', () => {
    assert.deepEqual(scan('a', 'b', '1 < 2', ' << 3'), ["'a'", "'b'", "'1 < 2'", "' << 3'"]);
  });

  it('needs more text at its end', () => {
    const scanner = new TagScanner();
    assert.equal(scanner.next(), undefined);
    scanner.push('');
    assert.equal(scanner.next(), undefined);
  });

  for (const tag of [...FIXED_TAGS, '<<TOOL_STEP_START/a:1>>', '<<TOOL_STEP_END/a:1>>']) {
    it(`holds back half of ${tag}, wherever it is cut`, () => {
      for (let at = 1; at < tag.length; at++) {
        const scanner = new TagScanner();
        scanner.push(`text ${tag.slice(0, at)}`);
        assert.deepEqual(drain(scanner), ["'text '"]);
        scanner.push(`${tag.slice(at)} more`);
        assert.deepEqual(drain(scanner), [tag, "' more'"]);
      }
    });

    it(`gives half of ${tag} as text at the end`, () => {
      const half = tag.slice(0, -1);
      const scanner = new TagScanner();
      scanner.push(half);
      assert.deepEqual(drain(scanner), []);
      assert.equal(scanner.flush(), half);
      assert.equal(scanner.flush(), '');
    });
  }

  for (const tag of FIXED_TAGS) {
    it(`reads as text what differs from ${tag} in one character`, () => {
      for (let at = 0; at < tag.length; at++) {
        for (const between of ['', '?']) {
          const odd = `${tag.slice(0, at)}${between}${tag.slice(at + 1)}`;
          // Without its stroke the end of thinking is its beginning.
          if (odd !== '<<thinking>>') assert.equal(text(odd), odd);
        }
      }
    });
  }

  it('distinguishes upper case from lower case', () => {
    for (const odd of ['<<step_start>>', '<<THINKING>>', '<</Thinking>>']) {
      assert.equal(text(odd), odd);
    }
  });

  const references: readonly (readonly [source: string, name: string, execution: string])[] = [
    ['web_search:call_1', 'web_search', 'call_1'],
    ['a:b/c:d:e', 'a:b/c:d', 'e'],
    ['two words:an id', 'two words', 'an id'],
    ['é🙂:ü', 'é🙂', 'ü'],
    ['__proto__:constructor', '__proto__', 'constructor'],
    ['::1', ':', '1'],
    [`${'a'.repeat(298)}:1`, 'a'.repeat(298), '1'],
  ];
  for (const [reference, name, execution] of references) {
    it(`splits ${reference.slice(0, 30)} at its last colon`, () => {
      for (const tag of ['<<TOOL_STEP_START/', '<<TOOL_STEP_END/'] as const) {
        const scanner = new TagScanner();
        const source = `${tag}${reference}>>`;
        scanner.push(source.slice(0, -1));
        assert.equal(scanner.next(), undefined);
        scanner.push('>');
        assert.deepEqual(scanner.next(), {tag, source, name, execution});
      }
    });
  }

  for (const reference of [
    ...['web_search', ':1', 'a:', '', 'a\n:1', 'a:\n1', 'a<:1', 'a:<1', 'a>:1', 'a:>1'],
    `${'a'.repeat(299)}:1`,
  ]) {
    it(`reads no tool in ${JSON.stringify(reference.slice(0, 30))}`, () => {
      for (const tag of ['<<TOOL_STEP_START/', '<<TOOL_STEP_END/']) {
        const source = `${tag}${reference}>>`;
        assert.equal(text(source), source);
      }
    });
  }

  it('returns buffered text when it turns out to be no tag', () => {
    assert.deepEqual(scan('a<<STEP', 'PING>>'), ["'a'", "'<<STEPPING>>'"]);
    assert.deepEqual(scan('<', 'b>'), ["'<b>'"]);
    assert.deepEqual(scan('<<TOOL_STEP_START/x', '\n:1>>'), ["'<<TOOL_STEP_START/x\n:1>>'"]);
  });

  it('finds a tag right after text that only looked like one', () => {
    assert.deepEqual(scan('<<<<STEP_END>>'), ["'<<'", '<<STEP_END>>']);
    assert.deepEqual(scan('<', '<', '<', '<STEP_END>>'), ["'<'", "'<'", '<<STEP_END>>']);
    assert.deepEqual(scan('<<STEP_<<STEP_END>>'), ["'<<STEP_'", '<<STEP_END>>']);
    assert.deepEqual(scan('<<TOOL_STEP_START/a\n<<TOOL_STEP_END/b:1>>'), [
      "'<<TOOL_STEP_START/a\n'",
      '<<TOOL_STEP_END/b:1>>',
    ]);
    assert.deepEqual(scan('<<TOOL_STEP_START/a<<STEP_END>>'), [
      "'<<TOOL_STEP_START/a'",
      '<<STEP_END>>',
    ]);
  });

  it('does not treat a tag as the beginning of a longer one', () => {
    assert.deepEqual(scan('<<STEP_END>>>'), ['<<STEP_END>>', "'>'"]);
    assert.deepEqual(scan('<<ERROR_JSON_START>>'), ['<<ERROR_JSON_START>>']);
    assert.deepEqual(scan('<<ERROR_START>>'), ['<<ERROR_START>>']);
  });

  it('holds back no tag of a tool that has a wrong character', () => {
    for (const odd of ['a\n', 'a<b', 'a>b']) {
      assert.deepEqual(scan(`<<TOOL_STEP_START/${odd}`), [`'<<TOOL_STEP_START/${odd}'`]);
    }
  });

  it('holds back a tag of a tool until it is too long to be one', () => {
    for (const [length, held] of [
      [301, true],
      [302, false],
      [400, false],
    ] as const) {
      const half = `<<TOOL_STEP_START/${'a'.repeat(length)}`;
      assert.deepEqual(scan(half), held ? [] : [`'${half}'`]);
    }
  });
});

describe('raw contents of TagScanner', () => {
  const END = '<</thinking>>';

  function raw(...pieces: readonly string[]): readonly string[] {
    const scanner = new TagScanner();
    scanner.raw(END);
    return pieces.flatMap(piece => {
      scanner.push(piece);
      return drain(scanner);
    });
  }

  it('hold no tag but their end tag', () => {
    assert.deepEqual(raw('a<<STEP_END>>b<<thinking>>c', END, '<<STEP_END>>'), [
      "'a<<STEP_END>>b<<thinking>>c'",
      END,
      '<<STEP_END>>',
    ]);
  });

  it('hold back a possible end tag only', () => {
    assert.deepEqual(raw('a<<STEP_E', 'b<', '</think', 'ing>>c'), [
      "'a<<STEP_E'",
      "'b'",
      END,
      "'c'",
    ]);
  });

  it('hold back the longest beginning of the end tag, and no more', () => {
    for (const [content, shown] of [
      ['a<', 'a'],
      ['a<<<', 'a<'],
      ['a<</thinking>', 'a'],
      ['<</thinx', '<</thinx'],
      ['<</think<<', '<</think'],
      [`x${END.slice(1)}`, `x${END.slice(1)}`],
    ] as const) {
      assert.deepEqual(raw(content), [`'${shown}'`]);
    }
  });

  it('end at once if their end tag is first', () => {
    assert.deepEqual(raw(END), [END]);
  });

  it('are raw until their end tag, or until they are ended', () => {
    const scanner = new TagScanner();
    scanner.raw(END);
    assert.equal(scanner.isRaw, true);
    scanner.push('a<<STEP_END>>');
    assert.deepEqual(drain(scanner), ["'a<<STEP_END>>'"]);
    scanner.endRaw();
    assert.equal(scanner.isRaw, false);
    scanner.push('<<STEP_END>>');
    assert.deepEqual(drain(scanner), ['<<STEP_END>>']);
    scanner.raw(END);
    scanner.push(END);
    assert.deepEqual(drain(scanner), [END]);
    assert.equal(scanner.isRaw, false);
  });

  it('may begin in the middle of a chunk', () => {
    const scanner = new TagScanner();
    scanner.push('<<thinking>>x<<STEP_END>>y<</thinking>>');
    assert.equal(shown(scanner.next() ?? {text: ''}), '<<thinking>>');
    scanner.raw(END);
    assert.deepEqual(drain(scanner), ["'x<<STEP_END>>y'", END]);
  });
});

describe('unread of TagScanner', () => {
  it('reads text again, before waiting text', () => {
    const scanner = new TagScanner();
    scanner.push('c<<STEP_');
    assert.deepEqual(drain(scanner), ["'c'"]);
    scanner.unread('a<<STEP_END>>');
    scanner.push('END>>');
    assert.deepEqual(drain(scanner), ["'a'", '<<STEP_END>>', '<<STEP_END>>']);
  });

  it('joins text that is read again with waiting text', () => {
    const scanner = new TagScanner();
    scanner.push('<<STEP_');
    assert.deepEqual(drain(scanner), []);
    scanner.unread('x');
    scanner.push('START>>');
    assert.deepEqual(drain(scanner), ["'x'", '<<STEP_START>>']);
  });
});
