import type {TaskAnswer} from '../store/tasks.js';
import type {AgentTool} from './tool.js';

/**
 * The operations of an agent, independent of a protocol. A script calls them; each protocol of this server implements
 * them. Every method resolves when its output was sent, and throws `Stopped` when the user stopped the run.
 */
export interface Agent {
  /** The hint of the user with which the run was restored from a checkpoint. */
  readonly hint: string | undefined;
  /** Announces the number of steps. */
  plan(steps: number): void;
  /** Runs `work` as the next step. `single`: the run has one step only, whose title is not displayed. */
  step<T>(title: string, work: () => Promise<T>, options?: {readonly single?: boolean}): Promise<T>;
  /** Reports the progress of the step, in percent. */
  progress(percent: number, message: string): Promise<void>;
  say(markdown: string, options?: SayOptions): Promise<void>;
  think(text: string): Promise<void>;
  /** Runs a tool and returns its output; rethrows its error. */
  call<In, Out>(tool: AgentTool<In, Out>, input: In): Promise<Out>;
  /** Creates a checkpoint that the user can restore. Only between steps. */
  checkpoint(name: string): Promise<void>;
  /** Asks the user and waits for the answer without a limit. Creates a checkpoint. Only between steps. */
  ask(question: AgentQuestion): Promise<TaskAnswer>;
  pause(milliseconds: number): Promise<void>;
  /** Reports people who take part; absent on protocols without such events. */
  readonly people?: People;
}

/** A person who takes over from the agent. */
export interface Person {
  readonly name: string;
  /** The path of a picture on this server. */
  readonly avatar: string;
}

/** Reports a person who takes over: until `leave`, everything that is said is said by this person. */
export interface People {
  join(person: Person): Promise<void>;
  /** The person is typing. */
  typing(): Promise<void>;
  leave(): Promise<void>;
}

export interface SayOptions {
  /** Text chunks per second; default: the pace of the server. */
  readonly rate?: number;
}

export interface AgentQuestion {
  readonly checkpoint: string;
  readonly prompt: string;
  /** `text`, `json` … */
  readonly types: readonly string[];
  /** The question for a protocol that can only ask whether a tool may be called. */
  readonly approval?: AgentApproval;
}

interface AgentApproval {
  readonly tool: string;
  readonly prompt: string;
  /** What each decision answers to the question. */
  readonly answers: {readonly confirm: string; readonly skip: string};
}

/** A message of the user, as a script receives it. */
export interface UserMessage {
  readonly text: string;
  readonly attachments: readonly AttachedText[];
  /** The time zone of the user (IANA name), if the page sent one. */
  readonly timeZone?: string;
}

export interface AttachedText {
  readonly id: string;
  readonly name: string;
  readonly text: string | undefined;
}

/** Answers a message. Must be deterministic: a restored run replays it with the recorded answers and results. */
export type Script = (agent: Agent, message: UserMessage) => Promise<void>;

/** The user stopped the run. */
export class Stopped extends Error {
  constructor() {
    super('The user stopped the run.');
  }
}
