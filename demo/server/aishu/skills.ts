import {isObject, textOf, type JsonObject} from '../json.js';
import type {Corpus} from '../agent/corpus.js';

/** A call of a tool, in the platform's words for it. */
export interface SkillCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** The platform's own name for what a tool does, where it has one. */
const names: Readonly<Record<string, string>> = {
  docs_search: 'doc_qa',
  chart: 'json2plot',
  sql: 'text2sql',
};

export function skillOf(tool: string, input: unknown): SkillCall {
  return {name: names[tool] ?? tool, args: isObject(input) ? input : {}};
}

/** What a tool gave, in the form that the platform's skill of that kind gives it. */
export function answerOf(tool: string, input: unknown, output: unknown, corpus: Corpus): unknown {
  const [given, told] = [isObject(input) ? input : {}, isObject(output) ? output : {}];
  switch (tool) {
    case 'docs_search':
      return {result: {text: told['response'], cites: citesOf(told['sources'], corpus)}};
    case 'chart':
      return {
        title: given['title'],
        chart_config: {chart_type: 'Column', xField: 'label', yField: 'value'},
        data: given['bars'],
      };
    case 'sql':
      return {result: {...told, data_desc: {return_records_num: lengthOf(told['data'])}}};
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
