// What the services refuse for ever in the body of a request, by their public documentation: a conversation that contains it
// gets no answer any more. Servers of the tests check every body that they receive.

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const records = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns what the service that a body is for would refuse; empty if nothing, or if the body is not a conversation. */
export function refusedIn(body: string): readonly string[] {
  const problems = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f]/i.test(
    body,
  )
    ? ['half of a surrogate pair']
    : [];
  const value = parse(body);
  if (!isRecord(value)) return problems;
  const messages = records(value['messages']);
  if (messages.some(({parts}) => Array.isArray(parts))) return [...problems, ...inParts(value)];
  if (Array.isArray(value['input'])) return [...problems, ...inItems(value), ...inNames(value)];
  if ('threadId' in value) return [...problems, ...inEvents(value)];
  const isAnthropic = messages.every(({role}) => role === 'user' || role === 'assistant');
  return [
    ...problems,
    ...(isAnthropic ? inBlocks(messages) : inCompletions(messages)),
    ...inNames(value),
  ];
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The names of calls that services refuse: those with other characters, unless the request offers the tool. */
function inNames({messages, input, tools}: Json): readonly string[] {
  const nameOf = (tool: Json): unknown =>
    (isRecord(tool['function']) ? tool['function'] : tool)['name'];
  const offered = records(tools).map(nameOf);
  const calls = [
    ...records(messages).flatMap(({content, tool_calls: list}) => [
      ...records(content).filter(({type}) => type === 'tool_use'),
      ...records(list),
    ]),
    ...records(input).filter(({type}) => type === 'function_call'),
  ];
  return calls
    .map(nameOf)
    .filter(name => !offered.includes(name) && !/^[\w-]{1,64}$/.test(text(name)))
    .map(name => `a call with the name ${JSON.stringify(name)}`);
}

/**
 * Anthropic Messages: results follow their calls in the next message, and no two calls have one id; no text and no error is
 * empty. A call of a tool of the API has its result, of the same kind, before the user says something.
 */
function inBlocks(messages: readonly Json[]): readonly string[] {
  const problems: string[] = [];
  if (messages.length > 0 && messages[0]?.['role'] !== 'user')
    problems.push('the first message is not of the user');
  let open: readonly string[] = [];
  const running = new Set<string>();
  const calls = messages
    .flatMap(({content}) => records(content))
    .filter(({type}) => text(type).endsWith('tool_use'))
    .map(({id}) => id);
  if (new Set(calls).size < calls.length) problems.push('two calls with one id');
  for (const [at, {role, content}] of messages.entries()) {
    const blocks = typeof content === 'string' ? [{type: 'text', text: content}] : records(content);
    const results = blocks.filter(({type}) => type === 'tool_result');
    const ids = results.map(block => text(block['tool_use_id']));
    const isEnd = at === messages.length - 1;
    if (blocks.length === 0 && !(isEnd && role === 'assistant')) problems.push('an empty message');
    if (blocks.some(block => block['type'] === 'text' && text(block['text']).trim() === ''))
      problems.push('an empty text');
    for (const {is_error: failed, content: output} of results)
      if (failed === true && records(output).length + text(output).length === 0)
        problems.push('an error without a text');
    if (ids.length !== open.length || !open.every(id => ids.includes(id)))
      problems.push(
        `results of ${ids.join() || 'nothing'} after calls of ${open.join() || 'nothing'}`,
      );
    open = blocks.filter(({type}) => type === 'tool_use').map(block => text(block['id']));
    for (const {type, id, tool_use_id: call} of blocks) {
      const isMcp = text(type).startsWith('mcp_');
      if (type === 'server_tool_use' || type === 'mcp_tool_use')
        running.add(`${isMcp ? 'mcp ' : ''}${text(id)}`);
      else if (type !== 'tool_result' && text(type).endsWith('_tool_result'))
        if (!running.delete(`${isMcp ? 'mcp ' : ''}${text(call)}`))
          problems.push(`a result of ${text(call)}, which is no call`);
    }
    if (role === 'user' && blocks.length > results.length && running.size > 0)
      problems.push(`no result of ${[...running].join()} before a message of the user`);
  }
  if (open.length > 0) problems.push(`no results of ${open.join()}`);
  return problems;
}

/** Chat Completions: messages of the role `tool` follow the message that has their calls. */
function inCompletions(messages: readonly Json[]): readonly string[] {
  const problems: string[] = [];
  let open = new Set<string>();
  for (const message of messages) {
    if (message['role'] === 'tool') {
      const id = text(message['tool_call_id']);
      if (!open.delete(id)) problems.push(`a result of ${id} that follows no call`);
      continue;
    }
    if (open.size > 0) problems.push(`no results of ${[...open].join()}`);
    open = new Set(records(message['tool_calls']).map(({id}) => text(id)));
  }
  return open.size > 0 ? [...problems, `no results of ${[...open].join()}`] : problems;
}

/** Responses: each call of a function has one output, unless the server has the call. */
function inItems({input, previous_response_id: previous, conversation}: Json): readonly string[] {
  const items = records(input);
  const idsOf = (pattern: RegExp): string[] =>
    items.filter(({type}) => pattern.test(text(type))).map(item => text(item['call_id']));
  const calls = idsOf(/^(?:function|custom_tool)_call$/);
  const outputs = idsOf(/^(?:function|custom_tool)_call_output$/);
  const isStored = typeof previous === 'string' || conversation !== undefined;
  return [
    ...calls.filter(id => !outputs.includes(id)).map(id => `no output of ${id}`),
    ...outputs
      .filter(id => !isStored && !calls.includes(id))
      .map(id => `an output of ${id}, which is no call`),
    ...outputs.filter((id, at) => outputs.indexOf(id) !== at).map(id => `two outputs of ${id}`),
  ];
}

/** UI messages: a call is finished, or is answered in the last message, or belongs to the run that the request resumes. */
function inParts({messages: given, resumeData}: Json): readonly string[] {
  const messages = records(given);
  const calls = messages.flatMap(({parts}, at) =>
    records(parts).flatMap(({toolCallId: id, state}) =>
      typeof id === 'string' ? [{id, state: text(state), isLast: at === messages.length - 1}] : [],
    ),
  );
  return calls
    .filter(
      ({state, isLast}) =>
        !state.startsWith('output-') &&
        !(isLast && (state === 'approval-responded' || resumeData !== undefined)),
    )
    .map(({id, state}) => `a call ${id} in the state ${state}`);
}

/**
 * AG-UI: results follow the message that has their calls, one each. Each call of a tool of the page has one, or an answer to an
 * interrupt.
 */
function inEvents({messages, tools, resume}: Json): readonly string[] {
  const problems: string[] = [];
  const without: string[] = [];
  const names = new Set(records(tools).map(({name}) => name));
  const isOfPage = ({function: called}: Json): boolean =>
    isRecord(called) && names.has(called['name']);
  let open: readonly Json[] = [];
  const close = (): void => {
    without.push(...open.filter(isOfPage).map(({id}) => text(id)));
  };
  for (const {role, toolCallId, toolCalls} of records(messages)) {
    if (role === 'tool') {
      const called = open.find(({id}) => id === toolCallId);
      if (!called) problems.push(`a result of ${text(toolCallId)} that follows no call`);
      open = open.filter(one => one !== called);
      continue;
    }
    close();
    open = records(toolCalls);
  }
  close();
  return without.length > records(resume).length
    ? [...problems, `no results of ${without.join()}`]
    : problems;
}
