import {z} from 'zod';
import type {Script} from '../agent.js';
import {FatalToolError, type AgentTool} from '../tool.js';
import {calculator} from '../tools/calculator.js';

/** A tool that starts and then fails with `error`. */
function sandbox(error: Error): AgentTool<{request: string}, never> {
  return {
    id: '5c2a7f10-8a53-4a1e-9a55-0d6f3c1b7e06',
    name: 'code_execution',
    description: 'Pretends to run code, and fails.',
    input: z.object({request: z.string()}),
    async run(_, context) {
      await context.phase('processing', 'started', {message: 'Starting the sandbox'});
      await context.log('INFO: Started sandbox session\n', 'logs');
      throw error;
    },
  };
}

/** Fails the run in its second step, during a tool call. */
export const fail: Script = async agent => {
  agent.plan(2);
  await agent.step('Load the file', () => agent.say('The file has 1 204 rows and 6 columns.'));
  await agent.step('Plot the totals', async () => {
    await agent.say('I will draw the chart now.\n');
    const crash = new FatalToolError('Tool execution failed: the sandbox did not answer');
    await agent.call(sandbox(crash), {request: 'Bar chart of monthly totals'});
  });
};

/** Two tools fail, and the run continues. */
export const toolFails: Script = agent =>
  agent.step('Try two tools', async () => {
    const failures: string[] = [];
    const note = (error: unknown): void => {
      failures.push(error instanceof Error ? error.message : String(error));
    };
    await agent.call(calculator, {expression: '1 / 0'}).catch(note);
    await agent.call(sandbox(new Error('The sandbox is full.')), {request: 'Anything'}).catch(note);
    await agent.say(
      `Both tools failed:\n\n${failures.map((failure, n) => `${n + 1}. ${failure}\n`).join('')}`,
    );
  });
