import {z} from 'zod';
import type {Corpus} from '../corpus.js';
import type {AgentTool} from '../tool.js';

interface Page {
  readonly url: string;
  readonly title: string;
  /** In pixels. */
  readonly size: readonly [number, number];
}

/** Returns the page of the best search hit; has the name of the platform's skill that creates pages. */
export const webPage = (corpus: Corpus): AgentTool<{topic: string}, Page> => ({
  id: '5c2a7f10-8a53-4a1e-9a55-0d6f3c1b7e08',
  name: 'web_processor',
  description: 'Makes a web page about a topic.',
  input: z.object({topic: z.string()}),
  async run({topic}, context) {
    const [hit] = corpus.search(topic, 1);
    if (!hit) throw new Error(`No documentation was found for ${topic}.`);
    await context.log(`${hit.heading}\n`);
    return {url: `/documentation/${hit.id}`, title: hit.heading, size: [640, 360]};
  },
});
