import {z} from 'zod';
import type {Tool} from '../tool.js';

/** Puts a question to the user in the middle of a step. */
export const confirmation: Tool<{question: string}, {answer: unknown}> = {
  id: '5c2a7f10-8a53-4a1e-9a55-0d6f3c1b7e04',
  name: 'human_confirmation',
  description: 'Asks the user to confirm something.',
  input: z.object({question: z.string()}),
  async run({question}, call) {
    await call.phase('processing', 'started', {message: 'Waiting for confirmation'});
    const {input} = await call.ask({question, input_types: ['confirm', 'text']});
    await call.phase('processing', 'completed');
    return {answer: input};
  },
};
