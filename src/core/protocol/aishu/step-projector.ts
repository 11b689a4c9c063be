import {ScannedAnswers, scan, Citations, AishuSources} from './citations.js';
import type {Growth} from './decoder.js';
import {citesOf, readSkill, type Skill} from './skills.js';
import {stepStatus, type TurnState} from './turn.js';
import {FINAL, finalText, hasAnswerStep, stageOf, stepsOf, type AishuStep, isoOf} from './steps.js';
import {asRecord, asText, type JsonRecord, defined} from '../../values.js';
import type {Item, Status, Mark, TextItem, ThinkingItem, ToolItem} from '../../model/item.js';

/** Projects the steps of an answer, and texts outside of steps, to items. */
export class StepProjector {
  readonly #run: string;
  readonly #answers = new ScannedAnswers();
  readonly #skills = new Map<string, {of: readonly unknown[]; skill: Skill | undefined}>();
  readonly #citations: Citations;

  constructor(run: string) {
    this.#run = run;
    this.#citations = new Citations(run);
  }

  /** `onlyFinalAnswer`: whether, as far as known, the final answer is the only text. */
  project(message: JsonRecord, turnState: TurnState, onlyFinalAnswer: boolean): readonly Item[] {
    const steps = stepsOf(message);
    const documents = citesOf(
      asRecord(asRecord(asRecord(message['content'])['middle_answer'])['doc_retrieval'])['cites'],
    );
    const found = steps.flatMap(step => this.#skillOf(step)?.citables ?? []);
    const sources = new AishuSources(this.#run, [...found, ...documents]);
    const items = steps.flatMap(step => this.#itemsOf(step, turnState, sources));
    const final = finalText(message);
    if (!hasAnswerStep(steps, final) && (onlyFinalAnswer || turnState.over)) {
      const status = stepStatus(undefined, turnState);
      items.push(...this.#saidItems(FINAL, finalThought(message), final, status, sources));
    }
    // The server lists these documents separately, whether they are cited or not.
    if (turnState.over) items.push(...sources.showAfter(found.length));
    return items;
  }

  /**
   * The addition to an item's text for an addition to a text of the model, if nothing else changes. Nearly all patches
   * of a stream are such additions, so the cost depends only on the length of the addition.
   */
  grow({step, part, added, whole}: Growth): {id: string; text: string} | undefined {
    const id = this.#idOf(step, part);
    const text = part === 'text' ? this.#answers.grow(id, added, whole) : added;
    return text === undefined ? undefined : {id, text};
  }

  #itemsOf(step: AishuStep, turnState: TurnState, sources: AishuSources): readonly Item[] {
    const {id, fields} = step;
    const status = stepStatus(fields['status'], turnState);
    const stage = stageOf(fields);
    if (stage === 'skill') {
      const skill = this.#skillOf(step);
      return skill ? [toolItem(this.#idOf(id, 'tool'), fields, status, skill)] : [];
    }
    if (stage !== 'llm') return [];
    const spoken = status === 'waiting' ? 'done' : status;
    const [thought, answer] = [asText(fields['think']), asText(fields['answer'])];
    return this.#saidItems(id, thought ?? '', answer ?? '', spoken, sources);
  }

  #saidItems(
    id: string,
    thought: string,
    answer: string,
    status: Status,
    sources: AishuSources,
  ): readonly Item[] {
    const items: Item[] = [];
    if (thought) {
      items.push(thinkingItem(this.#idOf(id, 'thinking'), thought, status, answer !== ''));
    }
    if (answer) {
      const textId = this.#idOf(id, 'text');
      const read = this.#answers.read(textId, answer, sources.count);
      const scanned = status === 'streaming' ? read : scan(read, '', sources.count, true);
      const {marks, numbers} = this.#citations.read(scanned.markers);
      items.push(textItem(textId, scanned.text, marks, status), ...sources.show(numbers));
    }
    return items;
  }

  /** Reads a skill only when one of its fields has changed. */
  #skillOf({id, fields}: AishuStep): Skill | undefined {
    if (stageOf(fields) !== 'skill') return undefined;
    const of = [fields['answer'], fields['skill_info'], fields['status'], fields['agent_name']];
    const known = this.#skills.get(id);
    if (known?.of.every((value, at) => value === of[at])) return known.skill;
    const skill = readSkill(fields);
    this.#skills.set(id, {of, skill});
    return skill;
  }

  #idOf(step: string, part: 'text' | 'thinking' | 'tool'): string {
    return `${this.#run}.${step}.${part}`;
  }
}

function finalThought(message: JsonRecord): string {
  const final = asRecord(asRecord(message['content'])['final_answer']);
  return asText(final['thinking']) ?? '';
}

const childless: readonly Item[] = [];

/** A skill as a tool call. Times of the server are in seconds since the epoch. */
function toolItem(id: string, step: JsonRecord, status: Status, skill: Skill): ToolItem {
  const {name, title, input, output, phases} = skill;
  const running = status === 'streaming' || status === 'waiting';
  return {
    id,
    kind: 'tool',
    status,
    children: childless,
    name,
    executionId: asText(step['id']) ?? id,
    input,
    output,
    log: '',
    ...defined({
      title,
      phases,
      error: status === 'failed' ? asText(step['answer']) : undefined,
      denied: step['status'] === 'skipped' || undefined,
      startedAt: isoOf(step['start_time']),
      endedAt: running ? undefined : isoOf(step['end_time']),
    }),
  };
}

/** The reasoning of a step; it ends when the answer begins. */
function thinkingItem(id: string, text: string, status: Status, answers: boolean): ThinkingItem {
  return {
    id,
    kind: 'thinking',
    status: status === 'streaming' && answers ? 'done' : status,
    children: childless,
    text,
  };
}

/** The text of a step, with marks for its citations. */
function textItem(id: string, text: string, marks: readonly Mark[], status: Status): TextItem {
  const cited = marks.length > 0 && {marks};
  return {id, kind: 'text', status, children: childless, text, ...cited};
}
