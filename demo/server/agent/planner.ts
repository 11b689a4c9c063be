import type {Script} from './agent.js';
import {sectionsOf} from './sections.js';
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
 * Selects the script for a message: the first pattern that matches wins. Messages may be long, so every pattern must
 * match in linear time.
 */
export class Planner {
  readonly #plans: readonly (readonly [RegExp, Script])[];

  constructor(corpus: Corpus) {
    const search: Script = (agent, message) =>
      agent.step('Search the documentation', async () => {
        const sections = message.attachments.flatMap(({id, name, text}) =>
          sectionsOf(name, text ?? '', id),
        );
        const query = /\b(?:for|about)\s+(.+)/i.exec(message.text)?.[1] ?? message.text;
        const {sources} = await agent.call(docsSearch(corpus, sections), {query});
        const lines = sources.map(source => `- ${source.snippet} ${cite(source)}\n`);
        await agent.say(lines.join('') || 'I found nothing about that.');
      });
    const table: Script = (agent, message) => small.showTable(agent, message, sql(corpus));
    this.#plans = [
      [/compare/i, (agent, message) => compareAndSearch(agent, message, docsSearch(corpus, []))],
      [/^(?:(?!tool)[^])*tool[^]*fail/i, toolFails],
      [/\bfail/i, fail],
      [/\blong\b|\d\s*kb\b/i, long],
      [/\bweb ?page\b/i, (agent, message) => small.makePage(agent, message, webPage(corpus))],
      [/\btable of\b|\bsql\b/i, table],
      [/search|docs|documentation/i, search],
      [/^(?=[^]*\d\s*[-+*/^%×÷]\s*\d)[^]*(?:\btime\b|clock)/i, small.calculateAndShowTime],
      [/\btime\b|clock/i, small.showTime],
      [/chart|draw/i, small.drawChart],
      [/confirm|book/i, small.confirm],
      [/\bask\b/i, small.askForAddress],
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
