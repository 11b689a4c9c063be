import {z} from 'zod';
import type {AgentTool} from '../tool.js';

/** Asks the user within a step. */
export const confirmation: AgentTool<{question: string}, {answer: unknown}> = {
  id: '5c2a7f10-8a53-4a1e-9a55-0d6f3c1b7e04',
  name: 'human_confirmation',
  description: 'Asks the user to confirm something.',
  input: z.object({question: z.string()}),
  async run({question}, context) {
    await context.phase('processing', 'started', {message: 'Waiting for confirmation'});
    const {input} = await context.ask({question, input_types: ['confirm', 'text']});
    await context.phase('processing', 'completed');
    return {answer: input};
  },
};
