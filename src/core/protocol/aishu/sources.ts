import type {Marker} from './markers.js';
import type {Citable} from './skills.js';
import type {Mark, SourceItem} from '../../model/item.js';

/** The markers of a text as its item has them, and the numbers that they name, once each. */
interface Cited {
  readonly marks: readonly Mark[];
  readonly numbers: readonly number[];
}

/** What texts cite, as marks. A text is looked through again only when it has another marker. */
export class Citations {
  readonly #run: string;
  readonly #known = new WeakMap<readonly Marker[], Cited>();

  constructor(run: string) {
    this.#run = run;
  }

  read(markers: readonly Marker[]): Cited {
    const known = this.#known.get(markers);
    if (known) return known;
    const cited = {
      marks: markers.map(({offset, number}) => ({
        offset,
        source: sourceId(this.#run, number),
        label: String(number),
      })),
      numbers: [...new Set(markers.map(({number}) => number))],
    };
    this.#known.set(markers, cited);
    return cited;
  }
}

/** What a turn can cite, and what of it is shown already. */
export class Sources {
  readonly #run: string;
  readonly #citables: readonly Citable[];
  readonly #shown = new Set<number>();

  constructor(run: string, citables: readonly Citable[]) {
    this.#run = run;
    this.#citables = citables;
  }

  get count(): number {
    return this.#citables.length;
  }

  /** The items of those that were not shown before. */
  show(numbers: readonly number[]): readonly SourceItem[] {
    return numbers.flatMap(number => {
      const citable = this.#citables[number - 1];
      if (!citable || this.#shown.has(number)) return [];
      this.#shown.add(number);
      const id = sourceId(this.#run, number);
      return {id, kind: 'source', status: 'done', children: [], number, ...citable};
    });
  }

  /** The items of all after a number that were not shown before. */
  showAfter(number: number): readonly SourceItem[] {
    return this.show(this.#citables.map((_, index) => index + 1).slice(number));
  }
}

function sourceId(run: string, number: number): string {
  return `${run}.source${number}`;
}
