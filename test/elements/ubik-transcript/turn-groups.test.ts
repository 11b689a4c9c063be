import {expect} from '@open-wc/testing';
import fc from 'fast-check';
import {LitElement} from 'lit';
import type {Item} from '../../../src/core/index.js';
import {TurnGroups} from '../../../src/elements/ubik-transcript/turn-groups.js';
import {user} from '../support/items.js';
import {forAll} from '../../support/for-all.js';

class TurnGroupsHost extends LitElement {}
customElements.define('turn-groups-host', TurnGroupsHost);
const host = new TurnGroupsHost();

const turns = (...ids: readonly number[]): readonly Item[] =>
  ids.map(id => user(`Turn ${id}`, {id: String(id)}));

const range = (from: number, to: number): readonly number[] =>
  Array.from({length: to - from}, (_, n) => from + n);

/** In which group each turn is. */
const places = (groups: ReturnType<TurnGroups['update']>): ReadonlyMap<string, number> =>
  new Map(groups.flatMap(({key, items}) => items.map(({id}) => [id, key])));

describe('TurnGroups', () => {
  it('contains every turn once and in order, with unique keys, whatever is added and removed', () => {
    const lists = fc.array(fc.uniqueArray(fc.nat(60), {maxLength: 60}), {maxLength: 6});
    forAll(1000, [lists], conversations => {
      const groups = new TurnGroups(host);
      for (const conversation of conversations) {
        const items = turns(...conversation);
        const read = groups.update(items);
        expect(read.flatMap(group => group.items)).to.deep.equal(items);
        expect(new Set(read.map(({key}) => key)).size).to.equal(read.length);
      }
    });
  });

  it('keeps every turn in its group when others are inserted before and after', () => {
    const numbers = fc.record({before: fc.nat(40), there: fc.nat(40), behind: fc.nat(40)});
    forAll(1000, [numbers], ({before, there, behind}) => {
      const groups = new TurnGroups(host);
      const first = places(groups.update(turns(...range(100, 100 + there))));
      const then = places(groups.update(turns(...range(100 - before, 100 + there + behind))));
      for (const [id, key] of first) expect(then.get(id)).to.equal(key);
    });
  });

  it('postpones the turns of a conversation again when it is opened again', () => {
    const groups = new TurnGroups(host);
    const items = turns(...range(0, 400));
    const postponed = (): number =>
      groups.update(items).filter(group => groups.isPlaceholder(group)).length;
    const first = postponed();
    expect(first).to.be.greaterThan(40);
    for (const between of [[], turns(1000), []]) groups.update(between);
    expect(postponed()).to.equal(first);
  });

  it('returns the same objects for unchanged groups', () => {
    const groups = new TurnGroups(host);
    const items = turns(...range(0, 100));
    const before = groups.update(items);
    const after = groups.update([...items.slice(0, -1), ...turns(99)]);
    expect(after.slice(0, -1).every((group, at) => group === before[at])).to.be.true;
    expect(after.at(-1) === before.at(-1)).to.be.false;
  });
});
