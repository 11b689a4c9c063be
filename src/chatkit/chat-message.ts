import {
  BlockType,
  RoleType,
  type ChartColumn,
  type ChatMessage,
  type ContentBlock,
  type ToolBlock,
  type WebPage,
  type WebSearchQuery,
} from './types.js';
import {elapsed, toolInput, toolOutput, toolTitle, walk} from '../core/model/select.js';
import type {MessageItem, ToolItem} from '../core/model/item.js';
import {
  defined,
  isRecord,
  asArray,
  asNumber,
  asRecord,
  asRecords,
  asText,
  type JsonRecord,
} from '../core/values.js';

/** A message of the conversation as ChatKit's list of blocks. Reasoning and sources have no block there. */
export function chatMessageOf(message: MessageItem): ChatMessage {
  const isUser = message.role === 'user';
  const {context, suggestions, duration, usage} = message;
  const facts = defined({
    relatedQuestions: suggestions,
    elapsedSeconds: duration,
    totalTokens: usage?.totalTokens,
  });
  return {
    messageId: message.messageId ?? message.id,
    role: {
      name: '',
      type: isUser ? RoleType.USER : RoleType.ASSISTANT,
      avatar: '',
    },
    content: blocksOf(message),
    ...(context !== undefined && {applicationContext: {title: context, data: undefined}}),
    ...(Object.keys(facts).length > 0 && {messageContext: facts}),
  };
}

function blocksOf(message: MessageItem): readonly ContentBlock[] {
  const type = message.role === 'user' ? BlockType.TEXT : BlockType.MARKDOWN;
  const blocks: ContentBlock[] = [];
  for (const item of walk(message)) {
    if (item.kind === 'text' && item.text !== '') blocks.push({type, content: item.text});
    if (item.kind === 'tool') blocks.push({...toolBlockOf(item), ...timeOf(item)});
  }
  return blocks;
}

function timeOf(tool: ToolItem): {consumeTime?: number} {
  const milliseconds = elapsed(tool, NaN);
  return milliseconds === undefined ? {} : {consumeTime: milliseconds / 1000};
}

function toolBlockOf(tool: ToolItem): ContentBlock {
  const output = toolOutput(tool);
  switch (tool.name) {
    case 'zhipu_search_tool':
    case 'online_search_cite_tool':
      return searchBlockOf(output) ?? plainToolBlock(tool);
    case 'json2plot':
      return chartBlockOf(output) ?? plainToolBlock(tool);
    case 'web_processor':
      return pageBlockOf(output) ?? plainToolBlock(tool);
    default:
      return plainToolBlock(tool);
  }
}

function plainToolBlock(tool: ToolItem): ToolBlock {
  const {name, input} = tool;
  const content = {
    name,
    title: toolTitle(tool),
    ...defined({input: input === '' ? undefined : toolInput(tool), output: toolOutput(tool)}),
  };
  return {type: BlockType.TOOL, content};
}

/** The Data Agent's searches have one output, whatever tool ran: query and results. */
function searchBlockOf(output: unknown): ContentBlock | undefined {
  if (!isRecord(output) || !Array.isArray(output['results'])) return undefined;
  const results = asRecords(output['results']).map(result => ({
    title: asText(result['title']) ?? '',
    link: asText(result['link']) ?? '',
    media: asText(result['media']) ?? '',
    icon: asText(result['icon']) ?? '',
    content: asText(result['content']) ?? '',
  }));
  const content: WebSearchQuery = {input: asText(output['input']) ?? '', results};
  return {type: BlockType.WEB_SEARCH, content};
}

function chartBlockOf(output: unknown): ContentBlock | undefined {
  const config = asRecord(asRecord(output)['chart_config']);
  const {data, data_sample: sample, title} = asRecord(output);
  const rows = asRecords(Array.isArray(data) ? data : sample);
  const chartType = asText(config['chart_type']);
  if (chartType === undefined || rows.length === 0) return undefined;
  const columns = (...fields: string[]): readonly ChartColumn[] =>
    [...new Set(fields.flatMap(field => asText(config[field]) ?? []))].map(name => ({
      name,
      displayName: name,
      dataType: typeOfColumn(rows, name),
    }));
  const content = {
    chartType,
    dimensions: columns('xField', 'colorField', 'seriesField', 'groupField'),
    measures: columns('yField', 'angleField'),
    rows,
    ...defined({title: asText(title)}),
  };
  return {type: BlockType.JSON2PLOT, content};
}

function typeOfColumn(rows: readonly JsonRecord[], name: string): ChartColumn['dataType'] {
  const values = rows.map(row => row[name]).filter(value => value !== undefined && value !== null);
  if (values.length > 0 && values.every(value => typeof value === 'number')) return 'number';
  if (values.length > 0 && values.every(value => typeof value === 'boolean')) return 'boolean';
  return 'string';
}

function pageBlockOf(output: unknown): ContentBlock | undefined {
  const {url, title, size} = asRecord(output);
  const address = asText(url);
  if (address === undefined) return undefined;
  const [width, height] = asArray(size).map(asNumber);
  const content: WebPage = {
    url: address,
    ...defined({title: asText(title)}),
    ...(width !== undefined && height !== undefined && {size: [width, height]}),
  };
  return {type: BlockType.WEB_PROCESSOR, content};
}
