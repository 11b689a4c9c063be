import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chatMessageOf, type ChatMessage} from '../../src/chatkit/index.js';
import {aishu, foldFrames, parseFrames, type Frame} from '../../src/core/index.js';
import {append, progress, upsert} from '../core/protocol/aishu/patches.js';
import {recorded} from '../core/protocol/recorded.js';

function messageOf(frames: Iterable<Frame>): ChatMessage {
  const message = foldFrames(aishu, frames).children.at(-1);
  assert.ok(message?.kind === 'message');
  return chatMessageOf(message);
}

const skill = (name: string, answer: unknown): ChatMessage =>
  messageOf([
    upsert(['message'], {content: {middle_answer: {progress: []}}}),
    append(progress(0), {
      id: 's1',
      stage: 'skill',
      status: 'completed',
      skill_info: {name, args: [{name: 'query', value: 'q'}]},
      answer,
      start_time: 1_767_225_600,
      end_time: 1_767_225_602.5,
    }),
  ]);

describe('a message as ChatKit blocks', () => {
  it('has a web search with its results, then Markdown', () => {
    const {content, role} = messageOf(parseFrames(recorded('aishu', 'b-web-search-then-llm')));
    assert.equal(role.type, 'Assistant');
    assert.deepEqual(
      content.map(({type}) => type),
      ['WebSearch', 'Markdown'],
    );
    const [search] = content;
    assert.ok(search?.type === 'WebSearch');
    assert.notEqual(search.content.input, '');
    assert.ok(search.content.results.every(({title, link}) => title !== '' && link !== ''));
  });

  it('has a chart with rows, dimensions and measures', () => {
    const rows = [
      {month: 'Jan', sales: 3},
      {month: 'Feb', sales: 5},
    ];
    const config = {chart_type: 'Column', xField: 'month', yField: 'sales'};
    const {content} = skill('json2plot', {title: 'Sales', chart_config: config, data: rows});
    assert.deepEqual(content, [
      {
        type: 'Json2Plot',
        content: {
          chartType: 'Column',
          title: 'Sales',
          dimensions: [{name: 'month', displayName: 'month', dataType: 'string'}],
          measures: [{name: 'sales', displayName: 'sales', dataType: 'number'}],
          rows,
        },
        consumeTime: 2.5,
      },
    ]);
  });

  it('has a page with its address and size', () => {
    const page = {url: 'https://pages.example/1', title: 'Map', size: [640, 480]};
    const [block] = skill('web_processor', {result: page}).content;
    assert.deepEqual(block?.content, page);
    assert.equal(block.type, 'WebProcessor');
  });

  it('represents any other skill, and one with unexpected output, as a tool', () => {
    const [other] = skill('my_skill', {result: {rows: 2}}).content;
    assert.equal(other?.type, 'Tool');
    assert.deepEqual(other.content, {
      name: 'my_skill',
      title: 'my_skill',
      input: {query: 'q'},
      output: {rows: 2},
    });
    assert.equal(skill('json2plot', {title: 'No rows'}).content[0]?.type, 'Tool');
    assert.equal(skill('web_processor', 'no address').content[0]?.type, 'Tool');
  });
});
