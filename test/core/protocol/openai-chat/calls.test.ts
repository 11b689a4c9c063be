import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  Calls,
  isComplete,
  readFunctionCall,
  readToolCall,
  recordOfCall,
} from '../../../../src/core/protocol/openai-chat/calls.js';

/** Id, name and arguments of the calls that fragments are joined to. */
function joined(...fragments: readonly object[]): readonly (readonly string[])[] {
  const calls = new Calls();
  for (const fragment of fragments) calls.accept(readToolCall({...fragment}));
  return calls.all.map(({id, name, text}) => [id, name, text]);
}

const fn = (name: string | undefined, args: unknown): object => ({
  function: {name, arguments: args},
});

describe('the fragments of calls', () => {
  it('are joined by index, also interleaved and from any index', () => {
    assert.deepEqual(
      joined(
        {index: 1, id: 'a', ...fn('x', '{"n"')},
        {index: 3, id: 'b', ...fn('y', '')},
        {index: 1, ...fn(undefined, ':1}')},
        {index: 3, id: '', ...fn('', '{}')},
      ),
      [
        ['a', 'x', '{"n":1}'],
        ['b', 'y', '{}'],
      ],
    );
  });

  it('are joined by an index that is text', () => {
    const [one, two] = [{index: '0'}, {index: '1'}];
    assert.deepEqual(
      joined(
        {...one, id: 'a', ...fn('x', '{"n"')},
        {...two, id: 'b', ...fn('y', '{')},
        {...one, ...fn(undefined, ':1}')},
        {...two, ...fn(undefined, '}')},
      ),
      [
        ['a', 'x', '{"n":1}'],
        ['b', 'y', '{}'],
      ],
    );
  });

  it('are joined by id without an index, and else by their names', () => {
    assert.deepEqual(
      joined({id: 'a', ...fn('x', '{')}, {id: 'b', ...fn('x', '{}')}, {id: 'a', ...fn('', '}')}),
      [
        ['a', 'x', '{}'],
        ['b', 'x', '{}'],
      ],
    );
    assert.deepEqual(joined(fn('x', '{'), fn(undefined, '}'), fn('x', '{}')), [
      ['', 'x', '{}'],
      ['', 'x', '{}'],
    ]);
  });

  it('begin another call where a server gives all of them the same index', () => {
    const two = [
      ['a', 'x', '{}'],
      ['b', 'x', '{}'],
    ];
    assert.deepEqual(
      joined({index: 0, id: 'a', ...fn('x', '{}')}, {index: 0, id: 'b', ...fn('x', '{}')}),
      two,
    );
    assert.deepEqual(
      joined({index: 0, id: 'a', ...fn('x', '')}, {index: 0, id: 'b', ...fn('y', '')}),
      [
        ['a', 'x', ''],
        ['b', 'y', ''],
      ],
    );
    assert.equal(joined({index: 0, ...fn('x', '{}')}, {index: 0, ...fn('y', '{}')}).length, 2);
  });

  it('are joined by id where they interleave with the same index', () => {
    assert.deepEqual(
      joined(
        {index: 0, id: 'a', ...fn('x', '{"n"')},
        {index: 0, id: 'b', ...fn('y', '{"m"')},
        {index: 0, id: 'a', ...fn(undefined, ':1')},
        {index: 0, ...fn(undefined, '}')},
        {index: 0, id: 'b', ...fn('', ':2}')},
      ),
      [
        ['a', 'x', '{"n":1}'],
        ['b', 'y', '{"m":2}'],
      ],
    );
  });

  it('stay one call while its arguments only look complete', () => {
    assert.deepEqual(
      joined({index: 0, id: 'a', ...fn('x', '{}')}, {index: 0, ...fn(undefined, ', 1')}),
      [['a', 'x', '{}, 1']],
    );
    assert.equal(
      joined({index: 0, id: 'a', ...fn('x', '{"a')}, {index: 0, id: 'z', ...fn('', '":1}')}).length,
      1,
    );
  });

  it('may bring the id and the name late, in pieces or again', () => {
    assert.deepEqual(
      joined(
        {index: 0, ...fn('get_', '')},
        {index: 0, id: 'a', ...fn('weather', '')},
        {index: 0, id: 'a', ...fn('get_weather', '{')},
        {index: 0, id: 'a', ...fn('WRONG', '}')},
      ),
      [['a', 'get_weather', '{}']],
    );
    assert.deepEqual(joined({index: 0, ...fn('get', '')}, {index: 0, ...fn('get_all', '')}), [
      ['', 'get_all', ''],
    ]);
  });

  it('may have an object as arguments, which counts once', () => {
    const call = {index: 0, id: 'a', ...fn('x', {n: 1})};
    assert.deepEqual(joined(call, call), [['a', 'x', '{"n":1}']]);
  });

  it('get ids where the server gives none', () => {
    const calls = new Calls();
    calls.accept(readToolCall({...fn('x', '{}')}));
    calls.accept(readToolCall({id: 'b', ...fn('y', '{}')}));
    calls.accept(readFunctionCall({name: 'z', arguments: '{}'}));
    assert.equal(calls.complete('call_run').length, 1);
    const ids = calls.all.map(({id}) => id);
    assert.deepEqual(ids, ['call_run_1', 'b', '']);
    assert.deepEqual([calls.has('b'), calls.has('c')], [true, false]);
  });
});

describe('recordOfCall', () => {
  const recordOf = (call: object): unknown =>
    recordOfCall(new Calls().accept(readToolCall({...call})).call);

  it('keeps further fields, and sends empty arguments as an object', () => {
    const extra_content = {google: {thought_signature: 's'}};
    assert.deepEqual(
      recordOf({index: 0, id: 'a', type: 'function', extra_content, ...fn('x', ' ')}),
      {
        id: 'a',
        type: 'function',
        extra_content,
        function: {name: 'x', arguments: '{}'},
      },
    );
  });

  it('writes custom tools and the format before tools', () => {
    const custom = {id: 'a', type: 'custom', custom: {name: 'sql', input: 'SELECT'}};
    assert.deepEqual(recordOf(custom), custom);
    const {call} = new Calls().accept(readFunctionCall({name: 'x', arguments: '{}'}));
    assert.deepEqual(recordOfCall(call), {name: 'x', arguments: '{}'});
  });
});

describe('isComplete', () => {
  it('is true for JSON, for nothing and for free text', () => {
    const of = (call: object): boolean =>
      isComplete(new Calls().accept(readToolCall({...call})).call);
    assert.deepEqual([of(fn('x', '{}')), of(fn('x', '')), of(fn('x', '{"a'))], [true, true, false]);
    assert.equal(of({type: 'custom', custom: {name: 'x', input: 'SELECT'}}), true);
  });
});
