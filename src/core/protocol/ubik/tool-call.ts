import type {Phase} from '../../model/item.js';
import type {Fields} from '../../model/op.js';

/** A tool call that the text told of. */
export interface Card {
  readonly id: string;
  readonly name: string;
  running: boolean;
  live?: Live;
}

/** What live events told of one execution; kept, because the call's tag may come later or come again. */
export interface Live {
  readonly execution: string;
  readonly name: string;
  readonly logs: Map<string, string>;
  phases: readonly Phase[];
  startedAt?: string;
  endedAt?: string;
  output?: string;
  error?: string;
  question?: Question;
  card?: Card;
}

/** What a tool asked the user. */
export interface Question {
  readonly id: string;
  readonly fields: Fields<'request'>;
  answered: boolean;
}
