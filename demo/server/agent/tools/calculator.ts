import {z} from 'zod';
import type {AgentTool} from '../tool.js';
import {evaluate} from './expression.js';

/** Digits of a fraction: all that are exact, without the error of its binary form. */
const digits = 15;

export const calculator: AgentTool<{expression: string}, {expression: string; result: number}> = {
  id: '5c2a7f10-8a53-4a1e-9a55-0d6f3c1b7e01',
  name: 'calculator',
  description: 'Works out an arithmetic expression.',
  input: z.object({expression: z.string()}),
  async run({expression}, context) {
    await context.phase('PARSING', 'started', {message: `Reading ${expression}`});
    const {value, steps} = evaluate(expression);
    await context.phase('PARSING', 'completed', {data: {operations: steps.length}});
    for (const step of steps) await context.log(`${step.text} = ${step.value}\n`, 'steps');
    return {
      expression,
      result: Number.isInteger(value) ? value : Number(value.toPrecision(digits)),
    };
  },
};
