import {z} from 'zod';
import type {AgentTool} from '../tool.js';

export const clock: AgentTool<{zone: string}, {zone: string; time: string; spoken: string}> = {
  id: '5c2a7f10-8a53-4a1e-9a55-0d6f3c1b7e02',
  name: 'clock',
  description: 'Returns the time in a time zone (IANA name).',
  input: z.object({zone: z.string()}),
  async run({zone}, context) {
    const time = new Date();
    const spoken = new Intl.DateTimeFormat('en', {
      dateStyle: 'full',
      timeStyle: 'long',
      timeZone: zone,
    }).format(time);
    await context.log(`${spoken}\n`);
    return {zone, time: time.toISOString(), spoken};
  },
};
