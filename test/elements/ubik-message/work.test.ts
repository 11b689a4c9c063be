import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-message/ubik-message.define.js';
import type {Item, MessageItem, Status, ToolItem} from '../../../src/core/index.js';
import {sharedServices} from '../../../src/elements/base/services.js';
import {Registry} from '../../../src/core/registry.js';
import {UbikMarkdown} from '../../../src/elements/ubik-markdown/ubik-markdown.js';
import type {UbikMessage} from '../../../src/elements/ubik-message/ubik-message.js';
import {UbikStep} from '../../../src/elements/ubik-step/ubik-step.js';
import {UbikTool} from '../../../src/elements/ubik-tool/ubik-tool.js';
import {all, collectEvents, find, has, mutations, press, until, words} from '../support/dom.js';
import {answer, checkpoint, error, request, step, text, thinking, tool} from '../support/items.js';
import {type TestServices, within} from '../support/with-services.js';

const times = {startedAt: '2026-03-04T14:00:00Z', endedAt: '2026-03-04T14:00:10Z'};

const plot: Partial<ToolItem> = {
  id: 'plot',
  output: '{"data": [{"a": "x", "b": 1}], "chart_config": {"chart_type": "Line"}}',
};

/** A run of two steps; the second one contains a tool call and the answer. */
const run = (status: Status = 'done', words = 'The answer'): MessageItem =>
  answer(
    [
      step({
        id: 'first',
        ...times,
        children: [thinking(), tool({id: 'a'}), text('First I search.')],
      }),
      checkpoint(),
      step({
        id: 'second',
        number: 2,
        status,
        children: [tool({id: 'b'}), text(words, {id: 'end'})],
      }),
    ],
    {id: 'run', status},
  );

const calls = (count: number, item: (index: number) => Partial<ToolItem> = () => ({})): Item[] =>
  Array.from({length: count}, (_, index) => tool({id: `call ${index}`, ...item(index)}));

const render = (item: MessageItem, services: TestServices = {}): Promise<UbikMessage> =>
  within<UbikMessage>(html`<ubik-message .item=${item}></ubik-message>`, services);

/** All visible elements with this tag, in nested shadow trees too. */
function visible(host: Element, tag: string): readonly Element[] {
  return [...(host.shadowRoot?.querySelectorAll('*') ?? [])].flatMap(element => [
    ...(element.localName === tag && element.checkVisibility() ? [element] : []),
    ...visible(element, tag),
  ]);
}

const updated = async (element: UbikMessage): Promise<void> => {
  await element.updateComplete;
  for (const inner of all(element, 'ubik-step')) {
    if (inner instanceof UbikStep) await inner.updateComplete;
  }
};

const textsIn = (element: UbikMessage): readonly string[] =>
  visible(element, 'ubik-markdown').map(each => (each instanceof UbikMarkdown ? each.text : ''));

/** The ids of the visible calls. */
const callsIn = (element: UbikMessage): readonly string[] =>
  visible(element, 'ubik-tool').map(each =>
    each instanceof UbikTool ? (each.item?.id ?? '') : '',
  );

const line = (element: UbikMessage): HTMLElement => find(element, '.work');

describe('the work of a finished run', () => {
  it('is accessible, folded and open [WCAG 4.1.2]', async () => {
    const element = await render(run());
    await expect(element).to.be.accessible();
    line(element).click();
    await updated(element);
    await expect(element).to.be.accessible();
  });

  it('folds into one line, and all texts remain', async () => {
    const element = await render(run());
    expect(words(line(element))).to.equal('Worked for 10 sec · 2 steps · 2 tools');
    expect(line(element).getAttribute('aria-expanded')).to.equal('false');
    expect(textsIn(element)).to.deep.equal(['First I search.', 'The answer']);
    for (const tag of ['ubik-tool', 'ubik-thinking', 'ubik-checkpoint']) {
      expect(visible(element, tag), tag).to.be.empty;
    }
  });

  it('opens with the keyboard, unless that is canceled [WCAG 2.1.1]', async () => {
    const element = await render(run());
    const events = collectEvents(element, 'ubik-toggle-request');
    element.addEventListener('ubik-toggle-request', event => event.preventDefault(), {once: true});
    line(element).focus();
    await press('Enter');
    await updated(element);
    expect(line(element).getAttribute('aria-expanded')).to.equal('false');
    await press('Enter');
    await updated(element);
    expect(line(element).getAttribute('aria-expanded')).to.equal('true');
    expect(events.map(({open}) => open)).to.deep.equal([true, true]);
    expect(visible(element, 'ubik-checkpoint')).to.have.length(1);
    expect(visible(element, 'ubik-tool').length).to.be.above(0);
    expect(textsIn(element)).to.include('The answer');
  });

  it('folds when the run ends, without touching the answer', async () => {
    const element = await render(run('streaming'));
    await updated(element);
    expect(has(element, '.work')).to.be.false;
    const [before] = visible(element, 'ubik-markdown').slice(-1);
    if (!before) throw new Error('No text is displayed.');
    const changes = await mutations(
      before.shadowRoot?.querySelector('.content') ?? before,
      async () => {
        element.item = run();
        await updated(element);
      },
    );
    expect(visible(element, 'ubik-markdown').at(-1)).to.equal(before);
    expect(changes).to.equal(0);
  });

  for (const status of ['failed', 'stopped', 'interrupted', 'waiting', 'streaming'] as const) {
    it(`stays displayed if the run is ${status}`, async () => {
      expect(has(await render(run(status)), '.work')).to.be.false;
    });
  }

  it('stays displayed if the page wants it', async () => {
    expect(has(await render(run(), {steps: 'open'}), '.work')).to.be.false;
    const element = await fixture<UbikMessage>(
      html`<ubik-message steps="open" .item=${run()}></ubik-message>`,
    );
    expect(has(element, '.work')).to.be.false;
    element.steps = 'fold';
    await updated(element);
    expect(has(element, '.work')).to.be.true;
  });

  it('stays open at the end of the run if the focus is in it, or if a listener cancels', async () => {
    const focused = await render(run('streaming'));
    await updated(focused);
    find(find(focused, 'ubik-step'), '.header').focus();
    focused.item = run();
    await updated(focused);
    expect(line(focused).getAttribute('aria-expanded')).to.equal('true');

    const element = await render(run('streaming'));
    element.addEventListener('ubik-fold-request', event => event.preventDefault());
    element.item = run();
    await updated(element);
    expect(line(element).getAttribute('aria-expanded')).to.equal('true');
  });

  it('of a single step without tools has no line', async () => {
    const element = await render(answer([step({children: [text('The answer')]})]));
    expect(has(element, '.work')).to.be.false;
    expect(textsIn(element)).to.deep.equal(['The answer']);
    expect(find(find(element, 'ubik-step'), '.header').checkVisibility()).to.be.false;
  });

  it('that is a single row stays that row', async () => {
    const element = await render(answer([tool(), text('The answer')]));
    expect(has(element, '.work')).to.be.false;
    expect(visible(element, 'ubik-tool')).to.have.length(1);
  });

  it('does not contain what the user reads: texts, results, errors and what the page renders', async () => {
    const renderers = new Registry(sharedServices.renderers);
    renderers.register('tool:seats', () => html`<p class="seats">Row 4</p>`);
    const element = await render(
      answer([
        text('Before'),
        step({
          id: 's',
          children: [
            text('Inside'),
            tool(plot),
            tool({id: 'own', name: 'seats'}),
            tool({id: 'x'}),
            error(),
          ],
        }),
        request({status: 'done', answer: {input: 'yes', type: 'confirm'}}),
        tool({id: 'y'}),
        text('After'),
      ]),
      {renderers},
    );
    await updated(element);
    expect(textsIn(element)).to.deep.equal(['Before', 'Inside', 'After']);
    const inner = find(element, 'ubik-step');
    expect(visible(inner, 'ubik-tool')).to.have.length(1);
    expect(visible(inner, 'ubik-notice')).to.have.length(1);
    expect(find(inner, '.seats').checkVisibility()).to.be.true;
    expect(visible(element, 'ubik-request')).to.be.empty;
  });

  it('leaves out an unknown duration, and counts failed tool calls', async () => {
    const element = await render(
      answer([step({children: [tool({status: 'failed'})]}), text('The answer')]),
    );
    expect(words(line(element))).to.equal('1 step · 1 tool · 1 failed');
    const refused = await render(
      answer([step({children: [tool({status: 'failed', denied: true})]}), text('The answer')]),
    );
    expect(words(line(refused))).to.equal('1 step · 1 tool');
  });

  it('has no nodes inside a step without a text until it is opened', async () => {
    const element = await render(answer([step({children: [tool()]}), text('The answer')]));
    expect(all(find(element, 'ubik-step'), 'ubik-tool')).to.be.empty;
  });

  it('is in the document, so that it is printed', async () => {
    const element = await render(run());
    expect(all(element, 'ubik-step, ubik-checkpoint')).to.have.length(3);
  });
});

describe('neighbouring items of a message', () => {
  it('form a group of four tool calls or more, with the newest visible while it runs', async () => {
    const item = (status: Status): MessageItem =>
      answer(
        [
          text('I read the files.'),
          ...calls(30, index => ({
            status: index === 3 ? 'failed' : index === 29 ? status : 'done',
          })),
        ],
        {status},
      );
    const element = await render(item('streaming'));
    expect(words(line(element))).to.equal('30 tools · 1 failed');
    expect(callsIn(element)).to.deep.equal(['call 29']);
    element.item = item('done');
    await updated(element);
    expect(words(line(element))).to.equal('Used 30 tools · 1 failed');
    expect(callsIn(element)).to.be.empty;
    await expect(element).to.be.accessible();
    line(element).click();
    await updated(element);
    expect(callsIn(element)).to.have.length(30);
  });

  it('keep their elements when they become a group', async () => {
    const element = await render(answer(calls(3), {status: 'streaming'}));
    const before = all(element, 'ubik-tool');
    element.item = answer(calls(4), {status: 'streaming'});
    await updated(element);
    expect(has(element, '.work')).to.be.true;
    expect(all(element, 'ubik-tool').slice(0, 3)).to.deep.equal(before);
  });

  it('keep a call displayed that the user has opened while a group forms around it', async () => {
    const element = await render(answer(calls(3), {status: 'streaming'}));
    const [first] = all(element, 'ubik-tool');
    if (first) find(first, 'button').click();
    for (const count of [5, 6]) {
      element.item = answer(calls(count), {status: 'streaming'});
      await updated(element);
      expect(callsIn(element)).to.deep.equal(['call 0', `call ${count - 1}`]);
    }
    for (const shown of [6, 1]) {
      line(element).click();
      await updated(element);
      expect(callsIn(element)).to.have.length(shown);
    }
  });

  it('show the questions and results of a group', async () => {
    const asking = {status: 'waiting', children: [request()]} as const;
    const item = (index: number): Partial<ToolItem> =>
      index === 1 ? asking : index === 2 ? plot : {};
    const element = await render(answer(calls(5, item), {status: 'waiting'}));
    expect(visible(element, 'ubik-tool')).to.have.length(2);
  });

  it('show no progress of a group in which nothing runs but a question', async () => {
    const question = request({id: 'question', callId: 'call 3'});
    const icon = async (last: Partial<ToolItem>, ...beside: Item[]): Promise<string> => {
      const group = calls(4, index => (index === 3 ? {...last, id: 'call 3'} : {}));
      const element = await render(answer([...group, ...beside], {status: 'streaming'}));
      return line(element).querySelector('.status')?.className ?? '';
    };
    expect(await icon({status: 'streaming'})).to.contain('status-streaming');
    expect(await icon({status: 'streaming', children: [question]})).to.contain('status-waiting');
    expect(await icon({status: 'streaming'}, question)).to.contain('status-waiting');
    expect(await icon({status: 'done'})).to.contain('status-done');
  });

  it('are hidden while a question below them asks about them', async () => {
    const item = (status: Status): MessageItem =>
      answer(
        [
          tool({id: 'asked', name: 'remove', status}),
          tool({id: 'other', name: 'remove', status: 'waiting'}),
          request({id: 'question', toolName: 'remove', callId: 'asked', status}),
        ],
        {status},
      );
    const element = await render(item('waiting'));
    expect(visible(element, 'ubik-request')).to.have.length(1);
    expect(callsIn(element)).to.deep.equal(['other']);
    element.item = item('stopped');
    await updated(element);
    expect(callsIn(element)).to.deep.equal(['asked', 'other']);
  });

  it('are hidden while a tool of the page that runs asks the user', async () => {
    const element = await render(
      answer(
        [
          tool({id: 'asking', name: 'ask_user', status: 'streaming', runsIn: 'page'}),
          request({id: 'question', toolName: 'ask_user', callId: 'asking'}),
        ],
        {status: 'streaming'},
      ),
    );
    expect(visible(element, 'ubik-request')).to.have.length(1);
    expect(callsIn(element)).to.deep.equal([]);
  });

  it('are one row of reasoning, and the last of several checkpoints', async () => {
    const element = await render(
      answer(
        [
          thinking({id: 'one', text: 'First.', ...times}),
          thinking({id: 'two', text: 'Second.', ...times, endedAt: '2026-03-04T14:00:20Z'}),
          checkpoint({id: 'c1'}),
          checkpoint({id: 'c2', name: 'ready'}),
        ],
        {status: 'stopped'},
      ),
    );
    const [reasoning, ...others] = all(element, 'ubik-thinking');
    expect(others).to.be.empty;
    expect(words(reasoning?.shadowRoot ?? null)).to.contain('Thought for 20 sec');
    const text = find(find(element, 'ubik-thinking'), 'ubik-markdown');
    await until(() => has(text, 'p'));
    expect(all(text, 'p').map(words)).to.deep.equal(['First.', 'Second.']);
    expect(all(element, 'ubik-checkpoint')).to.have.length(1);
  });
});
