import {z} from 'zod';
import type {AgentTool} from '../tool.js';

interface FormInput {
  readonly question: string;
  /** A JSON Schema of an object. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Lets the user fill in a form. */
export const form: AgentTool<FormInput, {answer: unknown}> = {
  id: '0b9d5c1e-3f62-4c7a-8f0e-6a4b2d917c35',
  name: 'human_form',
  description: 'Asks the user to fill in a form.',
  input: z.object({question: z.string(), schema: z.record(z.string(), z.unknown())}),
  async run({question, schema}, context) {
    await context.phase('processing', 'started', {message: 'Waiting for the form'});
    const {input} = await context.ask({question, schema});
    await context.phase('processing', 'completed');
    return {answer: input};
  },
};
