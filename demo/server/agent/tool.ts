import type {z} from 'zod';
import type {Asset} from '../store/executions.js';
import type {Answer} from '../store/tasks.js';

/** Something the agent can use. It really runs. */
export interface Tool<In, Out> {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<In>;
  run(input: In, call: Call): Out | Promise<Out>;
}

/** One call, as its tool sees it. */
export interface Call {
  readonly id: string;
  /** Something began or ended. */
  phase(
    name: string,
    status: 'started' | 'completed',
    more?: Readonly<Record<string, unknown>>,
  ): Promise<void>;
  /** Adds to a live output. */
  log(text: string, key?: string): Promise<void>;
  /** Asks the user, and waits. */
  ask(input: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Keeps a file, and gives the path that it can be fetched from. */
  keep(asset: Asset): string;
}

/** A failure of a tool that takes the whole run down. Any other error is the tool's own affair. */
export class Crash extends Error {}
