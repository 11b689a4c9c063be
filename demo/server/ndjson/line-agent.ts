import {Stopped, type Agent, type AgentQuestion, type People, type Person} from '../agent/agent.js';
import {splitByCitations} from '../agent/citations.js';
import {Pacer} from '../agent/pacer.js';
import {textChunks} from '../agent/text-chunks.js';
import type {AgentTool} from '../agent/tool.js';
import {textOf, type JsonObject} from '../json.js';
import type {Behaviour} from '../settings.js';
import type {TaskAnswer} from '../store/tasks.js';
import {LineStream} from './line-stream.js';

/** How long a question can be answered. */
const questionSeconds = 60;

/** A question as a line has it. */
interface LineQuestion {
  readonly prompt: string;
  readonly types: readonly string[];
  /** The id of the call that asks, if one does. */
  readonly tool?: string;
  /** A JSON Schema of the answer. */
  readonly schema?: unknown;
}

interface OpenQuestion {
  readonly id: string;
  readonly resolve: (answer: TaskAnswer) => void;
  timer: NodeJS.Timeout | undefined;
}

interface LineAgentParts {
  readonly behaviour: Behaviour;
  /** The person who answers already. */
  readonly person: Person | undefined;
  readonly onPerson: (person: Person | undefined) => void;
}

/**
 * Writes the output of a script as lines. A question ends the stream; its answer continues the script, whose further
 * output is another stream. A question that is not answered in time ends the script.
 */
export class LineAgent implements Agent {
  readonly hint = undefined;
  readonly people: People;
  readonly #stop = new AbortController();
  readonly #pacer: Pacer;
  readonly #person: Person | undefined;
  #lines = new LineStream();
  #question: OpenQuestion | undefined;
  #calls = 0;
  #questions = 0;

  constructor({behaviour, person: present, onPerson}: LineAgentParts) {
    this.#pacer = new Pacer(behaviour, this.#stop.signal);
    this.#person = present;
    const report = async (line: JsonObject): Promise<void> => {
      await this.#send(line);
      await this.#pacer.pause();
    };
    this.people = {
      join: person => {
        onPerson(person);
        return report({joined: person});
      },
      typing: () => report({typing: true}),
      leave: () => {
        onPerson(undefined);
        return report({left: true});
      },
    };
  }

  /** The lines up to the next question or the end. */
  get lines(): LineStream {
    return this.#lines;
  }

  /** Runs a script to its end. */
  async run(script: () => Promise<void>): Promise<void> {
    try {
      if (this.#person) await this.#send({author: this.#person});
      await script();
      await this.#send({done: true});
    } catch (error) {
      if (!(error instanceof Stopped))
        await this.#send({error: errorMessage(error)}).catch(() => undefined);
    }
    this.#lines.close();
  }

  /** Ends the script and its response, for example because the client has disconnected. */
  stop(): void {
    clearTimeout(this.#question?.timer);
    this.#question = undefined;
    this.#stop.abort();
    this.#lines.close();
  }

  /** Continues the script with the answer to its question. Returns whether the question is open. */
  answer(id: string, input: unknown): boolean {
    const question = this.#question;
    if (question?.id !== id) return false;
    clearTimeout(question.timer);
    this.#question = undefined;
    this.#lines = new LineStream();
    question.resolve({input, type: 'text'});
    return true;
  }

  /** Starts the time to answer a question again. Returns its seconds; `undefined` if the question is not open. */
  extend(id: string): number | undefined {
    if (this.#question?.id !== id) return undefined;
    this.#startTimer(this.#question);
    return questionSeconds;
  }

  plan(): void {
    // The protocol has no such event.
  }

  step<T>(_title: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  async say(markdown: string): Promise<void> {
    const passages = splitByCitations(markdown);
    await this.#sendText('say', passages.map(({text}) => text).join(''));
    for (const {source} of passages) {
      if (source) await this.#send({source: source.title, url: `/documentation/${source.id}`});
    }
  }

  async think(text: string): Promise<void> {
    await this.#sendText('think', text);
  }

  async call<In, Out>(tool: AgentTool<In, Out>, input: In): Promise<Out> {
    const id = String(++this.#calls);
    await this.#send({tool: id, name: tool.name, input});
    await this.#pacer.pause();
    const report = (): Promise<void> => this.#pacer.pause();
    const saveAsset = (): string => '';
    const ask = ({question, input_types: types, schema}: JsonObject): Promise<TaskAnswer> => {
      const inputTypes = Array.isArray(types) ? types.map(textOf) : [schema ? 'json' : 'text'];
      return this.#ask({prompt: textOf(question), types: inputTypes, tool: id, schema});
    };
    try {
      const output = await tool.run(tool.input.parse(input), {
        id,
        phase: report,
        log: report,
        ask,
        saveAsset,
      });
      await this.#send({result: id, output});
      return output;
    } catch (error) {
      await this.#send({result: id, output: '', error: errorMessage(error)});
      throw error;
    }
  }

  ask({prompt, types}: AgentQuestion): Promise<TaskAnswer> {
    return this.#ask({prompt, types});
  }

  async progress(): Promise<void> {
    await this.#pacer.pause();
  }

  async checkpoint(): Promise<void> {
    await this.#pacer.pause();
  }

  async pause(milliseconds: number): Promise<void> {
    await this.#pacer.pause(milliseconds);
  }

  async #ask(question: LineQuestion): Promise<TaskAnswer> {
    const lines = this.#lines;
    const id = String(++this.#questions);
    const answer = new Promise<TaskAnswer>(resolve => {
      this.#question = {id, resolve, timer: undefined};
      this.#startTimer(this.#question);
    });
    await lines.write({ask: id, seconds: questionSeconds, ...question});
    await lines.write({done: true});
    lines.close();
    return answer;
  }

  #startTimer(question: OpenQuestion): void {
    clearTimeout(question.timer);
    question.timer = setTimeout(() => this.stop(), questionSeconds * 1000);
    question.timer.unref();
  }

  #send(line: JsonObject): Promise<void> {
    return this.#lines.write(line);
  }

  async #sendText(field: 'say' | 'think', text: string): Promise<void> {
    for (const chunk of textChunks(text)) {
      await this.#send({[field]: chunk});
      await this.#pacer.afterText();
    }
  }
}

const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
