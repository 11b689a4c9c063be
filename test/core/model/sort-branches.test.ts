import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {sortBranches} from '../../../src/core/model/sort-branches.js';
import type {MessageItem} from '../../../src/core/index.js';
import {runs} from '../../support/full.js';
import {forAllAsync} from '../../support/for-all.js';

const message = (id: string, createdAt?: string, branches?: readonly string[]): MessageItem => ({
  id,
  kind: 'message',
  role: 'user',
  status: 'done',
  children: [],
  messageId: id,
  ...(createdAt !== undefined && {createdAt}),
  ...(branches && {branches}),
});

/** The order of the branches of the only message, for these of the server. */
async function orderOf(
  shown: MessageItem,
  others: readonly MessageItem[],
  written = new Map<string, string>(),
): Promise<{order: readonly string[] | undefined; asked: readonly string[]}> {
  const asked: string[] = [];
  const [stored] = await sortBranches([shown], written, id => {
    asked.push(id);
    const found = others.find(other => other.id === id);
    return found ? Promise.resolve(found) : Promise.reject(new Error('gone'));
  });
  return {order: stored?.branches, asked};
}

describe('versions of a message', () => {
  it('are in the order of their creation, whichever is displayed', async () => {
    await forAllAsync(
      runs(1000),
      [
        fc.uniqueArray(fc.integer({min: 0, max: 1e12}), {minLength: 2, maxLength: 8}),
        fc.nat(),
        fc.infiniteStream(fc.nat()),
      ],
      async (times, at, shuffle) => {
        const all = times.map((time, n) => message(`m${n}`, new Date(time).toISOString()));
        const shown = all[at % all.length]!;
        const ids = all.map(({id}) => id);
        const keys = new Map(ids.map(id => [id, shuffle.next().value]));
        const stored = ids.toSorted((a, b) => keys.get(a)! - keys.get(b)!);
        const {order} = await orderOf({...shown, branches: stored}, all);
        const expected = all
          .toSorted((a, b) => Date.parse(a.createdAt!) - Date.parse(b.createdAt!))
          .map(({id}) => id);
        assert.deepEqual(order, expected);
      },
    );
  });

  it('are asked for once', async () => {
    const written = new Map<string, string>();
    const shown = message('a', '2026-01-02T00:00:00Z', ['b', 'a']);
    const others = [message('b', '2026-01-01T00:00:00')];
    const first = await orderOf(shown, others, written);
    const second = await orderOf(shown, others, written);
    assert.deepEqual([first.asked, second.asked], [['b'], []]);
    assert.deepEqual(
      [first.order, second.order],
      [
        ['b', 'a'],
        ['b', 'a'],
      ],
    );
  });

  it('of the same time are in the order of their ids', async () => {
    const time = '2026-01-01T00:00:00.000Z';
    const {order} = await orderOf(message('b', time, ['c', 'b', 'a']), [
      message('a', time),
      message('c', time),
    ]);
    assert.deepEqual(order, ['a', 'b', 'c']);
  });

  it('keep their order if the time of one is unknown', async () => {
    const shown = message('a', '2026-01-02T00:00:00Z', ['b', 'a']);
    assert.deepEqual((await orderOf(shown, [])).order, ['b', 'a']);
    assert.deepEqual((await orderOf(shown, [message('b')])).order, ['b', 'a']);
    assert.deepEqual((await orderOf(shown, [message('b', 'once')])).order, ['b', 'a']);
  });

  it('are no concern of a message that has none', async () => {
    const shown = message('a', '2026-01-02T00:00:00Z');
    assert.deepEqual(await orderOf(shown, []), {order: undefined, asked: []});
  });
});
