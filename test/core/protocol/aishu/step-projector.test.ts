import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {bare, llm, skill} from './patches.js';
import {
  StepProjector,
  textItem,
  thinkingItem,
  toolItem,
} from '../../../../src/core/protocol/aishu/step-projector.js';
import type {TurnState} from '../../../../src/core/protocol/aishu/turn.js';
import type {Item, Status} from '../../../../src/core/model/item.js';

const running: TurnState = {over: undefined, failed: false, asking: false};
const ended: TurnState = {...running, over: 'ended'};

interface AnswerContent {
  readonly steps?: readonly unknown[];
  readonly final?: object;
  readonly cites?: unknown;
}

/** The message of an answer with these steps, this final answer and these documents. */
function message({steps = [], final, cites}: AnswerContent): Record<string, unknown> {
  const middle_answer = {progress: steps, doc_retrieval: {cites}};
  return {content: {middle_answer, ...(final && {final_answer: final})}};
}

function items(
  content: AnswerContent,
  turnState = ended,
  onlyFinalAnswer = false,
): readonly Item[] {
  return new StepProjector('run').project(message(content), turnState, onlyFinalAnswer);
}

const brief = (list: readonly Item[]): readonly string[] =>
  list.map(item => `${item.kind} ${item.status} ${'text' in item ? item.text : ''}`.trimEnd());

const answerOf = (words: string, fields: object = {}): object =>
  llm({answer: words, status: 'completed', ...fields});

const search = (...titles: readonly string[]): object =>
  skill('online_search_cite_tool', {
    answer: {references: titles.map(title => ({title, link: `https://${title}.example`}))},
  });

describe('a step of the model', () => {
  it('is its reasoning and its text, with ids from its id', () => {
    const folded = items({steps: [answerOf('Yes', {think: 'Hm'})]});
    assert.deepEqual(
      folded.map(({id}) => id),
      ['run.l1.thinking', 'run.l1.text'],
    );
    assert.deepEqual(brief(folded), ['thinking done Hm', 'text done Yes']);
  });

  it('is nothing before it has a text', () => {
    for (const fields of [{}, {answer: null, think: 7}, {answer: {}, think: []}]) {
      assert.deepEqual(items({steps: [llm(fields)]}, running), []);
    }
  });

  it('ends its reasoning when the answer begins', () => {
    const folded = items({steps: [llm({think: 'Hm', answer: 'Y'})]}, running);
    assert.deepEqual(brief(folded), ['thinking done Hm', 'text streaming Y']);
  });

  it('ends its text when the run waits for an answer', () => {
    const asking = {...ended, asking: true};
    assert.deepEqual(brief(items({steps: [llm({answer: 'May I?'})]}, asking)), [
      'text done May I?',
    ]);
  });

  for (const [status, turnState] of [
    ['interrupted', {...running, over: 'lost'}],
    ['stopped', {...running, over: 'stopped'}],
    ['failed', {...ended, failed: true}],
    ['done', ended],
  ] as const) {
    it(`that still runs is ${status} with its run`, () => {
      assert.deepEqual(brief(items({steps: [llm({answer: 'Ha'})]}, turnState)), [
        `text ${status} Ha`,
      ]);
    });
  }
});

describe('a step of a skill', () => {
  it('is a call that waits with the question', () => {
    const turnState = {...ended, asking: true};
    const [call] = items({steps: [skill('pay', {status: 'processing'})]}, turnState);
    assert.deepEqual([call?.id, call?.kind, call?.status], ['run.s1.tool', 'tool', 'waiting']);
  });

  it('is hidden if it is internal to the platform', () => {
    assert.deepEqual(items({steps: [skill('build_memory')]}), []);
  });

  it('is read again when its answer, its arguments, its status or its name is new', () => {
    const projector = new StepProjector('run');
    const show = (step: object): Record<string, unknown> => {
      const [item] = projector.project(message({steps: [step]}), running, false);
      return item ? bare(item) : {};
    };
    assert.equal(show(skill('add', {status: 'processing'}))['output'], '');
    assert.equal(show(skill('add', {answer: '3', status: 'processing'}))['output'], '3');
    assert.equal(show(skill('add', {answer: '3'}))['status'], 'done');
    assert.equal(show(skill('add', {answer: '3'}, {a: 1}))['input'], '{"a":1}');
    assert.equal(show(skill('sum', {answer: '3'}, {a: 1}))['name'], 'sum');
  });

  it('is read once while it is unchanged, so that its phases are the same object', () => {
    const projector = new StepProjector('run');
    const steps = [search('a')];
    const phasesIn = (list: readonly Item[]): unknown =>
      list.map(item => item.kind === 'tool' && item.phases)[0];
    const first = phasesIn(projector.project(message({steps}), running, false));
    assert.ok(Array.isArray(first));
    const later = message({steps: [...steps, answerOf('So')]});
    assert.equal(phasesIn(projector.project(later, ended, false)), first);
  });
});

describe('a step of another stage', () => {
  for (const stage of ['assign', 'end', '', undefined, null, 7, 'LLM']) {
    it(`such as ${JSON.stringify(stage)} is not for people`, () => {
      assert.deepEqual(items({steps: [answerOf('x', {stage})]}), []);
    });
  }
});

describe('the final answer', () => {
  const final = {answer: {text: 'At last'}, thinking: 'Long'};

  it('is displayed with its reasoning once the run has ended, with the status of the run', () => {
    assert.deepEqual(brief(items({final})), ['thinking done Long', 'text done At last']);
    const lost = {...running, over: 'lost'} as const;
    assert.deepEqual(brief(items({final}, lost)), [
      'thinking interrupted Long',
      'text interrupted At last',
    ]);
  });

  it('is held back while a step may still report it', () => {
    assert.deepEqual(items({final}, running), []);
    assert.deepEqual(brief(items({final}, running, true)), [
      'thinking done Long',
      'text streaming At last',
    ]);
  });

  it('is not repeated if a step reports it', () => {
    assert.deepEqual(brief(items({final, steps: [answerOf('At')]}, ended, true)), ['text done At']);
  });

  it('is behind the calls that led to it', () => {
    assert.deepEqual(
      brief(items({final, steps: [skill('add')]})).map(one => one.split(' ')[0]),
      ['tool', 'thinking', 'text'],
    );
  });

  it('is hidden without a text, also with reasoning', () => {
    for (const empty of [{}, {answer: {text: ''}, thinking: ''}, {thinking: null}, {answer: 'x'}]) {
      assert.deepEqual(items({final: empty}), []);
    }
  });
});

describe('the sources of a step', () => {
  const shownBy = (list: readonly Item[]): readonly unknown[] =>
    list.map(item => (item.kind === 'source' ? [item.number, item.title] : item.kind));

  it('is numbered over all searches, whichever step cites it', () => {
    const second = {...search('c'), id: 's2'};
    const folded = items({steps: [search('a', 'b'), second, answerOf('One [3] and [1].')]});
    assert.deepEqual(shownBy(folded), ['tool', 'tool', 'text', [3, 'c'], [1, 'a']]);
    const [, , text] = folded;
    assert.ok(text?.kind === 'text');
    assert.equal(text.text, 'One  and .');
    assert.deepEqual(text.marks, [
      {offset: 4, source: 'run.source3', label: '3'},
      {offset: 9, source: 'run.source1', label: '1'},
    ]);
  });

  it('are displayed once, after the first text that cites them', () => {
    const steps = [search('a'), answerOf('[1]', {id: 'l1'}), answerOf('[1]!', {id: 'l2'})];
    assert.deepEqual(shownBy(items({steps})), ['tool', 'text', [1, 'a'], 'text']);
  });

  it('stays text if no source has its number', () => {
    const text = items({steps: [search('a'), answerOf('See [2] and [0].')]})[1];
    assert.equal(text?.kind === 'text' && text.text, 'See [2] and [0].');
  });

  it('is held back while it is incomplete, and reported at the end', () => {
    const steps = [search('a'), llm({answer: 'See [1'})];
    assert.deepEqual(brief(items({steps}, running)).at(-1), 'text streaming See');
    assert.deepEqual(brief(items({steps}, ended)).at(-1), 'text done See [1');
  });

  it('may be a document, which is displayed at the end, cited or not', () => {
    const cites = [{doc_name: 'D', doc_id: 'd'}, {doc_name: 'E'}];
    const steps = [search('a'), answerOf('[2]')];
    assert.deepEqual(shownBy(items({steps, cites}, running)), ['tool', 'text', [2, 'D']]);
    assert.deepEqual(shownBy(items({steps, cites})), ['tool', 'text', [2, 'D'], [3, 'E']]);
  });
});

describe('an addition to a text', () => {
  const start = (words: string, think = ''): StepProjector => {
    const projector = new StepProjector('run');
    projector.project(message({steps: [search('a'), llm({answer: words, think})]}), running, false);
    return projector;
  };

  it('applies to the item of its step and its part', () => {
    assert.deepEqual(start('Ye').grow({step: 'l1', part: 'text', added: 's', whole: 'Yes'}), {
      id: 'run.l1.text',
      text: 's',
    });
    assert.deepEqual(start('', 'H').grow({step: 'l1', part: 'thinking', added: 'm', whole: 'Hm'}), {
      id: 'run.l1.thinking',
      text: 'm',
    });
  });

  it('renders less than was added while it may begin a citation', () => {
    const projector = start('See');
    const first = projector.grow({step: 'l1', part: 'text', added: ' it [', whole: 'See it ['});
    assert.deepEqual(first, {id: 'run.l1.text', text: ' it '});
    const then = projector.grow({step: 'l1', part: 'text', added: 'x]', whole: 'See it [x]'});
    assert.deepEqual(then, {id: 'run.l1.text', text: '[x]'});
  });

  it('is none if it cites, if the step was never displayed, or if something was missed', () => {
    const cites = {step: 'l1', part: 'text', added: ' [1].', whole: 'See [1].'} as const;
    assert.equal(start('See').grow(cites), undefined);
    assert.equal(start('See').grow({...cites, step: 'l9'}), undefined);
    assert.equal(start('See').grow({...cites, added: '].'}), undefined);
  });

  it('has the same result as the whole text', () => {
    const words = 'Plain, `code[1]`, [link](u) and [';
    const projector = start('P');
    let shown = 'P';
    for (let at = 1; at < words.length; at++) {
      const growth = {added: words.charAt(at), whole: words.slice(0, at + 1)};
      const grown = projector.grow({step: 'l1', part: 'text', ...growth});
      shown += grown?.text ?? '';
      const [, text] = items({steps: [search('a'), llm({answer: growth.whole})]}, running);
      assert.equal(text?.kind === 'text' && text.text, shown);
    }
    assert.equal(shown, words.slice(0, -1));
  });
});

const searchSkill = {name: 'search', input: '{}', output: 'x', citables: []};
const start = Date.parse('2026-03-04T09:15:00Z') / 1000;
const step = {id: 's1', start_time: start, end_time: start + 2, answer: 'It broke'};

describe('toolItem', () => {
  it('reports a skill as a call', () => {
    assert.deepEqual(toolItem('i', step, 'done', searchSkill), {
      id: 'i',
      kind: 'tool',
      status: 'done',
      children: [],
      name: 'search',
      executionId: 's1',
      input: '{}',
      output: 'x',
      log: '',
      startedAt: '2026-03-04T09:15:00.000Z',
      endedAt: '2026-03-04T09:15:02.000Z',
    });
  });

  for (const status of ['streaming', 'waiting'] as const) {
    it(`has no end while it is ${status}`, () => {
      assert.equal(toolItem('i', step, status, searchSkill).endedAt, undefined);
    });
  }

  for (const status of ['done', 'failed', 'stopped', 'interrupted'] as const) {
    it(`has an end when it is ${status}, and an error only when it failed`, () => {
      const item = toolItem('i', step, status, searchSkill);
      assert.equal(item.endedAt, '2026-03-04T09:15:02.000Z');
      assert.equal(item.error, status === 'failed' ? 'It broke' : undefined);
    });
  }

  it('uses its own id for a step without one', () => {
    assert.equal(toolItem('i', {}, 'done', searchSkill).executionId, 'i');
  });

  it('keeps text and phases of the skill', () => {
    const phases = [{name: 'P', status: 'completed'}] as const;
    const item = toolItem('i', {}, 'done', {...searchSkill, title: 'Search', phases});
    assert.deepEqual([item.title, item.phases], ['Search', phases]);
  });
});

describe('thinkingItem', () => {
  const status = (folded: Status, answers: boolean): Status =>
    thinkingItem('i', 'Hm', folded, answers).status;

  it('is done when the answer begins, and otherwise has the status of its step', () => {
    assert.equal(status('streaming', false), 'streaming');
    assert.equal(status('streaming', true), 'done');
    assert.equal(status('interrupted', true), 'interrupted');
    assert.equal(status('failed', false), 'failed');
  });
});

describe('textItem', () => {
  it('has marks if it cites, and no list otherwise', () => {
    const marks = [{offset: 1, source: 'run.source1', label: '1'}];
    assert.deepEqual(textItem('i', 'a', marks, 'done').marks, marks);
    assert.ok(!('marks' in textItem('i', 'a', [], 'done')));
  });
});
