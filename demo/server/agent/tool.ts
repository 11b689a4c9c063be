import type {z} from 'zod';
import type {Asset} from '../store/executions.js';
import type {TaskAnswer} from '../store/tasks.js';

/** A tool of the demo agent. It is executed, not simulated. */
export interface AgentTool<In, Out> {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<In>;
  run(input: In, context: ToolContext): Out | Promise<Out>;
}

/** What a tool can do during one execution. */
export interface ToolContext {
  readonly id: string;
  /** Reports the start or end of a phase. */
  phase(
    name: string,
    status: 'started' | 'completed',
    more?: Readonly<Record<string, unknown>>,
  ): Promise<void>;
  /** Appends to a live output. */
  log(text: string, key?: string): Promise<void>;
  /** Asks the user and waits for the answer. */
  ask(input: Readonly<Record<string, unknown>>): Promise<TaskAnswer>;
  /** Stores a file and returns its URL path. */
  saveAsset(asset: Asset): string;
}

/** An error of a tool that fails the complete run. Any other error fails the tool call only. */
export class FatalToolError extends Error {}
