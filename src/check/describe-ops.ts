import type {Kind} from '../core/model/item.js';
import type {Op} from '../core/model/op.js';

/** The compiler reports a kind that is missing here. */
const builtIn = {
  message: 'the answer',
  step: 'a step',
  text: 'a text',
  thinking: 'reasoning',
  tool: 'a tool call',
  checkpoint: 'a checkpoint',
  request: 'a question to the user',
  source: 'a source',
  file: 'a file',
  data: 'data of the application',
  notice: 'a notice',
  error: 'an error',
} satisfies Readonly<Record<Kind, string>>;

const nouns: ReadonlyMap<string, string> = new Map(Object.entries(builtIn));

/** What the fields are called that an event adds text to. */
const fields: Readonly<Record<string, string>> = {
  input: 'the input of the tool',
  output: 'the result of the tool',
  log: 'the log of the tool',
};

/** Says in words what ops change in the conversation. Keeps the kinds of the items that were opened. */
export class OpDescriber {
  readonly #kinds = new Map<string, Kind>();

  describe(ops: readonly Op[]): readonly string[] {
    return ops.map(op => this.#describe(op)).filter((text, at, all) => all.indexOf(text) === at);
  }

  #describe(op: Op): string {
    if (op.op === 'open') {
      const isKnown = this.#kinds.has(op.id);
      this.#kinds.set(op.id, op.kind);
      const name = nameOf(op.fields);
      return `${isKnown ? 'describes' : 'opens'} ${nouns.get(op.kind) ?? op.kind}${name}`;
    }
    const noun = this.#nounOf(op.id);
    switch (op.op) {
      case 'append':
        return `adds ${op.text.length} characters to ${fields[op.field] ?? noun}`;
      case 'assign':
        return `sets ${listOf([...(op.status ? [`status ${op.status}`] : []), ...Object.keys(op.fields ?? {})])} of ${noun}`;
      case 'close':
        return `closes ${noun}${op.status && op.status !== 'done' ? `: ${op.status}` : ''}`;
      case 'clear':
        return `replaces the content of ${noun}`;
    }
  }

  #nounOf(id: string): string {
    return nouns.get(this.#kinds.get(id) ?? 'message') ?? 'the answer';
  }
}

function nameOf(values: object | undefined): string {
  const {name, title} = (values ?? {}) as {readonly name?: unknown; readonly title?: unknown};
  const text = typeof name === 'string' ? name : title;
  return typeof text === 'string' && text !== '' ? ` (${text})` : '';
}

const listOf = (names: readonly string[]): string => names.join(', ') || 'nothing';
