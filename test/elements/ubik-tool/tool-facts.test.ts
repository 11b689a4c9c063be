import {expect} from '@open-wc/testing';
import {leadingText, resultOf} from '../../../src/elements/ubik-tool/tool-facts.js';
import {tool} from '../support/items.js';

describe('the summary of the arguments of a tool call', () => {
  it('are those of the first argument that has any', () => {
    expect(leadingText({limit: 3, note: ' ', query: 'opening hours'})).to.equal('opening hours');
  });

  it('contains no Markdown syntax, but literal characters', () => {
    expect(leadingText({question: 'Your **e-mail** or `id`?'})).to.equal('Your e-mail or id?');
    expect(leadingText({code: '2**3 * 4**5'})).to.equal('2**3 * 4**5');
  });

  it('is empty if no argument is text', () => {
    for (const input of [undefined, null, '', 7, {}, {limit: 3}]) {
      expect(leadingText(input)).to.equal('');
    }
  });

  it('is the text of an input that is not JSON', () => {
    expect(leadingText('rm -r x')).to.equal('rm -r x');
  });

  it('fits into a line, however long the argument is', () => {
    expect(leadingText({text: '`x '.repeat(100_000)})).to.have.length(300);
  });
});

describe('the text that a program has written for a terminal', () => {
  for (const [what, output, expected] of [
    ['colours', '\u001B[1;31mred\u001B[0m \u001B[48;2;38;38;38mx\u001B[m', 'red x'],
    ['positions', '\u001B[2K\u001B[1Ga\u001B[?25lb\u001B(Bc\u001B7d\u001B=e', 'abcde'],
    ['a link', '\u001B]8;;https://a.example\u0007a\u001B]8;;\u001B\\b', 'ab'],
    ['a title', '\u001B]0;title\u0007text', 'text'],
    ['a title without an end', 'a\u001B]0;b c', 'a0;b c'],
    ['brackets that are no code', 'list[0] and [32m', 'list[0] and [32m'],
    ['an escape character alone', 'a\u001B', 'a'],
  ] as const) {
    it(`is displayed without its codes: ${what}`, () => {
      expect(resultOf(tool({output})).exact).to.equal(expected);
      const inJson = JSON.stringify({stdout: [output], id: 7});
      expect(resultOf(tool({output: inJson})).exact).to.deep.equal({stdout: [expected], id: 7});
    });
  }

  it('keeps the digits of numbers and an escape that is itself escaped', () => {
    const output = '{"id":12345678901234567890,"a":"\\\\u001b[1m","b":"\\u001b[1mb"}';
    expect(resultOf(tool({output})).exact).to.deep.equal({
      id: '12345678901234567890',
      a: '\\u001b[1m',
      b: 'b',
    });
  });
});

describe('the output of a tool', () => {
  const inner = '{"city":"\\u5317\\u4eac","note":"a\\nb"}';
  const value = {city: '北京', note: 'a\nb'};
  const text = (words: string): object => ({type: 'text', text: words});

  for (const [what, output, expected] of [
    [
      'texts in a result that the Python library of MCP wrote',
      JSON.stringify({meta: null, content: [text(inner)], structuredContent: null, isError: false}),
      value,
    ],
    ['JSON in a result of MCP', JSON.stringify({content: [text(inner)]}), value],
    ['JSON in a text', JSON.stringify(inner), value],
    [
      'the texts of a result',
      JSON.stringify({content: [text('a'), text('b')], isError: false}),
      'a\nb',
    ],
    ['the texts of a list', JSON.stringify([text('line1\nline2')]), 'line1\nline2'],
    ['text that is no JSON', '\\u4f60 a\\nb', '\\u4f60 a\\nb'],
    ['a number in a text', '"5"', '5'],
    ['JSON inside of JSON only once', JSON.stringify(JSON.stringify(inner)), JSON.stringify(inner)],
    [
      'the texts beside a picture',
      JSON.stringify({content: [text('a'), {type: 'image', data: 'x'}, text('b')]}),
      'a\nb',
    ],
    [
      'a result with an image',
      '{"content":[{"type":"image","data":"x"}]}',
      {content: [{type: 'image', data: 'x'}]},
    ],
    [
      'the texts with the fields of MCP and Anthropic Messages',
      JSON.stringify([
        {...text('a'), annotations: null, _meta: {b: 1}, meta: null},
        {...text('b'), citations: [], cache_control: {type: 'ephemeral'}},
      ]),
      'a\nb',
    ],
    [
      'the texts with the fields of LangChain',
      JSON.stringify([
        {...text('a'), id: 'lc_0b7d'},
        {...text('b'), index: 1, extras: {c: 1}},
      ]),
      'a\nb',
    ],
    [
      'a list of records of the type text',
      '[{"id":"m1","from":"Anna","type":"text","text":"Hi"}]',
      [{id: 'm1', from: 'Anna', type: 'text', text: 'Hi'}],
    ],
    [
      'texts beside a record',
      JSON.stringify({content: [text('a'), {...text('Your age?'), required: true}]}),
      {content: [text('a'), {...text('Your age?'), required: true}]},
    ],
    [
      'an object with other fields',
      '{"content":[{"type":"text","text":"a"}],"id":1}',
      {content: [text('a')], id: 1},
    ],
  ] as const) {
    it(`is ${what}`, () => {
      const {value, exact} = resultOf(tool({output}));
      expect({value, exact}).to.deep.equal({value: expected, exact: expected});
    });
  }

  it('is the structured content of a result, besides the text, which does not repeat it', () => {
    const rows = {rows: [{id: 1}, {id: 2}]};
    const read = (structuredContent: unknown, ...texts: readonly string[]): object => {
      const {value, text: words} = resultOf(
        tool({output: JSON.stringify({content: texts.map(text), structuredContent})}),
      );
      return {value, text: words};
    };
    expect(read(rows, 'Found 2 rows', 'in a')).to.deep.equal({
      value: rows,
      text: 'Found 2 rows\nin a',
    });
    for (const [structured, texts, value] of [
      [rows, [JSON.stringify(rows, null, 2)], rows],
      [{result: 'a'}, ['a'], 'a'],
      [{result: '5'}, ['5'], '5'],
      [{result: 5}, ['5'], '5'],
      [{result: ['a', '1']}, ['a', '1'], 'a\n1'],
      [{result: [{a: 1}, {b: 2}]}, ['{"a": 1}', '{"b": 2}'], '{"a": 1}\n{"b": 2}'],
      [{result: {a: 1}}, ['{"result": {"a": 1}}'], {result: {a: 1}}],
      [{a: 2, b: 1}, ['{"b":1,"a":2}'], {b: 1, a: 2}],
      [{result: [{a: 2, b: 1}, 3]}, ['{"b": 1, "a": 2}', '3'], '{"b": 1, "a": 2}\n3'],
      [{result: ['a', 'b']}, ['a\nb'], 'a\nb'],
      [{}, ['a'], 'a'],
      [[], ['a'], 'a'],
      [rows, ['{"sources": [{"title": "a"}]}'], {sources: [{title: 'a'}]}],
    ] as const) {
      expect(read(structured, ...texts)).to.deep.equal({value, text: undefined});
    }
    expect(read({result: 'b'}, 'a')).to.deep.equal({value: {result: 'b'}, text: 'a'});
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const output = `{"content":[{"type":"text","text":"a"}],"structuredContent":{"result":${deep}}}`;
    expect(resultOf(tool({output})).text).to.equal('a');
  });

  it('has its numbers as they were sent, for a reader', () => {
    const id = '12345678901234567890';
    const exactOutput = (output: string): unknown => resultOf(tool({output})).exact;
    for (const output of [id, `"${id}"`]) expect(exactOutput(output)).to.equal(id);
    for (const output of [`{"id":${id}}`, JSON.stringify([text(`{"id":${id}}`)])])
      expect(exactOutput(output)).to.deep.equal({id});
    expect(exactOutput('{"n":1.5,"m":0.1}')).to.deep.equal({n: 1.5, m: 0.1});
  });

  it('is read once for each state of the call', () => {
    const item = tool({output: '{"city":"Oslo"}'});
    expect(resultOf(item).value).to.equal(resultOf(item).value);
  });
});
