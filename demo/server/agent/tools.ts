import {z} from 'zod';
import type {Corpus} from './corpus.js';
import {calculator} from './tools/calculator.js';
import {chart} from './tools/chart.js';
import {clock} from './tools/clock.js';
import {confirmation} from './tools/confirmation.js';
import {docsSearch} from './tools/docs-search.js';
import {form} from './tools/form.js';
import {sql} from './tools/sql.js';
import {webPage} from './tools/web-page.js';
import {worldClock} from './tools/world-clock.js';

/** A tool in the format of the API. */
interface ToolDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly input_schema: object;
  readonly media_output_keys: readonly string[];
  readonly example_responses: readonly unknown[];
}

export function toolList(corpus: Corpus): ToolDescription[] {
  return [
    calculator,
    clock,
    chart,
    confirmation,
    form,
    docsSearch(corpus, []),
    sql(corpus),
    webPage(corpus),
    worldClock,
  ].map(tool => ({
    id: tool.id,
    name: tool.name,
    description: tool.description,
    input_schema: z.toJSONSchema(tool.input),
    media_output_keys: tool.name === chart.name ? ['images'] : [],
    example_responses: [],
  }));
}
