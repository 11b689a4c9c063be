import {reasonOf, rejectOnAbort} from '../http/abort-reason.js';
import {validateInput} from '../../core/protocol/page-tools/validate-input.js';
import type {PageQuestion, PageTool} from '../types.js';
import type {Fields, Op} from '../../core/model/op.js';
import type {Diagnostic} from '../../core/protocol/diagnostics.js';
import type {Registry} from '../../core/registry.js';
import {changedInteger, parseJson} from '../../core/json.js';
import {argumentsIn} from '../../core/protocol/decoder/calls.js';
import {failureText, resultText} from '../../core/protocol/page-tools/tool-result.js';
import {asRecord, asText, defined} from '../../core/values.js';
import type {RequestAnswer, RequestItem, ToolItem} from '../../core/model/item.js';

interface PageToolParts {
  readonly tools: Registry<PageTool>;
  /** Adds a question to the message with the calls. Rejects when the signal is aborted. */
  readonly ask: (id: string, fields: Fields<'request'>) => Promise<RequestAnswer>;
  /** Tools that the user always allows. By object: another tool may be registered with the same name. */
  readonly allowed: WeakSet<PageTool>;
  readonly amend: (ops: readonly Op[]) => void;
  readonly report: (diagnostic: Diagnostic) => void;
  readonly signal: AbortSignal;
}

type Question = PageQuestion & Partial<Pick<RequestItem, 'toolTitle' | 'purpose' | 'arguments'>>;

/** Runs a call of a page tool. An aborted call has no result. */
export async function runPageTool(call: ToolItem, parts: PageToolParts): Promise<void> {
  const {amend, signal, report} = parts;
  const {id, name} = call;
  try {
    signal.throwIfAborted();
    const output = await Promise.race([attempt(call, parts), rejectOnAbort(signal)]);
    // A tool may return when it is aborted.
    signal.throwIfAborted();
    if (output instanceof Error) throw new Refusal(failureText(output));
    const text = typeof output === 'string' ? output : resultText(output);
    amend([{op: 'assign', id, status: 'done', fields: {output: text}}]);
  } catch (error) {
    if (signal.aborted) {
      amend([{op: 'close', id, status: 'stopped'}]);
      return;
    }
    const denied = error instanceof Denial && {denied: true};
    // The words of the user are not cut.
    const text = denied ? error.message : failureText(error);
    amend([{op: 'assign', id, status: 'failed', fields: {error: text, ...denied}}]);
    if (error instanceof Refusal) return;
    const message = `The page tool ${name} threw an exception, which the agent receives as an error. Correct the tool; an error that is expected is returned, not thrown. ${text}`;
    report({code: 'tool-failed', message, data: error});
  }
}

/** A call without a result that is no mistake of the page. */
class Refusal extends Error {}

/** The user does not allow the call. */
class Denial extends Refusal {
  constructor(reason: string) {
    super(`The user declined. ${reason}`.trim());
  }
}

async function attempt(call: ToolItem, parts: PageToolParts): Promise<unknown> {
  const {tools, allowed, amend, signal, report} = parts;
  const {id, name} = call;
  const tool = tools.get(name);
  if (!tool) {
    const message = `The tool ${name} was called, but the page has no tool of this name.`;
    report({code: 'call-not-run', message});
    throw new Refusal(`This page has no tool ${name}.`);
  }
  const input = call.input.trim() === '' ? {} : parseJson(call.input);
  if (input === undefined) throw new Refusal('The input is not valid JSON.');
  const number = changedInteger(call.input);
  if (number !== undefined) {
    throw new Refusal(`The number ${number} cannot be read without a change. Send it as text.`);
  }
  const problem = validateInput({...tool.schema, type: 'object'}, input);
  if (problem !== undefined) throw new Refusal(problem);
  let count = 0;
  const ask = ({prompt, inputTypes = ['text'], ...more}: Question): Promise<RequestAnswer> => {
    // A tool that ignores its signal may ask after it was aborted.
    if (signal.aborted) return Promise.reject(reasonOf(signal));
    const fields = {prompt, inputTypes, toolName: name, callId: id, ...more};
    return parts.ask(`${id}/question${++count}`, fields);
  };
  if (tool.permission !== 'allow' && !allowed.has(tool)) {
    const decision = decisionIn(await ask(permissionFor(tool, call.input)));
    if (decision.allow === 'always') allowed.add(tool);
    if (!decision.allow) throw new Denial(decision.reason);
  }
  amend([{op: 'assign', id, status: 'streaming', fields: {}}]);
  return tool.run(input as Readonly<Record<string, unknown>>, {signal, ask});
}

function permissionFor({title, purpose, description = ''}: PageTool, input: string): Question {
  return {
    prompt: description,
    inputTypes: ['permission'],
    ...defined({toolTitle: title, purpose}),
    arguments: argumentsIn(input),
  };
}

/** A text instead of a decision is the reason of a refusal, and so is any word but those that allow. */
function decisionIn({input}: RequestAnswer): {allow?: 'once' | 'always'; reason: string} {
  if (typeof input !== 'object' || input === null) return {reason: String(input)};
  const {allow, reason} = asRecord(input);
  return {...((allow === 'once' || allow === 'always') && {allow}), reason: asText(reason) ?? ''};
}
