import type {Script} from './agent.js';
import {chunksOf} from './chunks.js';
import type {Corpus} from './corpus.js';
import {compareAndSearch} from './scripts/compare.js';
import {fail, toolFails} from './scripts/failing.js';
import {long} from './scripts/long.js';
import {markdown} from './scripts/markdown.js';
import * as small from './scripts/small.js';
import {cite, docsSearch} from './tools/docs-search.js';
import {sql} from './tools/sql.js';
import {webPage} from './tools/web-page.js';

/**
 * Finds the script that fits what the user said. The first pattern wins. Messages may be long, so no pattern may look at
 * the rest of the text from every place where it could begin.
 */
export class Planner {
  readonly #plans: readonly (readonly [RegExp, Script])[];

  constructor(corpus: Corpus) {
    const search: Script = (agent, asked) =>
      agent.step('Search the documentation', async () => {
        const attached = asked.attachments.flatMap(({id, name, text}) =>
          chunksOf(name, text ?? '', id),
        );
        const query = /\b(?:for|about)\s+(.+)/i.exec(asked.text)?.[1] ?? asked.text;
        const {sources} = await agent.call(docsSearch(corpus, attached), {query});
        const lines = sources.map(source => `- ${source.snippet} ${cite(source)}\n`);
        await agent.say(lines.join('') || 'I found nothing about that.');
      });
    const table: Script = (agent, asked) => small.showTable(agent, asked, sql(corpus));
    this.#plans = [
      [/compare/i, (agent, asked) => compareAndSearch(agent, asked, docsSearch(corpus, []))],
      [/^(?:(?!tool)[^])*tool[^]*fail/i, toolFails],
      [/\bfail/i, fail],
      [/\blong\b|\d\s*kb\b/i, long],
      [/\bweb ?page\b/i, (agent, asked) => small.makePage(agent, asked, webPage(corpus))],
      [/\btable of\b|\bsql\b/i, table],
      [/search|docs|documentation/i, search],
      [/^(?=[^]*\d\s*[-+*/^%×÷]\s*\d)[^]*(?:\btime\b|clock)/i, small.calculateAndTell],
      [/\btime\b|clock/i, small.tellTime],
      [/chart|draw/i, small.drawChart],
      [/confirm|book/i, small.confirm],
      [/\bask\b/i, small.askBack],
      [/markdown/i, markdown],
      [/think|ponder/i, small.ponder],
      [/help|what can you/i, small.help],
      [/\d\s*[-+*/^%×÷]|\bcalculate|sqrt/i, small.calculate],
      [/^(hello|hi|hey|good (morning|evening))\b/i, small.greet],
    ];
  }

  scriptFor(text: string): Script {
    return this.#plans.find(([pattern]) => pattern.test(text))?.[1] ?? small.echo;
  }
}
