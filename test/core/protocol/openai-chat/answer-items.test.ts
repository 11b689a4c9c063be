import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {MessageItem} from '../../../../src/core/index.js';
import {chunk, ends, folded, says, shown} from './completions.js';

const marks = ({children}: MessageItem): readonly unknown[] =>
  children.flatMap(item => (item.kind === 'text' ? [item.marks?.map(({offset}) => offset)] : []));

const cites = (url: string, start_index: number, end_index: number): object => ({
  type: 'url_citation',
  url_citation: {url, title: url.slice(8), start_index, end_index},
});

describe('the items of an answer', () => {
  it('have marks where the text cites a source, once for each place', () => {
    const [a, b] = ['https://a.example', 'https://b.example'];
    const text = `One (${a}). Two (${b}).`;
    const annotations = [cites(b, text.indexOf(b), text.length - 2), cites(a, 5, 5 + a.length)];
    const cited = chunk({annotations});
    const {message} = folded([...says(text.slice(0, 9), text.slice(9)), cited, cited, ends()]);
    assert.deepEqual(marks(message), [[5 + a.length, text.length - 2]]);
    assert.deepEqual(
      shown(message).slice(1),
      [b, a].map((url, at) => ['source', at + 1, url.slice(8), url]),
    );
  });

  it('have marks in the right text, also if the citation comes first', () => {
    const url = 'https://a.example';
    const annotations = [cites(url, 8, 8 + url.length)];
    const {message} = folded([
      chunk({annotations}),
      ...says('First.'),
      chunk({reasoning: 'Hm'}),
      ...says(`2 ${url} end`),
      ends(),
    ]);
    assert.deepEqual(marks(message), [undefined, [2 + url.length]]);
  });

  it('have the marks of a text that was cut, and those of its continuation', () => {
    const at = (file_id: string, index: number): object =>
      chunk({annotations: [{type: 'file_citation', file_citation: {file_id, index}}]});
    const [first, second] = ['Berlin is big.', ' Paris too.'];
    const {message} = folded([...says(first), at('a', 6), ends('length')]);
    for (const chunks of [
      [...says(second), at('b', 6)],
      // A server that repeats the text counts from its beginning.
      [...says(first), ...says(second), at('b', first.length + 6)],
      [...says(first), at('a', 6), ...says(second), at('b', first.length + 6)],
    ]) {
      const continued = {message: {...message, status: 'streaming'}} as const;
      const whole = folded([...chunks, ends()], 'lost', continued).message;
      assert.deepEqual(marks(whole), [[6, first.length + 6]]);
      const text = whole.children.find(item => item.kind === 'text');
      const labels = text?.marks?.map(({label}) => label);
      assert.deepEqual(labels, ['1', '2']);
    }
  });

  it('have a source with its quote for a cited file', () => {
    const file_citation = {file_id: 'f', filename: 'a.pdf', quote: 'Open at nine.'};
    const annotations = [{type: 'file_citation', file_citation}];
    const {message} = folded([...says('At nine.'), chunk({annotations}), ends()]);
    assert.deepEqual(marks(message)[0], [8]);
    const source = message.children.find(item => item.kind === 'source');
    assert.deepEqual(
      [source?.title, source?.documentId, source?.snippet],
      ['a.pdf', 'f', 'Open at nine.'],
    );
  });

  it('are files for images, each once', () => {
    const image = {image_url: {url: 'data:image/webp;base64,AA=='}};
    const {message} = folded([
      chunk({images: [image, image, {image_url: {url: 'javascript:alert(1)'}}]}),
      ends(),
    ]);
    assert.deepEqual(shown(message), [['file', 'image.webp', 'data:image/webp;base64,AA==']]);
  });

  it('show the tools that the server runs, with their results and sources', () => {
    const found = {results: [{title: 'A', url: 'https://a.example', content: 'text'}]};
    const search = {index: 0, type: 'search', arguments: '{"query":"a"}'};
    const {message} = folded([
      chunk({executed_tools: [search]}),
      chunk({executed_tools: [{...search, output: 'Title: A', search_results: found}]}),
      chunk({executed_tools: [{index: 1, type: 'python', code_results: [{text: '42'}]}]}),
      ...says('A.'),
      ends(),
    ]);
    assert.deepEqual(shown(message), [
      ['tool', 'done', 'search', '{"query":"a"}', 'Title: A'],
      ['source', 1, 'A', 'https://a.example'],
      ['tool', 'done', 'python', '', '[{"text":"42"}]'],
      ['text', 'done', 'A.'],
    ]);
    const [tool] = message.children;
    assert.deepEqual(tool?.kind === 'tool' && tool.phases?.[0]?.data, {
      query: 'a',
      results_count: 1,
      sources: [{rank: 1, title: 'A', url: 'https://a.example'}],
    });
  });

  it('end a tool of the server that has no result', () => {
    const {message} = folded([chunk({executed_tools: [{index: 0, type: 'search'}]})]);
    assert.deepEqual(shown(message), [['tool', 'interrupted', 'search', '', '']]);
  });
});
