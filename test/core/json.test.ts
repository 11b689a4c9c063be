import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  changedInteger,
  jsonText,
  parseJson,
  parseJsonExactly,
  parseReceived,
  sentJson,
  withBigIntegers,
  withoutBigIntegers,
  withoutHalfPairs,
} from '../../src/core/json.js';

describe('parseJson', () => {
  it('returns the value of a JSON text, and undefined for any other', () => {
    assert.deepEqual(parseJson('{"a":[1,null]}'), {a: [1, null]});
    assert.equal(parseJson('null'), null);
    for (const text of ['', '{', 'undefined', "{'a':1}", '1 2']) {
      assert.equal(parseJson(text), undefined);
    }
  });
});

describe('sentJson', () => {
  it('writes the numbers that were received, also inside of other values', () => {
    const text =
      '{"id":1234567890123456789,"ids":[1,-98765432109876543210],"name":"1234567890123456789"}';
    assert.equal(sentJson([{input: parseReceived(text)}]), `[{"input":${text}}]`);
  });

  it('writes texts that replace them, or look like them, as texts', () => {
    const received = parseReceived('{"id":1234567890123456789}') as {id: string};
    assert.equal(sentJson({...received}), '{"id":"1234567890123456789"}');
    received.id = 'none';
    assert.deepEqual(parseJson(sentJson(received)), {id: 'none'});
    const lookalike = {id: 'a"\u00001234567890123456789"'};
    assert.deepEqual(parseJson(sentJson(lookalike)), lookalike);
  });

  it('keeps the digits of a value with very many levels', () => {
    const text = `${'['.repeat(50_000)}1234567890123456789${']'.repeat(50_000)}`;
    let value = parseReceived(text);
    while (Array.isArray(value)) value = value[0] as unknown;
    assert.equal(value, '1234567890123456789');
  });
});

describe('withBigIntegers', () => {
  const text = '{"a":[{"id":-1234567890123456789}],"name":"1234567890123456789","b":"\\u00001"}';

  it('tells received numbers from texts, also in parts that are copied, and back', () => {
    const {a, ...rest} = withBigIntegers(parseReceived(text)) as {a: object[]};
    assert.deepEqual(a, [{id: -1234567890123456789n}]);
    assert.deepEqual(rest, {name: '1234567890123456789', b: '\u00001'});
    const copy = {...rest, ids: a.map(one => ({...one}))};
    assert.equal(sentJson(copy), sentJson(withoutBigIntegers(copy)));
    assert.match(sentJson(withoutBigIntegers(copy)), /"ids":\[\{"id":-1234567890123456789\}\]/);
    assert.deepEqual(withoutBigIntegers(copy), {...rest, ids: [{id: '-1234567890123456789'}]});
  });

  it('returns a value without such numbers, and one that is no JSON', () => {
    const cyclic: {self?: object} = {};
    cyclic.self = cyclic;
    for (const value of [{a: 1, at: new Date(0)}, cyclic, undefined]) {
      assert.equal(withBigIntegers(value), value);
      assert.equal(withoutBigIntegers(value), value);
    }
  });
});

describe('parseReceived', () => {
  it('keeps the digits of whole numbers only, and not those in strings', () => {
    const text =
      '{"id":1234567890123456789,"ids":[-98765432109876543210,9007199254740991,10000000000000000000],"name":"1234567890123456789","share":0.12345678901234567,"large":1.5e300}';
    assert.deepEqual(parseReceived(text), {
      id: '1234567890123456789',
      ids: ['-98765432109876543210', 9007199254740991, 1e19],
      name: '1234567890123456789',
      share: Number('0.12345678901234567'),
      large: 1.5e300,
    });
    assert.equal(parseReceived('{'), undefined);
  });

  for (const source of ['1234567890123456.78', '-12345678901234567890.0', '1e400', '-1.5E+400'])
    it(`keeps ${source}, and sentJson writes the number again`, () => {
      const text = `{"a":[${source}],"b":2}`;
      assert.deepEqual(parseReceived(text), {a: [source], b: 2});
      assert.equal(sentJson(parseReceived(text)), text);
      assert.deepEqual(withBigIntegers(parseReceived(text)), {a: [Number(source)], b: 2});
    });

  it('keeps the words of numbers that JSON does not have', () => {
    assert.deepEqual(parseReceived('{"a":NaN,"b":[-Infinity,Infinity],"NaN":"NaN \\" Infinity"}'), {
      a: 'NaN',
      b: ['-Infinity', 'Infinity'],
      NaN: 'NaN " Infinity',
    });
    for (const text of ['{"a":"NaN', '{"a":NaN', 'NaN is not a number', '{"a":xNaN}']) {
      assert.equal(parseReceived(text), undefined, text);
    }
  });
});

describe('parseJsonExactly', () => {
  it('reads long texts and long numbers, and never throws', () => {
    const id = '12345678901234567890';
    const long = 'x'.repeat(10_000_000);
    assert.deepEqual(parseJsonExactly(`["${long}",${id}]`), [long, id]);
    assert.equal(changedInteger(`["${long}",${id}]`), id);
    const escapes = JSON.stringify('\\'.repeat(10_000_000));
    assert.ok(Array.isArray(parseJsonExactly(`[${escapes},${id}]`)));
    changedInteger(escapes);
    const zeros = `1${'0'.repeat(100_000)}1`;
    assert.equal(parseJsonExactly(zeros), zeros);
    assert.equal(changedInteger('12345678901234567890.0'), '12345678901234567890.0');
    assert.equal(changedInteger('0.12345678901234567'), undefined);
  });

  const changed = [
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '1e400',
    '-1E+400',
    '1e-400',
    '0.1000000000000000055',
    '1180591620717411303425',
    '1.0000000000000000001',
  ];
  for (const source of changed) {
    it(`keeps ${source} as it was sent`, () => {
      assert.equal(parseJsonExactly(source), source);
      const text = `{"a":[${source}, {"${source}": ${source}}],"b":"\\"${source}","c":0.5}`;
      assert.deepEqual(parseJsonExactly(text), {
        a: [source, {[source]: source}],
        b: `"${source}`,
        c: 0.5,
      });
    });
  }

  for (const source of [
    '9007199254740992',
    '123456789012345680000',
    '1e21',
    '100e-2',
    '1.50',
    '0.1',
    '-0.0',
    '0e999',
    '5e-324',
    '1.7976931348623157e308',
    '0.30000000000000004',
    '000000000000000001',
  ]) {
    it(`reads ${source} as JSON does`, () => {
      assert.equal(parseJsonExactly(source), parseJson(source));
      assert.equal(changedInteger(source), undefined);
    });
  }

  it('takes time in proportion to the length of a text', () => {
    const text = JSON.stringify(Array.from({length: 50_000}, () => '1234567890123456789"\\'));
    assert.deepEqual(parseJsonExactly(text), parseJson(text));
  });
});

describe('changedInteger', () => {
  it('finds a whole number that JSON changes, also an infinite one, but no fraction and no text', () => {
    assert.equal(changedInteger('{"a":[1,9007199254740993]}'), '9007199254740993');
    assert.equal(changedInteger('[1.5e400]'), '1.5e400');
    for (const text of ['[0.1000000000000000055]', '["9007199254740993"]', '{"1e400":1}', '{']) {
      assert.equal(changedInteger(text), undefined);
    }
  });
});

describe('withoutHalfPairs', () => {
  it('replaces escaped halves of surrogate pairs, and nothing else', () => {
    const half = (value: string): unknown => parseJson(withoutHalfPairs(value));
    assert.deepEqual(half('{"a":"\\ud83d"}'), {a: '\ufffd'});
    assert.deepEqual(half('["\\uDE00\\uD83D","\\ud83d\\ude00"]'), ['\ufffd\ufffd', '😀']);
    assert.deepEqual(half('["\\\\ud83d","\\n\\u0041"]'), ['\\ud83d', '\nA']);
  });
});

describe('jsonText', () => {
  it('gives the text of a value', () => {
    assert.equal(jsonText({a: [1]}), '{"a":[1]}');
    assert.equal(jsonText({a: 1}, 2), '{\n  "a": 1\n}');
  });

  it('returns undefined for values without JSON', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    for (const value of [undefined, Symbol('x'), 1n, cycle, deep]) {
      assert.equal(jsonText(value), undefined);
    }
  });
});
