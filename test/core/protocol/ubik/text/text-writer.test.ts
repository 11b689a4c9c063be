import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation, type TextItem} from '../../../../../src/core/model/item.js';
import {reduce} from '../../../../../src/core/model/reduce.js';
import {RunWriter} from '../../../../../src/core/protocol/ubik/run-writer.js';
import {TextWriter} from '../../../../../src/core/protocol/ubik/text/text-writer.js';
import {every} from '../folded.js';

interface OpenedWriter {
  readonly text: TextWriter;
  readonly shown: () => TextItem | undefined;
}

function open(): OpenedWriter {
  const writer = new RunWriter('run', () => undefined);
  writer.openMessage({role: 'assistant'});
  const text = new TextWriter(writer, 'run');
  let conversation = emptyConversation;
  return {
    text,
    shown: () => {
      conversation = reduce(conversation, writer.take());
      return every(conversation, 'text')[0];
    },
  };
}

const web = '<web_citation url="https://a.example" title="A">[1]</web_citation>';

describe('TextWriter', () => {
  it('opens no item before there is text', () => {
    const {text, shown} = open();
    text.push('\n  ');
    assert.equal(shown(), undefined);
    text.push('a');
    assert.equal(shown()?.text, '  a');
  });

  it('opens no item for white space alone', () => {
    const {text, shown} = open();
    text.push('\n\n');
    text.end();
    assert.equal(shown(), undefined);
  });

  it('streams text, and ends done', () => {
    const {text, shown} = open();
    text.push('a ');
    text.push('b');
    assert.deepEqual([shown()?.text, shown()?.status], ['a b', 'streaming']);
    text.end();
    assert.deepEqual([shown()?.text, shown()?.status], ['a b', 'done']);
  });

  it('removes citations, and marks their positions', () => {
    const {text, shown} = open();
    text.push(`Fact.${web} More <source_2>.`);
    text.end();
    assert.equal(shown()?.text, 'Fact. More .');
    assert.deepEqual(shown()?.marks, [
      {offset: 5, source: 'run/source:web:https://a.example', label: '1'},
      {offset: 10, source: 'run/source:number:2', label: '2'},
    ]);
  });

  it('marks a position that is cut anywhere', () => {
    for (let at = 1; at < web.length; at++) {
      const {text, shown} = open();
      text.push(`é🙂${web.slice(0, at)}`);
      text.push(`${web.slice(at)} end`);
      text.end();
      assert.deepEqual([shown()?.text, shown()?.marks?.[0]?.offset], ['é🙂 end', 3]);
    }
  });

  it('opens an item for a citation that is alone', () => {
    const {text, shown} = open();
    text.push(web);
    assert.deepEqual([shown()?.text, shown()?.marks?.length], ['', 1]);
  });

  it('displays an incomplete citation as text at the end', () => {
    const {text, shown} = open();
    text.push('a <web_citation url="x');
    assert.equal(shown()?.text, 'a');
    text.end();
    assert.equal(shown()?.text, 'a <web_citation url="x');
  });

  it('gives a list of marks that is new whenever one is added, and is never changed', () => {
    const {text, shown} = open();
    text.push('a<source_1>');
    const first = shown()?.marks;
    text.push('b<source_2>');
    assert.equal(first?.length, 1);
    assert.equal(shown()?.marks?.length, 2);
  });

  it('keeps five thousand marks, and displays more as text', () => {
    const {text, shown} = open();
    text.push('<source_1>'.repeat(5_001));
    text.end();
    assert.equal(shown()?.marks?.length, 5_000);
    assert.equal(shown()?.text, '<source_1>');
  });
});
