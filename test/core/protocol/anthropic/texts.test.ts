import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {block, call, delta, done, open, shut, start, text} from './events.js';
import {shown, folded} from './folded.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

const page = {type: 'web_search_result_location', url: 'https://a.example', title: 'A'};
const cite = (citation: object): object => ({type: 'citations_delta', citation});
const say = (words: string): object => ({type: 'text_delta', text: words});
const empty = {type: 'text', text: ''};

/** The text of a message, with `{label}` at each mark. */
function marked(...frames: readonly Frame[]): string {
  const {children} = folded([start(), ...frames]).message;
  return children
    .flatMap(item => {
      if (item.kind !== 'text') return [];
      const marks = [...(item.marks ?? [])].reverse();
      return marks.reduce(
        (words, {offset, label}) => `${words.slice(0, offset)}{${label}}${words.slice(offset)}`,
        item.text,
      );
    })
    .join('|');
}

/** The sources of a message. */
function sources(...frames: readonly Frame[]): readonly unknown[] {
  return shown([start(), ...frames]).filter(({kind}) => kind === 'source');
}

describe('neighbouring text blocks', () => {
  it('are joined if nothing is in between', () => {
    assert.equal(marked(...text(0, '- '), ...text(1, '**a'), ...text(2, '**')), '- **a**');
  });

  it('are separate if something else is displayed between them', () => {
    const between: readonly (readonly Frame[])[] = [
      call(1, 'a', '{}'),
      block(1, {type: 'thinking', thinking: 'x'}),
      block(1, {type: 'redacted_thinking', data: 'x'}),
    ];
    for (const other of between)
      assert.equal(marked(...text(0, 'a'), ...other, ...text(2, 'b')), 'a|b');
  });

  it('are joined if nothing is displayed between them', () => {
    const fallback = {type: 'fallback', to: {model: 'b'}};
    for (const other of [fallback, {type: 'compaction', content: 'x'}]) {
      assert.equal(marked(...text(0, 'a'), ...block(1, other), ...text(2, 'b')), 'ab');
    }
  });

  it('may start with text', () => {
    assert.equal(
      marked(...block(0, {type: 'text', text: 'a'}), ...block(1, {type: 'text', text: 'b'})),
      'ab',
    );
  });

  it('may still grow in the middle', () => {
    const late = delta(0, say('!'));
    assert.equal(marked(...text(0, 'a'), ...block(1, empty, say('b'), cite(page)), late), 'a!b{1}');
  });
});

describe('a citation', () => {
  it('is a mark at the end of its block, whether it arrives before or after the text', () => {
    assert.equal(
      marked(...text(0, 'x '), ...block(1, empty, cite(page), say('told')), ...text(2, '.')),
      'x told{1}.',
    );
    assert.equal(
      marked(...text(0, 'x '), ...block(1, empty, say('told'), cite(page)), ...text(2, '.')),
      'x told{1}.',
    );
    assert.equal(marked(...block(0, {type: 'text', text: 'told', citations: [page]})), 'told{1}');
  });

  it('has no position before its block has stopped', () => {
    const open0 = [open(0, empty), delta(0, cite(page)), delta(0, say('to'))];
    assert.equal(marked(...open0), 'to');
    assert.equal(marked(...open0, delta(0, say('ld')), shut(0)), 'told{1}');
    assert.equal(marked(...open0, ...done()), 'to{1}');
  });

  it('that arrives after its block is still a mark', () => {
    assert.equal(marked(...text(0, 'told'), delta(0, cite(page))), 'told{1}');
  });

  it('cites a source once in a block, and keeps its number in others', () => {
    const other = {...page, url: 'https://b.example', title: 'B'};
    const folded = [
      ...block(0, empty, cite(page), cite({...page, cited_text: 'else'}), cite(other), say('a')),
      ...block(1, empty, cite(other), say('b')),
    ];
    assert.equal(marked(...folded), 'a{1}{2}b{2}');
    assert.equal(sources(...folded).length, 2);
  });

  it('counts on over all messages of a run', () => {
    const second = {...page, url: 'https://b.example'};
    const folded = [
      ...block(0, empty, cite(page), say('a')),
      ...done('pause_turn'),
      start({id: 'msg_2'}),
      ...block(0, empty, cite(second), cite(page), say('b')),
    ];
    assert.equal(marked(...folded), 'a{1}b{2}{1}');
  });

  const shapes: readonly (readonly [string, object, object])[] = [
    [
      'web_search_result_location',
      {url: 'https://a.example', title: 'A', cited_text: 'q', encrypted_index: 'x'},
      {title: 'A', url: 'https://a.example', snippet: 'q'},
    ],
    [
      'web_search_result_location',
      {url: 'https://a.example', title: null, cited_text: 'q'},
      {title: 'https://a.example', url: 'https://a.example', snippet: 'q'},
    ],
    [
      'page_location',
      {
        document_index: 0,
        document_title: 'Report',
        file_id: 'f',
        start_page_number: 5,
        end_page_number: 7,
        cited_text: 'q',
      },
      {title: 'Report', documentId: 'f', snippet: 'q', firstPage: 5, lastPage: 6},
    ],
    [
      'char_location',
      {
        document_index: 1,
        document_title: null,
        cited_text: 'q',
        start_char_index: 10,
        end_char_index: 20,
      },
      {title: 'q', snippet: 'q', firstCharacter: 10, lastCharacter: 20},
    ],
    [
      'search_result_location',
      {source: 'https://s.example', title: 'S', cited_text: 'q'},
      {title: 'S', url: 'https://s.example', snippet: 'q'},
    ],
    ['something_new', {cited_text: 'q'}, {title: 'q', snippet: 'q'}],
    ['something_new', {}, {title: '1'}],
    ['something_new', {title: 7, document_index: 0}, {title: '1'}],
  ];
  for (const [type, fields, expected] of shapes) {
    it(`of type ${type} with ${Object.keys(fields).join(', ') || 'nothing'} is a source`, () => {
      assert.deepEqual(sources(...block(0, empty, cite({type, ...fields}), say('a'))), [
        {kind: 'source', status: 'done', number: 1, ...expected},
      ]);
    });
  }

  const [page3, character10] = [{start_page_number: 3}, {start_char_index: 10}];
  for (const [one, other, count] of [
    [{url: 'u', cited_text: 'a'}, {url: 'u', cited_text: 'b'}, 1],
    [{source: 'u'}, {url: 'u'}, 1],
    [{url: 'u'}, {url: 'v'}, 2],
    [{file_id: 'f', document_index: 0}, {file_id: 'f', document_index: 1}, 1],
    [{document_index: 0, cited_text: 'a'}, {document_index: 0, cited_text: 'b'}, 1],
    [{document_index: 0}, {document_index: 1}, 2],
    [{title: 'T', cited_text: 'a'}, {title: 'T', cited_text: 'b'}, 1],
    [{cited_text: 'a'}, {cited_text: 'b'}, 2],
    [{cited_text: 'a'}, {cited_text: 'a'}, 1],
    [{title: 'T', ...page3, cited_text: 'a'}, {title: 'T', ...page3, cited_text: 'b'}, 2],
    [{title: 'T', ...page3, cited_text: 'a'}, {title: 'T', ...page3, cited_text: 'a'}, 1],
    [{title: 'T', ...page3}, {title: 'T', ...character10}, 2],
  ] as const) {
    it(`is with another one of ${count}: ${JSON.stringify([one, other])}`, () => {
      assert.equal(sources(...block(0, empty, cite(one), cite(other), say('a'))).length, count);
    });
  }
});

describe('marks', () => {
  it('are at the ends of the cited blocks, however many there are and wherever the text is cut', () => {
    const piece = fc.record({
      // Texts without a sentence or a block of Markdown, which would be separated.
      words: fc.array(fc.string().map(words => words.replace(/[^\w ,]|\d/g, 'x'))),
      cited: fc.boolean(),
      first: fc.boolean(),
    });
    forAll(runs(1000), [fc.array(piece)], pieces => {
      const frames = pieces.flatMap(({words, cited, first}, index) => {
        const said = words.map(say);
        const citation = cited ? [cite(page)] : [];
        return block(index, empty, ...(first ? [...citation, ...said] : [...said, ...citation]));
      });
      let offset = 0;
      const ends = pieces.flatMap(({words, cited}) => {
        offset += words.join('').length;
        return cited ? [offset] : [];
      });
      const texts = folded([start(), ...frames, ...done()]).message.children.filter(
        ({kind}) => kind === 'text',
      );
      const [item] = texts;
      assert.equal(texts.length, Math.min(pieces.length, 1));
      if (item?.kind !== 'text') return;
      assert.equal(item.text, pieces.flatMap(({words}) => words).join(''));
      const offsets = (item.marks ?? []).map(mark => mark.offset);
      assert.deepEqual(offsets, ends);
    });
  });
});
