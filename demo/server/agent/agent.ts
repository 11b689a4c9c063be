import type {Answer} from '../store/tasks.js';
import type {Tool} from './tool.js';

/**
 * What a script can do: the words of an agent, on no particular wire. Every method returns when it was told, and throws
 * `Stopped` when the user stopped the run.
 */
export interface Agent {
  /** What the user wants considered, where the run was restored from a checkpoint. */
  readonly hint: string | undefined;
  /** Says how many steps there will be. */
  plan(steps: number): void;
  /** Does `work` as the next step. A single-step agent has only one, which needs no title on the screen. */
  step<T>(title: string, work: () => Promise<T>, options?: {readonly single?: boolean}): Promise<T>;
  /** Percent of the step that is done, and what is being done. */
  progress(percent: number, message: string): Promise<void>;
  say(markdown: string, options?: SayOptions): Promise<void>;
  think(text: string): Promise<void>;
  /** Runs a tool and gives its result; throws what the tool throws. */
  call<In, Out>(tool: Tool<In, Out>, input: In): Promise<Out>;
  /** Names a point that the user can return to. Between steps only. */
  checkpoint(name: string): Promise<void>;
  /** Asks the user, and waits as long as it takes. Between steps only; it is a checkpoint too. */
  ask(question: Question): Promise<Answer>;
  pause(milliseconds: number): Promise<void>;
}

export interface SayOptions {
  /** Pieces a second; without it, a comfortable pace. */
  readonly rate?: number;
}

export interface Question {
  readonly checkpoint: string;
  readonly prompt: string;
  /** `text`, `json` … */
  readonly types: readonly string[];
}

/** What the user said. */
export interface Asked {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly text: string | undefined;
}

/** What the agent does about something that was asked. It must do the same again for the same answers and results. */
export type Script = (agent: Agent, asked: Asked) => Promise<void>;

/** The user stopped the run. */
export class Stopped extends Error {
  constructor() {
    super('The user stopped the run.');
  }
}
