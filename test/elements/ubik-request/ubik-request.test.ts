import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-request/ubik-request.define.js';
import type {UbikRequest} from '../../../src/elements/ubik-request/ubik-request.js';
import {all, find, has, collectEvents, press, type, until, words} from '../support/dom.js';
import {request} from '../support/items.js';

const mount = (item = request()): Promise<UbikRequest> =>
  fixture(html`<ubik-request .item=${item}></ubik-request>`);

const submit = (element: UbikRequest): void =>
  find(element, 'form', HTMLFormElement).requestSubmit();

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: {type: 'string', title: 'Name'},
    guests: {type: 'integer', default: 2},
    seat: {enum: ['inside', 'outside']},
    vegan: {type: 'boolean'},
  },
};

describe('<ubik-request>', () => {
  for (const item of [
    request(),
    request({inputTypes: ['text', 'json']}),
    request({inputTypes: ['confirm']}),
    request({choices: ['red', 'blue']}),
    request({inputTypes: ['file'], timeout: 60}),
    request({inputTypes: ['json'], schema}),
    request({status: 'done', answer: {input: 'x', type: 'text'}}),
    request({status: 'interrupted'}),
  ]) {
    it(`is accessible as ${JSON.stringify([item.inputTypes, item.status])}`, async () => {
      await expect(await mount(item)).to.be.accessible();
    });
  }

  it('sends the text with Enter, and starts a new line with Shift and Enter', async () => {
    const element = await mount();
    const events = collectEvents(element, 'ubik-reply-request');
    find(element, 'textarea').focus();
    await type('one');
    await press('Shift+Enter');
    await type('two');
    await press('Enter');
    expect(events.map(({request: id, reply}) => [id, reply])).to.deep.equal([
      ['request', {type: 'text', input: 'one\ntwo'}],
    ]);
  });

  it('leaves the Enter of an input method alone', async () => {
    const element = await mount();
    const replies = collectEvents(element, 'ubik-reply-request');
    const answer = find(element, 'textarea', HTMLTextAreaElement);
    answer.value = 'にほん';
    // WebKit ends the composition first and then sends the key that ended it.
    answer.dispatchEvent(new CompositionEvent('compositionend', {bubbles: true}));
    const enter = {key: 'Enter', bubbles: true, cancelable: true};
    answer.dispatchEvent(new KeyboardEvent('keydown', enter));
    await new Promise(resolve => setTimeout(resolve));
    answer.dispatchEvent(new KeyboardEvent('keydown', {...enter, keyCode: 229}));
    expect(replies).to.have.length(0);
    answer.dispatchEvent(new KeyboardEvent('keydown', enter));
    expect(replies.map(({reply}) => reply.input)).to.deep.equal(['にほん']);
  });

  it('reports that an empty answer is incomplete, and sends nothing', async () => {
    const element = await mount();
    const events = collectEvents(element, 'ubik-reply-request');
    submit(element);
    await element.updateComplete;
    expect(words(find(element, '.problem'))).to.equal('Enter an answer.');
    expect(events).to.have.length(0);
  });

  it('sends JSON as a value, and reports invalid JSON', async () => {
    const element = await mount(request({inputTypes: ['json']}));
    const events = collectEvents(element, 'ubik-reply-request');
    find(element, 'textarea', HTMLTextAreaElement).value = '{"a": ';
    submit(element);
    await element.updateComplete;
    expect(words(find(element, '.problem'))).to.equal(
      'This is not valid JSON. Check quotes, commas and brackets.',
    );
    find(element, 'textarea', HTMLTextAreaElement).value = '{"a": 1}';
    submit(element);
    expect(events.map(({reply}) => reply)).to.deep.equal([{type: 'json', input: {a: 1}}]);
  });

  it('renders a form for a schema, and sends an object', async () => {
    const element = await mount(request({inputTypes: ['json'], schema}));
    const events = collectEvents(element, 'ubik-reply-request');
    find(element, '[name="field name"]', HTMLInputElement).value = 'Marie';
    find(element, '[name="field vegan"]', HTMLInputElement).checked = true;
    submit(element);
    expect(events[0]?.reply.input).to.deep.equal({
      name: 'Marie',
      guests: 2,
      seat: 'inside',
      vegan: true,
    });
  });

  it('is answered whatever the fields of its schema are called', async () => {
    const keys = [
      'submit',
      'requestSubmit',
      'elements',
      'insertBefore',
      '__proto__',
      'isConnected',
    ];
    const properties = Object.fromEntries(keys.map(key => [key, {type: 'string', default: 'x'}]));
    const item = request({inputTypes: ['constructor'], schema: {properties}});
    const element = await mount(item);
    const events = collectEvents(element, 'ubik-reply-request');
    element.item = {...item, timeout: 60};
    await element.updateComplete;
    submit(element);
    const input = events[0]?.reply.input as object;
    expect(Object.entries(input)).to.deep.equal(keys.map(key => [key, 'x']));
    find(element, '.type[aria-pressed="false"]').click();
    await element.updateComplete;
    expect(has(element, 'textarea[name="answer"]')).to.be.true;
  });

  it('answers yes and no by a button each', async () => {
    const element = await mount(request({inputTypes: ['confirm']}));
    const events = collectEvents(element, 'ubik-reply-request');
    all(element, '.buttons button')[1]?.click();
    expect(events.map(({reply}) => reply)).to.deep.equal([{type: 'confirm', input: false}]);
  });

  it('names yes and no as the tool does, also in the answer', async () => {
    const item = request({inputTypes: ['confirm'], confirmLabels: ['Book it', 'Not now']});
    const element = await mount(item);
    const events = collectEvents(element, 'ubik-reply-request');
    const [yes, no] = all(element, '.buttons button');
    expect([words(yes ?? null), words(no ?? null)]).to.deep.equal(['Book it', 'Not now']);
    yes?.click();
    expect(events.map(({reply}) => reply)).to.deep.equal([{type: 'confirm', input: true}]);
    element.item = {...item, status: 'done', answer: {type: 'confirm', input: false}};
    await element.updateComplete;
    expect(words(find(element, '.answer'))).to.equal('Not now');
  });

  it('answers a confirmation with two choices by a button for each of them', async () => {
    const element = await mount(request({inputTypes: ['confirm'], choices: ['Approve', 'Reject']}));
    const events = collectEvents(element, 'ubik-reply-request');
    const buttons = all(element, '.buttons button');
    expect(buttons.map(button => words(button))).to.deep.equal(['Approve', 'Reject']);
    buttons[1]?.click();
    expect(events.map(({reply}) => reply)).to.deep.equal([{type: 'choice', input: 'Reject'}]);
    await expect(element).to.be.accessible();
  });

  it('answers by one of several choices', async () => {
    const element = await mount(request({choices: ['red', 'blue']}));
    const events = collectEvents(element, 'ubik-reply-request');
    all(element, '[type="radio"]')[1]?.click();
    submit(element);
    expect(events.map(({reply}) => reply)).to.deep.equal([{type: 'choice', input: 'blue'}]);
  });

  it('keeps the file field within a narrow chat', async () => {
    const element = await mount(request({inputTypes: ['file']}));
    element.style.inlineSize = '200px';
    const field = find(element, '[type="file"]').getBoundingClientRect();
    expect(field.right).to.be.at.most(element.getBoundingClientRect().right);
  });

  it('sends a file along with its name', async () => {
    const element = await mount(request({inputTypes: ['file']}));
    const events = collectEvents(element, 'ubik-reply-request');
    const chosen = new DataTransfer();
    chosen.items.add(new File(['x'], 'form.pdf'));
    find(element, '[type="file"]', HTMLInputElement).files = chosen.files;
    submit(element);
    expect(events[0]?.reply.input).to.equal('form.pdf');
    expect(events[0]?.reply.file?.name).to.equal('form.pdf');
  });

  it('lets the user choose between the forms that are allowed', async () => {
    const element = await mount(request({inputTypes: ['text', 'json']}));
    expect(has(element, '.code')).to.be.false;
    all(element, '.type')[1]?.click();
    await element.updateComplete;
    expect(has(element, '.code')).to.be.true;
  });

  it('waits while the answer is on its way, and lets try again when it did not arrive', async () => {
    const element = await mount(request({inputTypes: ['confirm']}));
    let refuse: (reason: Error) => void = () => undefined;
    element.addEventListener('ubik-reply-request', event => {
      event.respondWith(new Promise((_, reject) => (refuse = reject)));
    });
    const button = (): HTMLButtonElement => find(element, '.buttons button', HTMLButtonElement);
    button().click();
    await element.updateComplete;
    expect(button().disabled).to.be.true;
    refuse(new Error('offline'));
    await until(() => !button().disabled);
    expect(words(find(element, '.problem'))).to.contain('could not be sent');
  });

  it('restores the draft if the answer did not arrive', async () => {
    const element = await mount();
    const answer = {input: 'the long way', type: 'text'} as const;
    element.addEventListener('ubik-reply-request', event => {
      element.item = request({status: 'done', answer});
      event.respondWith(
        element.updateComplete.then(() => {
          element.item = request();
          throw new Error('offline');
        }),
      );
    });
    find(element, 'textarea').focus();
    await type('the long way');
    await press('Enter');
    await until(() => has(element, '.problem:not([hidden])') && has(element, 'textarea'));
    expect(find(element, 'textarea', HTMLTextAreaElement).value).to.equal('the long way');
  });

  it('keeps the draft when the item changes', async () => {
    const element = await mount();
    find(element, 'textarea').focus();
    await type('half an ans');
    element.item = request({prompt: 'Which address, please?'});
    await element.updateComplete;
    expect(find(element, 'textarea', HTMLTextAreaElement).value).to.equal('half an ans');
  });

  it('shows the remaining time, and its expiry', async () => {
    const element = await mount(request({timeout: 90}));
    expect(words(find(element, '.left'))).to.match(/^1 min \d+ sec left$/);
    element.item = request({id: 'short', timeout: 0.5});
    await until(() => !has(element, 'form'));
    expect(words(find(element, '.quiet'))).to.contain('no longer');
  });

  it('shows the given answer', async () => {
    const element = await mount(request({status: 'done', answer: {input: true, type: 'confirm'}}));
    expect(words(find(element, '.answer'))).to.equal('Yes');
    expect(has(element, 'form')).to.be.false;
  });

  it('shows that it was answered elsewhere', async () => {
    const element = await mount(request({status: 'done'}));
    expect(words(find(element, '.title'))).to.equal('Answered');
    expect(has(element, '.quiet'), 'it can no longer be answered').to.be.false;
  });

  it('counts its time from its first render if the chat does not know it', async () => {
    const createdAt = '2026-03-04T14:00:00Z';
    const element = await mount(request({timeout: 90, createdAt}));
    expect(words(find(element, '.left'))).to.match(/^1 min \d+ sec left$/);
  });

  describe('for a permission', () => {
    const ask = {inputTypes: ['permission'], toolName: 'set_theme'};
    const button = (element: UbikRequest, n: number): HTMLElement =>
      element.renderRoot.querySelectorAll<HTMLElement>('.buttons button')[n]!;

    it('is accessible', async () => {
      await expect(await mount(request(ask))).to.be.accessible();
    });

    it('is allowed once or always by separate buttons', async () => {
      for (const [n, allow] of ['once', 'always'].entries()) {
        const element = await mount(request(ask));
        const events = collectEvents(element, 'ubik-reply-request');
        button(element, n).click();
        expect(events[0]?.reply.input).to.deep.equal({allow});
      }
    });

    it('is refused with a reason, also by Enter in the field of the reason', async () => {
      const element = await mount(request(ask));
      const events = collectEvents(element, 'ubik-reply-request');
      find(element, 'textarea').focus();
      await type('not now');
      await press('Enter');
      button(element, 2).click();
      expect(events[0]?.reply.input).to.deep.equal({reason: 'not now'});
    });

    it('shows the decision', async () => {
      for (const [input, shown] of [
        [{allow: 'once'}, 'Allow once'],
        [{allow: 'always'}, 'Always allow'],
        [{reason: ''}, 'Deny'],
        [{reason: 'later'}, 'Deny: later'],
      ] as const) {
        const answer = {type: 'permission', input};
        const element = await mount(request({...ask, status: 'done', answer}));
        expect(words(find(element, '.answer'))).to.equal(shown);
      }
    });
  });
});
