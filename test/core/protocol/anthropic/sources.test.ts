import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Items} from '../../../../src/core/protocol/decoder/items.js';
import {AnthropicSources} from '../../../../src/core/protocol/anthropic/sources.js';

/** The fields of the sources that citations open. */
function cited(...citations: readonly object[]): readonly unknown[] {
  const items = new Items('run');
  const sources = new AnthropicSources(items);
  for (const citation of citations) sources.cite({...citation});
  return items.take().map(op => (op.op === 'open' ? op.fields : op));
}

describe('Sources', () => {
  it('opens a source when it is cited first, done', () => {
    const items = new Items('run');
    const sources = new AnthropicSources(items);
    const first = sources.cite({url: 'https://a.example', title: 'A', cited_text: 'x'});
    assert.deepEqual(first, {id: 'run.1', number: 1});
    assert.equal(sources.cite({url: 'https://a.example', title: 'Other'}), first);
    assert.deepEqual(items.take(), [
      {
        op: 'open',
        id: 'run.1',
        parent: 'run',
        kind: 'source',
        status: 'done',
        fields: {number: 1, title: 'A', url: 'https://a.example', snippet: 'x'},
      },
    ]);
  });

  it('numbers them in the order in which they are cited', () => {
    const fields = cited({url: 'u1'}, {url: 'u2'}, {url: 'u1'}, {file_id: 'f'});
    const found = fields.map(one => (one as {number: number}).number);
    assert.deepEqual(found, [1, 2, 3]);
  });

  it('keeps pages, characters and text of each quote of one document', () => {
    const document = {document_index: 0, document_title: 'Terms'};
    const pages = {type: 'page_location', start_page_number: 3, end_page_number: 5};
    const characters = {type: 'char_location', start_char_index: 10, end_char_index: 20};
    const first = {...document, ...pages, cited_text: 'a'};
    assert.deepEqual(
      cited(
        first,
        {...document, ...characters, cited_text: 'b'},
        {...first, cited_text: 'c'},
        first,
      ),
      [
        {number: 1, title: 'Terms', snippet: 'a', firstPage: 3, lastPage: 4},
        {number: 2, title: 'Terms', snippet: 'b', firstCharacter: 10, lastCharacter: 20},
        {number: 3, title: 'Terms', snippet: 'c', firstPage: 3, lastPage: 4},
      ],
    );
  });

  const titles: readonly (readonly [citation: object, title: string])[] = [
    [{title: 'T', document_title: 'D', url: 'u', cited_text: 'c'}, 'T'],
    [{document_title: 'D', url: 'u', cited_text: 'c'}, 'D'],
    [{url: 'u', cited_text: 'c'}, 'u'],
    [{source: 's', cited_text: 'c'}, 's'],
    [{cited_text: 'c'}, 'c'],
    [{title: '', cited_text: 'c'}, 'c'],
    [{title: 7, document_index: 0}, '1'],
    [{}, '1'],
  ];
  for (const [citation, title] of titles) {
    it(`names ${JSON.stringify(citation)} by ${title}`, () => {
      assert.equal((cited(citation)[0] as {title: string}).title, title);
    });
  }

  const same: readonly (readonly [a: object, b: object, sources: number])[] = [
    [{url: 'u', cited_text: 'a'}, {url: 'u', cited_text: 'b'}, 1],
    [{source: 'u'}, {url: 'u'}, 1],
    [{url: 'u'}, {url: 'v'}, 2],
    [{file_id: 'f', document_index: 0}, {file_id: 'f', document_index: 1}, 1],
    [{document_index: 0, cited_text: 'a'}, {document_index: 0, cited_text: 'b'}, 1],
    [{document_index: 0}, {document_index: 1}, 2],
    [{title: 'T', cited_text: 'a'}, {title: 'T', cited_text: 'b'}, 1],
    [{cited_text: 'a'}, {cited_text: 'b'}, 2],
    [{cited_text: 'a'}, {cited_text: 'a'}, 1],
  ];
  for (const [a, b, count] of same) {
    it(`treats ${JSON.stringify(a)} and ${JSON.stringify(b)} as ${count}`, () => {
      assert.equal(cited(a, b).length, count);
    });
  }

  it('keeps the document, without a link', () => {
    assert.deepEqual(cited({file_id: 'f', document_title: 'D'}), [
      {number: 1, title: 'D', documentId: 'f'},
    ]);
  });
});
