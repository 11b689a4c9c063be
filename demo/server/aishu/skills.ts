import {isObject, textOf, type JsonObject} from '../json.js';
import type {Corpus} from '../agent/corpus.js';

/** A tool call as a skill of the platform. */
export interface SkillCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** Names of the platform's skills that correspond to tools. */
const skillNames: Readonly<Record<string, string>> = {
  docs_search: 'doc_qa',
  chart: 'json2plot',
  sql: 'text2sql',
};

export function skillOf(tool: string, input: unknown): SkillCall {
  return {name: skillNames[tool] ?? tool, args: isObject(input) ? input : {}};
}

/** The output of a tool in the format of the platform's skill. */
export function skillResult(tool: string, output: unknown, corpus: Corpus): unknown {
  const result = isObject(output) ? output : {};
  switch (tool) {
    case 'docs_search':
      return {result: {text: result['response'], cites: citesOf(result['sources'], corpus)}};
    case 'chart': {
      const {title, chart_config, data} = result;
      return {title, chart_config, data};
    }
    case 'sql':
      return {result: {...result, data_desc: {return_records_num: lengthOf(result['data'])}}};
    default:
      return {result: output};
  }
}

function citesOf(sources: unknown, corpus: Corpus): JsonObject[] {
  const all = Array.isArray(sources) ? sources.filter(isObject) : [];
  return all.map(({id, title, snippet}) => ({
    doc_id: id,
    doc_name: title,
    content: corpus.get(textOf(id))?.text.slice(0, 200) ?? snippet,
    ext_type: '.md',
  }));
}

const lengthOf = (rows: unknown): number => (Array.isArray(rows) ? rows.length : 0);
