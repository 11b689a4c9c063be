import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Items} from '../../../../src/core/protocol/items.js';
import {offsetOf, Sources} from '../../../../src/core/protocol/openai-chat/sources.js';

describe('Sources', () => {
  it('opens one item for each address, and adds a title that comes later', () => {
    const items = new Items('run');
    const sources = new Sources(items);
    assert.deepEqual(sources.add('https://a.example'), {id: 'run.1', number: 1});
    assert.deepEqual(sources.add({url: 'https://a.example', title: 'A'}), {id: 'run.1', number: 1});
    assert.equal(sources.add({url: 'https://b.example', title: 'B', content: 'quoted'})?.number, 2);
    assert.equal(sources.add({}), undefined);
    const [first, titled, second, ...more] = items.take();
    assert.ok(first?.op === 'open' && second?.op === 'open');
    const url = 'https://a.example';
    assert.deepEqual(first.fields, {number: 1, title: url, url});
    assert.deepEqual(titled, {op: 'assign', id: 'run.1', fields: {title: 'A'}});
    assert.equal(second.fields && 'snippet' in second.fields && second.fields.snippet, 'quoted');
    assert.deepEqual(more, []);
  });

  it('knows documents by their ids', () => {
    const items = new Items('run');
    new Sources(items).add({file_id: 'd', filename: 'a.pdf'});
    const [op] = items.take();
    assert.deepEqual(op?.op === 'open' && op.fields, {number: 1, title: 'a.pdf', documentId: 'd'});
  });

  it('links no address but those of the web', () => {
    const items = new Items('run');
    new Sources(items).add({url: 'javascript:alert(1)', title: 'A'});
    const [op] = items.take();
    assert.deepEqual(op?.op === 'open' && op.fields, {number: 1, title: 'A'});
  });

  it('continues the numbers of a message', () => {
    const sources = new Sources(new Items('run', 3));
    sources.take({
      id: 'run.3',
      kind: 'source',
      status: 'done',
      children: [],
      number: 1,
      title: 'A',
      url: 'https://a.example',
    });
    assert.equal(sources.add('https://a.example')?.id, 'run.3');
    assert.equal(sources.add('https://b.example')?.number, 2);
  });
});

describe('offsetOf', () => {
  const url = 'https://a.example';
  const link = `[a](${url})`;

  it('counts code units or code points, whichever range has the address', () => {
    const text = `👍👍👍 see ${link}. More`;
    const units = text.indexOf('[');
    const points = Array.from(text.slice(0, units)).length;
    const end = units + link.length;
    for (const start_index of [units, points]) {
      const citation = {url, start_index, end_index: start_index + link.length};
      assert.equal(offsetOf(text, citation), end);
    }
  });

  it('is the index of a document', () => {
    assert.equal(offsetOf('text', {file_id: 'd', index: 2}), 2);
  });

  it('is the end of the text if the range is wrong or absent', () => {
    assert.equal(offsetOf('text', {url, start_index: 0, end_index: 2}), 4);
    assert.equal(offsetOf('text', {url}), 4);
    assert.equal(offsetOf('text', {file_id: 'd', index: 9}), 4);
    assert.equal(offsetOf('', {url, start_index: 5, end_index: 9}), 0);
  });
});
