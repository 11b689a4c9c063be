import {expect, fixture, html} from '@open-wc/testing';
import {ChatController} from '../../../src/controller/index.js';
import {createProtocol, ubik} from '../../../src/core/index.js';
import {sentJson} from '../../../src/core/json.js';
import '../../../src/elements/ubik-request/ubik-request.define.js';
import {ChatError} from '../../../src/controller/http/errors.js';
import type {UbikRequest} from '../../../src/elements/ubik-request/ubik-request.js';
import {frame, all, find, has, collectEvents, press, type, until, words} from '../support/dom.js';
import {request} from '../support/items.js';
import {collectAnnouncements} from '../support/announcements.js';
import {InPageAgent, inPage} from '../support/agent.js';
import {messages, open} from '../support/chat.js';
import {within} from '../support/with-services.js';

/** Waits for the question, which names the fields. */
async function mount(item = request()): Promise<UbikRequest> {
  const element = await fixture<UbikRequest>(html`<ubik-request .item=${item}></ubik-request>`);
  await until(() => words(find(element, '#prompt').shadowRoot) !== '');
  return element;
}

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

  it('names what Enter does on a touch keyboard', async () => {
    const element = await mount();
    // The property is missing in WebKitGTK.
    expect(find(element, 'textarea').getAttribute('enterkeyhint')).to.equal('send');
  });

  it('displays the arguments of a call below any words of the agent, as they are', async () => {
    const call = {path: '/srv/data', recursive: true, note: '<b>bold</b> **stars**'};
    for (const prompt of [
      'Show more results?\n\n<!--',
      '```json\n{"page": 2}\n```\n\n<details><summary>',
      '```',
      '<style>dl{display:none}</style>',
      '| Path | /tmp |\n| --- | --- |',
      '\u202e\u2066',
      'x\n\n'.repeat(80),
    ]) {
      for (const inputTypes of [['confirm'], ['permission'], ['confirm', 'json']]) {
        const item = request({inputTypes, prompt, toolName: 'erase', arguments: call});
        const element = await fixture<UbikRequest>(
          html`<ubik-request .item=${item}></ubik-request>`,
        );
        const rows = find(element, '.arguments');
        expect(rows.checkVisibility(), prompt).to.be.true;
        expect(words(rows)).to.contain('/srv/data').and.to.contain('<b>bold</b> **stars**');
        const isBelow = Node.DOCUMENT_POSITION_FOLLOWING;
        expect(find(element, '#prompt').compareDocumentPosition(rows) & isBelow).to.equal(isBelow);
        expect(rows.compareDocumentPosition(find(element, 'button')) & isBelow).to.equal(isBelow);
        element.remove();
      }
    }
  });

  it('displays each argument of a call that has many', async () => {
    const call = Object.fromEntries(Array.from({length: 100}, (_, at) => [`a${at}`, `value${at}`]));
    const item = request({inputTypes: ['confirm'], toolName: 'erase', arguments: call});
    const shown = words(find(await mount(item), '.arguments'));
    for (const value of Object.values(call)) expect(shown).to.contain(value);
  });

  it('describes the question by the arguments, which distinguish several of the same tool [WCAG 2.4.6]', async () => {
    const item = request({inputTypes: ['confirm'], toolName: 'erase', arguments: {path: '/srv'}});
    const element = await mount(item);
    const description = find(element, '.card').getAttribute('aria-describedby') ?? '';
    expect(words(find(element, `#${description}`))).to.equal('Path /srv');
    element.item = request({inputTypes: ['confirm'], toolName: 'erase'});
    await element.updateComplete;
    expect(find(element, '.card').hasAttribute('aria-describedby')).to.be.false;
  });

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

  for (const item of [
    request({inputTypes: ['json']}),
    request({schema: {type: 'string', format: 'textarea'}}),
  ]) {
    it(`makes a line with Enter and sends with Control and Enter in a field for lines: ${JSON.stringify(item.schema)}`, async () => {
      const element = await mount(item);
      const events = collectEvents(element, 'ubik-reply-request');
      await until(() => has(element, 'textarea'));
      const field = find(element, 'textarea', HTMLTextAreaElement);
      field.focus();
      await type('1');
      await press('Enter');
      await type('2');
      expect(field.value).to.equal('1\n2');
      field.value = '12';
      await press('Control+Enter');
      await until(() => events.length > 0);
      expect(String(events[0]?.reply.input)).to.equal('12');
    });
  }

  it('leaves the Enter of an input method alone', async () => {
    const element = await mount();
    const replies = collectEvents(element, 'ubik-reply-request');
    const answer = find(element, 'textarea', HTMLTextAreaElement);
    answer.value = 'にほん';
    // WebKit ends the composition first and then sends the key that ended it.
    answer.dispatchEvent(new CompositionEvent('compositionend', {bubbles: true, composed: true}));
    const enter = {key: 'Enter', bubbles: true, cancelable: true};
    answer.dispatchEvent(new KeyboardEvent('keydown', enter));
    await new Promise(resolve => setTimeout(resolve));
    answer.dispatchEvent(new KeyboardEvent('keydown', {...enter, keyCode: 229}));
    expect(replies).to.have.length(0);
    answer.dispatchEvent(new KeyboardEvent('keydown', enter));
    expect(replies.map(({reply}) => reply.input)).to.deep.equal(['にほん']);
  });

  for (const [type, choices] of [
    ['text'],
    ['json'],
    ['file'],
    ['choice', ['Tea', 'Coffee']],
  ] as const) {
    it(`reports that an empty answer is incomplete, and sends nothing: ${type} [WCAG 3.3.1]`, async () => {
      const element = await mount(request({inputTypes: [type], ...(choices && {choices})}));
      const events = collectEvents(element, 'ubik-reply-request');
      submit(element);
      await element.updateComplete;
      const problem = find(element, '.problem');
      expect(words(problem)).to.equal('Enter an answer.');
      expect(find(element, '[aria-invalid="true"]').getAttribute('aria-describedby')).to.equal(
        problem.id,
      );
      expect(events).to.have.length(0);
    });
  }

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

  it('sends all digits of a number in JSON', async () => {
    const element = await mount(request({inputTypes: ['json']}));
    const events = collectEvents(element, 'ubik-reply-request');
    find(element, 'textarea', HTMLTextAreaElement).value = '{"id": 1234567890123456789}';
    submit(element);
    expect(sentJson(events[0]?.reply.input)).to.equal('{"id":1234567890123456789}');
  });

  it('renders a form for a schema, and sends only what the user entered and the defaults', async () => {
    const element = await mount(request({inputTypes: ['json'], schema}));
    await until(() => has(element, 'form'));
    const events = collectEvents(element, 'ubik-reply-request');
    find(element, '[name="field/name"]', HTMLInputElement).value = 'Marie';
    find(element, '[name="field/vegan"]', HTMLInputElement).checked = true;
    submit(element);
    await until(() => events.length > 0);
    expect(events[0]?.reply.input).to.deep.equal({name: 'Marie', guests: 2, vegan: true});
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
    await until(() => has(element, 'form'));
    const events = collectEvents(element, 'ubik-reply-request');
    element.item = {...item, timeout: 60};
    await element.updateComplete;
    submit(element);
    await until(() => events.length > 0);
    const input = events[0]?.reply.input as object;
    expect(Object.entries(input)).to.deep.equal(keys.map(key => [key, 'x']));
    find(element, '.other').click();
    await element.updateComplete;
    expect(has(element, 'textarea[name="answer"]')).to.be.true;
  });

  it('asks whether a tool may be called if the server sends no question', async () => {
    const element = await mount(
      request({inputTypes: ['confirm'], prompt: '', toolName: 'send_mail', arguments: {to: 'Ada'}}),
    );
    expect(words(find(element, '#prompt').shadowRoot)).to.contain('Allow Send mail?');
    expect(words(find(element, 'dl'))).to.equal('To Ada');
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

  it('refuses by a button beside the fields', async () => {
    const schema = {type: 'object', properties: {answer: {type: 'string'}}};
    const item = request({inputTypes: ['json'], refusable: true, schema});
    const element = await mount(item);
    await until(() => all(element, '.buttons button').length === 2);
    const events = collectEvents(element, 'ubik-reply-request');
    const buttons = all(element, '.buttons button');
    expect(buttons.map(button => words(button))).to.deep.equal(['Send answer', 'Do not answer']);
    buttons[1]?.click();
    expect(events.map(({reply}) => reply)).to.deep.equal([{type: 'confirm', input: false}]);
    element.item = {...item, status: 'done', answer: {type: 'confirm', input: false}};
    await element.updateComplete;
    expect(words(find(element, '.answer'))).to.equal('No answer');
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

  it('names choices that cannot be seen, and answers by them', async () => {
    const element = await mount(request({choices: ['', ' ', '\u200B', 'red']}));
    expect(all(element, '.check').map(label => words(label))).to.deep.equal([
      '""',
      '" "',
      '"‹U+200b›"',
      'red',
    ]);
    const events = collectEvents(element, 'ubik-reply-request');
    all(element, '[type="radio"]')[1]?.click();
    submit(element);
    expect(events.map(({reply}) => reply)).to.deep.equal([{type: 'choice', input: ' '}]);
    const answered = await mount(
      request({status: 'done', choices: [''], answer: {input: '', type: 'choice'}}),
    );
    expect(words(find(answered, '.answer'))).to.equal('""');
  });

  it('has a long choice beside its button, from the first line on', async () => {
    const element = await mount(
      request({choices: ['red', 'a colour that is hard to name '.repeat(9)]}),
    );
    element.style.inlineSize = '300px';
    for (const label of all(element, '.check')) {
      const [button, words] = [...label.children].map(part => part.getBoundingClientRect());
      expect(button?.right).to.be.below(words?.left ?? 0);
      expect(button?.bottom).to.be.below((words?.top ?? 0) + 30);
      expect(label.getBoundingClientRect().height).to.be.at.least(24);
    }
  });

  it('has a long title beside its icon, from the first line on', async () => {
    const element = await mount(request({toolName: 'book_a_table_for_the_whole_company'}));
    element.style.inlineSize = '220px';
    const [picture, title] = ['.title svg', '.title span span'].map(selector =>
      (element.shadowRoot?.querySelector(selector) ?? element).getBoundingClientRect(),
    );
    if (!picture || !title) throw new Error('There is no title.');
    expect(title.height).to.be.greaterThan(2 * picture.height);
    expect(picture.right).to.be.lessThan(title.left);
    expect(picture.bottom).to.be.lessThan(title.top + title.height / 2);
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

  it('offers another form by a button below the answers, which moves the focus into that form [WCAG 2.4.3]', async () => {
    const element = await mount(request({inputTypes: ['text', 'file']}));
    find(element, 'textarea', HTMLTextAreaElement).value = 'half an ans';
    expect(all(element, 'button').map(words)).to.deep.equal(['Send answer', 'Send a file']);
    find(element, '.other').click();
    await element.updateComplete;
    expect(element.shadowRoot?.activeElement).to.equal(find(element, '[type="file"]'));
    expect(words(find(element, '.other'))).to.equal('Answer in words');
    find(element, '.other').click();
    await element.updateComplete;
    expect(element.shadowRoot?.activeElement).to.equal(find(element, 'textarea'));
    expect(find(element, 'textarea', HTMLTextAreaElement).value).to.equal('half an ans');
  });

  it('keeps the focus on the button for another form, if the form has no field', async () => {
    const element = await mount(request({inputTypes: ['text', 'confirm']}));
    const other = find(element, '.other');
    other.focus();
    other.click();
    await element.updateComplete;
    expect(all(element, 'button').map(words)).to.deep.equal(['Yes', 'No', 'Answer in words']);
    expect(element.shadowRoot?.activeElement).to.equal(other);
  });

  it('offers JSON only if nothing else is allowed', async () => {
    const element = await mount(request({inputTypes: ['text', 'json']}));
    expect(has(element, '.other')).to.be.false;
    expect(has(element, '.code')).to.be.false;
  });

  it('waits while the answer is on its way, and lets try again when it did not arrive', async () => {
    const element = await mount(request({inputTypes: ['confirm']}));
    let refuse: (reason: Error) => void = () => undefined;
    element.addEventListener('ubik-reply-request', event => {
      event.respondWith(new Promise((_, reject) => (refuse = reject)));
    });
    const button = (): HTMLButtonElement => find(element, '.buttons button', HTMLButtonElement);
    const replies = collectEvents(element, 'ubik-reply-request');
    const isDisabled = (): boolean => button().getAttribute('aria-disabled') === 'true';
    button().focus();
    button().click();
    await element.updateComplete;
    expect(isDisabled()).to.be.true;
    button().click();
    expect(replies).to.have.length(1);
    refuse(new Error('offline'));
    await until(() => !isDisabled());
    await frame();
    await frame();
    expect(words(find(element, '.problem'))).to.contain('could not be sent');
    expect(element.shadowRoot?.activeElement).to.equal(button());
  });

  it('does not apply the end of an answer to the next question', async () => {
    const element = await mount();
    let refuse: (reason: Error) => void = () => undefined;
    element.addEventListener('ubik-reply-request', event => {
      event.respondWith(new Promise((_, reject) => (refuse = reject)));
    });
    find(element, 'textarea').focus();
    await type('an answer');
    await press('Enter');
    element.item = request({id: 'next'});
    await element.updateComplete;
    refuse(new Error('offline'));
    await frame();
    await frame();
    expect(has(element, '#problem:not([hidden])')).to.be.false;
  });

  it('no longer says that text is missing while the user writes it [WCAG 3.3.1]', async () => {
    const element = await mount();
    submit(element);
    await until(() => has(element, '#problem:not([hidden])'));
    find(element, 'textarea').focus();
    await type('a');
    await until(() => !has(element, '#problem:not([hidden])'));
    expect(find(element, 'textarea').getAttribute('aria-invalid')).to.equal('false');
  });

  it('restores the draft if the answer did not arrive [WCAG 3.3.7]', async () => {
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

  it('shows the remaining time, and its expiry [WCAG 2.2.1]', async () => {
    const element = await mount(request({timeout: 90}));
    expect(words(find(element, '[role="timer"]'))).to.match(/^1 min \d+ sec left$/);
    element.item = request({id: 'short', timeout: 0.5});
    await until(() => !has(element, 'form'));
    expect(words(find(element, '.quiet'))).to.contain('no longer');
  });

  it('announces when little time is left, once for each warning [WCAG 2.2.1, 4.1.3]', async () => {
    const status = (element: UbikRequest): string => words(find(element, '[role="status"]'));
    const element = await mount(request({timeout: 60.5}));
    expect(status(element)).to.equal('');
    await until(() => status(element) === '1 minute left');
    const short = await mount(request({timeout: 15}));
    expect(status(short), 'it was never longer').to.equal('');
  });

  it('has its deadline announced by the chat around it [WCAG 2.2.1, 4.1.3]', async () => {
    const {chat, agent} = await open();
    const said = collectAnnouncements(chat);
    void chat.send('Ask me.');
    agent.tell('tool_input_required', {
      tool_execution_id: 'e1',
      tool_name: 'ask_user',
      tool_input: {question: 'Which address?', input_types: ['text'], timeout: 21},
    });
    await until(() => said.some(text => text.includes('20 seconds left')));
    expect(said.filter(text => text.includes('left'))).to.have.length(1);
  });

  it('is named when its deadline is announced while another question is open [WCAG 2.2.1, 4.1.3]', async () => {
    const {chat, agent} = await open();
    const said = collectAnnouncements(chat);
    void chat.send('Ask me.');
    ['Which address?', 'Which day?'].forEach((question, n) => {
      agent.tell('tool_input_required', {
        tool_execution_id: `e${n}`,
        tool_name: 'ask_user',
        tool_input: {question, input_types: ['text'], timeout: 21},
      });
    });
    const isTold = (question: string): boolean =>
      said.some(text => text.includes(`${question} 20 seconds left`));
    await until(
      () => isTold('Which address?') && isTold('Which day?'),
      () => said,
    );
  });

  it('is a group that is named by the question, like its field [WCAG 1.3.1, 2.4.6]', async () => {
    const element = await mount();
    for (const selector of ['.card', 'textarea']) {
      expect(find(element, selector).getAttribute('aria-labelledby')).to.equal('prompt');
    }
    expect(find(element, '.card').getAttribute('role')).to.equal('group');
  });

  it('stores a long draft after a pause, at the end of the page, or when it is removed', async () => {
    const stored = new Map<string, string | undefined>();
    const memory = {
      recall: (name: string) => stored.get(name),
      remember: (name: string, value: string | undefined) => void stored.set(name, value),
    };
    const item = request({executionId: 'x', inputTypes: ['text']});
    const element = await within<UbikRequest>(html`<ubik-request .item=${item}></ubik-request>`, {
      memory,
    });
    const write = (text: string): void => {
      const field = find(element, 'textarea', HTMLTextAreaElement);
      field.value = text;
      field.dispatchEvent(new InputEvent('input', {bubbles: true}));
    };
    const length = (): number => stored.get('answer.x')?.length ?? 0;
    write('short');
    expect(length()).to.be.greaterThan(0);
    const ends: readonly (() => unknown)[] = [
      () => undefined,
      () => dispatchEvent(new Event('pagehide')),
      () => element.remove(),
    ];
    for (const [at, end] of ends.entries()) {
      const text = 'a'.repeat(10_000 * (at + 1));
      write(text);
      expect(length()).to.be.lessThan(text.length); // Not with the letter that was written.
      end();
      await until(() => length() > text.length);
    }
  });

  it('does not store a long draft again that was sent', async () => {
    const stored = new Map<string, string | undefined>();
    const memory = {
      recall: (name: string) => stored.get(name),
      remember: (name: string, value: string | undefined) => void stored.set(name, value),
    };
    const item = request({executionId: 'x', inputTypes: ['text']});
    const element = await within<UbikRequest>(html`<ubik-request .item=${item}></ubik-request>`, {
      memory,
    });
    element.addEventListener('ubik-reply-request', event => event.respondWith(Promise.resolve()));
    const field = find(element, 'textarea', HTMLTextAreaElement);
    field.value = 'a'.repeat(10_000);
    field.dispatchEvent(new InputEvent('input', {bubbles: true}));
    find(element, 'form', HTMLFormElement).requestSubmit();
    await until(() => stored.has('answer.x') && stored.get('answer.x') === undefined);
    dispatchEvent(new Event('pagehide'));
    expect(stored.get('answer.x')).to.be.undefined;
  });

  it('does not store a password', async () => {
    const stored = new Map<string, string | undefined>();
    const memory = {
      recall: (name: string) => stored.get(name),
      remember: (name: string, value: string | undefined) => void stored.set(name, value),
    };
    const properties = {user: {type: 'string'}, code: {type: 'string', format: 'password'}};
    const item = request({inputTypes: ['json'], schema: {type: 'object', properties}});
    const element = await within<UbikRequest>(html`<ubik-request .item=${item}></ubik-request>`, {
      memory,
    });
    await until(() => has(element, 'form'));
    find(element, '[name="field/user"]').focus();
    await type('ada');
    find(element, '[type="password"]').focus();
    await type('secret');
    expect([...stored.values()].join())
      .to.contain('ada')
      .and.not.contain('secret');
  });

  it('restores a draft although the same question was answered before', async () => {
    const item = request({executionId: 'x', inputTypes: ['text']});
    const stored = new Map<string, string | undefined>([['answer.x', '[["answer","Half a"]]']]);
    const memory = {
      recall: (name: string) => stored.get(name),
      remember: (name: string, value: string | undefined) => void stored.set(name, value),
    };
    const done = {...item, id: 'done', status: 'done', answer: {input: 'A', type: 'text'}};
    const list = await within<HTMLElement>(
      html`<div>
        <ubik-request .item=${done}></ubik-request><ubik-request .item=${item}></ubik-request>
      </div>`,
      {memory},
    );
    const [answered, asked] = list.querySelectorAll('ubik-request');
    await until(() => asked !== undefined && has(asked, 'form'));
    await answered?.updateComplete;
    expect(stored.get('answer.x')).to.contain('Half a');
    const field = (): HTMLTextAreaElement => find(asked!, 'textarea', HTMLTextAreaElement);
    expect(new FormData(field().form ?? undefined).get(field().name)).to.equal('Half a');
    asked!.item = {...item, status: 'done', answer: {input: 'B', type: 'text'}};
    await asked!.updateComplete;
    expect(stored.get('answer.x')).to.be.undefined;
  });

  it('does not restore a draft about other arguments', async () => {
    const stored = new Map<string, string | undefined>();
    const memory = {
      recall: (name: string) => stored.get(name),
      remember: (name: string, value: string | undefined) => void stored.set(name, value),
    };
    const draftFor = async (table: string): Promise<string> => {
      const item = request({prompt: 'Delete it?', inputTypes: ['text'], arguments: {table}});
      const element = await within<UbikRequest>(html`<ubik-request .item=${item}></ubik-request>`, {
        memory,
      });
      await until(() => has(element, 'textarea'));
      const field = find(element, 'textarea', HTMLTextAreaElement);
      const draft = field.value;
      field.focus();
      await type(`about ${table}`);
      return draft;
    };
    expect(await draftFor('logs')).to.equal('');
    expect(await draftFor('users')).to.equal('');
    expect(await draftFor('users')).to.equal('about users');
  });

  it('keeps a draft for each of two questions with the same words', async () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    };
    const request = () => ({method: 'POST', path: ''}) as const;
    const protocol = createProtocol({
      name: 'two-questions',
      read: (_, answer) => {
        for (const id of ['one', 'two']) answer.ask(id, {prompt: 'Guest details?'});
        answer.end();
      },
      send: request,
      operations: {continue: {request, read: () => ({})}},
    });
    const transport = async function* () {
      yield await Promise.resolve({data: ''});
    };
    const {chat} = await open({protocol, storage, transport, endpoint: '/two'});
    void chat.send('Hi');
    const asked = (): readonly HTMLElement[] =>
      messages(chat).flatMap(message => all(message, 'ubik-request'));
    await until(() => asked().length === 2 && asked().every(one => has(one, 'textarea')));
    for (const [at, name] of ['Ada', 'Bob'].entries()) {
      find(asked()[at]!, 'textarea').focus();
      await type(name);
    }
    const drafts = [...stored.values()].join();
    expect(drafts).to.contain('Ada').and.contain('Bob');
  });

  it('shows the given answer', async () => {
    const element = await mount(request({status: 'done', answer: {input: true, type: 'confirm'}}));
    expect(words(find(element, '.answer'))).to.equal('Yes');
    expect(has(element, 'form')).to.be.false;
  });

  it('shows the answers of a form in rows', async () => {
    const input = {full_name: 'Ada', newsletter: true, guests: [{name: 'Bob'}]};
    const element = await mount(request({status: 'done', answer: {input, type: 'json'}}));
    expect(words(find(element, '.answer'))).to.equal(
      'Full name Ada Newsletter Yes Guests · 1 · Name Bob',
    );
    await expect(element).to.be.accessible();
    const list = await mount(request({status: 'done', answer: {input: [1, 'b'], type: 'json'}}));
    expect(words(find(list, '.answer'))).to.equal('1, b');
  });

  it('names the answers of a form as the form did', async () => {
    const countries = {
      oneOf: [
        {const: 'AT', title: 'Austria'},
        {const: 'FR', title: 'France'},
      ],
    };
    const schema = {
      properties: {
        country_code: {title: 'Country', ...countries},
        visited: {type: 'array', items: countries},
        people: {title: 'Guests', items: {properties: {age: {title: 'Years'}}}},
        plain: {type: 'string'},
      },
    };
    const input = {country_code: 'AT', visited: ['FR', 'AT'], people: [{age: 7}], plain: 'AT'};
    const element = await mount(request({status: 'done', schema, answer: {input, type: 'json'}}));
    expect(all(element, 'dl > div').map(row => words(row))).to.deep.equal([
      'Country Austria',
      'Visited France, Austria',
      'Guests · 1 · Years 7',
      'Plain AT',
    ]);
  });

  describe('shows the answers of a form as the user gave them', () => {
    const rowsFor = async (
      properties: object,
      input: object,
      more: object = {},
    ): Promise<readonly string[]> => {
      const schema = {type: 'object', properties, ...more};
      const element = await mount(request({status: 'done', schema, answer: {input, type: 'json'}}));
      return all(element, 'dl > div').map(row => words(row).replaceAll('\u202f', ' '));
    };

    it('with titles behind references, of nullable schemas and of lists', async () => {
      const place = {type: 'object', title: 'Where to', properties: {zip: {title: 'Postcode'}}};
      const $defs = {
        place,
        Colour: {title: 'Colour', enum: ['r', 'g'], enumNames: ['Red', 'Green']},
      };
      const properties = {
        addr: {$ref: '#/$defs/place'},
        paint: {$ref: '#/$defs/Colour'},
        others: {type: 'array', items: {$ref: '#/$defs/Colour'}},
        land: {
          title: 'Country',
          anyOf: [{oneOf: [{const: 'ch', title: 'Switzerland'}, {const: 1}]}, {type: 'null'}],
        },
      };
      const input = {addr: {zip: '3000'}, paint: 'g', others: ['r', 'g'], land: 'ch'};
      expect(await rowsFor(properties, input, {$defs})).to.deep.equal([
        'Where to · Postcode 3000',
        'Paint Green',
        'Others Red, Green',
        'Country Switzerland',
      ]);
      expect(await rowsFor(properties, {land: 1}, {$defs})).to.deep.equal(['Country 1']);
    });

    it('with dates and fractions as the language writes them', async () => {
      const at = {type: 'string', format: 'date-time'};
      const properties = {at, local: at, on: {type: 'string', format: 'date'}, code: at};
      const noon = new Date(2027, 2, 4, 12, 5).toISOString();
      const input = {at: noon, local: '2027-03-04T09:30:00', on: '2027-12-31', code: 'soon'};
      expect(await rowsFor(properties, {...input, sum: 98765.25, id: 1234567})).to.deep.equal([
        'At Mar 4, 2027, 12:05 PM',
        'Local Mar 4, 2027, 9:30 AM',
        'On Dec 31, 2027',
        'Code soon',
        'Sum 98,765.25',
        'ID 1234567',
      ]);
    });

    it('with what was left empty', async () => {
      expect(await rowsFor({}, {a: null, b: {}, c: []})).to.deep.equal([
        'A No answer',
        'B No answer',
        'C No answer',
      ]);
      for (const input of [{}, []]) {
        const element = await mount(request({status: 'done', answer: {input, type: 'json'}}));
        expect(words(find(element, '.answer'))).to.equal('No answer');
      }
    });

    it('with the title of a single value', async () => {
      const schema = {enum: ['s', 'l'], enumNames: ['Small', 'Large']};
      const answer = {input: 'l', type: 'json'};
      const element = await mount(request({status: 'done', schema, answer}));
      expect(words(find(element, '.answer'))).to.equal('Large');
    });

    it('but arguments as they are sent', async () => {
      const at = '2027-03-04T12:30:00Z';
      const schema = {
        type: 'object',
        properties: {at: {format: 'date-time'}, size: {enum: ['s'], enumNames: ['Small']}},
      };
      const given = {at, size: 's', sum: 98765.25, none: null, empty: {}};
      const element = await mount(request({arguments: given, schema}));
      expect(all(element, 'dl > div').map(row => words(row))).to.deep.equal([
        `At ${at}`,
        'Size s',
        'Sum 98765.25',
        'None null',
        'Empty {}',
      ]);
    });
  });

  it('shows no answer to a form with a password', async () => {
    const schema = {properties: {pin: {anyOf: [{type: 'string', format: 'password'}]}}};
    const answer = {input: {pin: '1234'}, type: 'json'};
    const element = await mount(request({status: 'done', schema, answer}));
    expect(words(find(element, '.title'))).to.equal('Answered');
    expect(has(element, '.answer')).to.be.false;
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

  describe('with a deadline that can be extended', () => {
    const deadline = (question = request({timeout: 90})): Promise<UbikRequest> =>
      within(html`<ubik-request .item=${question}></ubik-request>`, {operations: ['extend']});
    const button = (element: UbikRequest): HTMLElement => find(element, '.extend');

    it('is accessible [WCAG 2.2.1]', async () => {
      await expect(await deadline()).to.be.accessible();
    });

    it('offers more time only if the server can give it, and while it is open', async () => {
      expect(words(button(await deadline()))).to.equal('More time');
      expect(has(await mount(request({timeout: 90})), '.extend')).to.be.false;
      expect(has(await deadline(request()), '.extend')).to.be.false;
      expect(has(await deadline(request({timeout: 90, status: 'done'})), '.extend')).to.be.false;
    });

    it('asks for more time once, by keyboard, and keeps the focus [WCAG 2.1.1, 2.2.1]', async () => {
      const element = await deadline();
      const events = collectEvents(element, 'ubik-extend-request');
      let agree = (): void => undefined;
      element.addEventListener('ubik-extend-request', event =>
        event.respondWith(new Promise(resolve => (agree = resolve))),
      );
      button(element).focus();
      await press('Enter');
      await until(() => words(button(element)) === 'Asking for more time…');
      await press('Enter');
      expect(events.map(event => event.request)).to.deep.equal(['request']);
      agree();
      await until(() => words(button(element)) === 'More time');
      expect(element.shadowRoot?.activeElement).to.equal(button(element));
      expect(has(element, '.problem[role="alert"]:not([hidden])')).to.be.false;
    });

    it('starts again, with its warnings, if the page gives more time [WCAG 2.2.1]', async () => {
      const element = await deadline(request({timeout: 62}));
      element.addEventListener('ubik-extend-request', event => event.respondWith(undefined));
      await until(() => has(element, '[data-warning="60"]'));
      button(element).click();
      await until(() => !has(element, '[data-warning]'));
      await until(() => has(element, '[data-warning="60"]'));
    });

    it('does not wait for the previous question', async () => {
      const element = await deadline();
      element.addEventListener('ubik-extend-request', event =>
        event.respondWith(new Promise(() => undefined)),
      );
      button(element).click();
      await until(() => words(button(element)) === 'Asking for more time…');
      element.item = request({id: 'next', timeout: 90});
      await until(() => words(button(element)) === 'More time');
    });

    it('says why there is no more time, until there is [WCAG 4.1.3]', async () => {
      const element = await deadline();
      const info = {code: 'gone', retryable: false} as const;
      const refuse = (event: HTMLElementEventMap['ubik-extend-request']): void =>
        event.respondWith(Promise.reject(new ChatError(info, {sent: true})));
      element.addEventListener('ubik-extend-request', refuse);
      const alerts = (): readonly string[] =>
        all(element, '[role="alert"]:not([hidden])').map(words);
      button(element).click();
      await until(() => alerts().length > 0);
      expect(alerts()).to.deep.equal(['More time was not granted. This no longer exists.']);
      element.removeEventListener('ubik-extend-request', refuse);
      element.addEventListener('ubik-extend-request', event => event.respondWith(undefined));
      button(element).click();
      await until(() => alerts().length === 0);
    });
  });

  describe('for a permission', () => {
    const ask = {inputTypes: ['permission'], toolName: 'set_theme'};
    const button = (element: UbikRequest, n: number): HTMLElement =>
      element.renderRoot.querySelectorAll<HTMLElement>('.buttons button')[n]!;

    it('is accessible', async () => {
      await expect(await mount(request(ask))).to.be.accessible();
    });

    it('is allowed once or always by separate buttons [WCAG 3.3.4]', async () => {
      for (const [n, allow] of ['once', 'always'].entries()) {
        const element = await mount(request(ask));
        const events = collectEvents(element, 'ubik-reply-request');
        button(element, n).click();
        expect(events[0]?.reply.input).to.deep.equal({allow});
      }
    });

    it('is not allowed by the second click of a double click on what was there before', async () => {
      const element = await mount(request(ask));
      const events = collectEvents(element, 'ubik-reply-request');
      const click = (n: number, detail: number): unknown =>
        button(element, n).dispatchEvent(
          new MouseEvent('click', {detail, bubbles: true, cancelable: true, composed: true}),
        );
      click(2, 1); // Deny
      await element.updateComplete;
      click(1, 1); // Cancel
      await element.updateComplete;
      click(1, 2); // Always allow
      expect(events).to.have.length(0);
      click(1, 1);
      expect(events).to.have.length(1);
    });

    it('is a sentence with the name and the purpose of the tool, and a row for each argument', async () => {
      const purpose = 'change the colours of this page';
      const call = {theme: 'dark', colours: {text: 'white', links: ['blue', 'red']}, animate: true};
      const element = await mount(request({...ask, purpose, arguments: call}));
      const prompt = find(element, '#prompt');
      await until(() => has(prompt, 'strong'));
      expect(words(prompt.shadowRoot)).to.contain(
        'Allow Set theme to change the colours of this page?',
      );
      expect(words(find(element, '.title'))).to.equal('Input needed');
      expect(all(element, 'dl > div').map(row => words(row))).to.deep.equal([
        'Theme dark',
        'Colours · Text white',
        'Colours · Links blue, red',
        'Animate Yes',
      ]);
      await expect(element).to.be.accessible();
    });

    it('shows the description of a tool without a purpose', async () => {
      const element = await mount(request({...ask, prompt: 'Changes the colours.'}));
      await until(() => words(find(element, 'ubik-markdown.quiet').shadowRoot).includes('Changes'));
      await until(() => words(find(element, '#prompt').shadowRoot).includes('Allow Set theme on'));
    });

    it('is refused with a reason, which is asked for after Deny', async () => {
      const element = await mount(request(ask));
      const events = collectEvents(element, 'ubik-reply-request');
      expect(has(element, 'textarea')).to.be.false;
      button(element, 2).click();
      await until(() => element.shadowRoot?.activeElement?.localName === 'textarea');
      await type('not now');
      await press('Enter');
      expect(events.map(({reply}) => reply.input)).to.deep.equal([{reason: 'not now'}]);
    });

    it('is not refused after Escape', async () => {
      const element = await mount(request(ask));
      const events = collectEvents(element, 'ubik-reply-request');
      button(element, 2).click();
      await until(() => element.shadowRoot?.activeElement?.localName === 'textarea');
      await press('Escape');
      await until(() => words(element.shadowRoot?.activeElement ?? null) === 'Deny');
      expect(has(element, 'textarea')).to.be.false;
      expect(events).to.be.empty;
    });

    it('is refused without a reason, or not after all', async () => {
      const element = await mount(request(ask));
      const events = collectEvents(element, 'ubik-reply-request');
      button(element, 2).click();
      await element.updateComplete;
      button(element, 1).click();
      await until(() => words(element.shadowRoot?.activeElement ?? null) === 'Deny');
      expect(events).to.have.length(0);
      button(element, 2).click();
      await element.updateComplete;
      button(element, 0).click();
      expect(events.map(({reply}) => reply.input)).to.deep.equal([{reason: ''}]);
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

describe('<ubik-request> that names its conversation', () => {
  const promptOf = (element: UbikRequest): string =>
    has(element, '#prompt') ? words(find(element, '#prompt').shadowRoot) : '';

  const ask = (agent: InPageAgent, id: string, question: string, more = {}): void =>
    agent.tell('tool_input_required', {
      tool_execution_id: id,
      tool_name: 'ask_user',
      tool_input: {question, input_types: ['text'], ...more},
    });

  it('displays all open questions, one after the other, and keeps the focus [WCAG 2.4.3]', async () => {
    const agent = new InPageAgent();
    const controller = new ChatController(undefined, {
      protocol: {
        ...inPage,
        operations: {...inPage.operations, replyTool: ubik.operations.replyTool},
      },
      transport: agent.transport,
      endpoint: '/api',
      storage: null,
      fetch: async () => Promise.resolve(Response.json({})),
    });
    const element = await fixture<UbikRequest>(
      html`<ubik-request .controller=${controller}></ubik-request>`,
    );
    const ended = controller.send('Order a shirt.');
    ask(agent, 'e1', 'Which address?');
    ask(agent, 'e2', 'Which size?');
    await until(() => promptOf(element) === 'Which size?');
    const reply = async (answer: string): Promise<void> => {
      find(element, 'textarea').focus();
      await type(answer);
      await press('Enter');
    };
    const hasFocus = (): boolean => element.shadowRoot?.activeElement === find(element, '.card');
    await reply('M');
    await until(() => promptOf(element) === 'Which address?' && hasFocus());
    await reply('Main Street 1');
    await until(() => !has(element, 'form') && hasFocus());
    expect(promptOf(element)).to.equal('Which size?');
    agent.finish();
    await ended;
    controller.dispose();
  });

  it('leaves its deadline to the chat, which announces it once [WCAG 2.2.1, 4.1.3]', async () => {
    const {chat, agent} = await open();
    chat.id = 'telling';
    const element = await fixture<UbikRequest>(html`<ubik-request for="telling"></ubik-request>`);
    const said = collectAnnouncements(chat);
    void chat.send('Ask me.');
    ask(agent, 'e1', 'Which address?', {timeout: 20.5});
    await until(() => said.some(text => text.includes('20 seconds left')));
    expect(said.filter(text => text.includes('left'))).to.have.length(1);
    expect(words(find(element, '[role="timer"]'))).to.contain('left');
    expect(has(element, '[role="status"]')).to.be.false;
  });

  it('announces its deadline itself in a modal dialog, which silences the chat [WCAG 2.2.1, 4.1.3]', async () => {
    const {chat, agent} = await open();
    chat.id = 'asking';
    const dialog = await fixture<HTMLDialogElement>(
      html`<dialog><ubik-request for="asking"></ubik-request></dialog>`,
    );
    dialog.showModal();
    const element = dialog.querySelector('ubik-request');
    if (!element) throw new Error('There is no element.');
    void chat.send('Ask me.');
    ask(agent, 'e1', 'Which address?', {timeout: 20.5});
    await until(
      () =>
        has(element, '[role="status"]') &&
        words(find(element, '[role="status"]')) === '20 seconds left',
    );
    dialog.close();
  });
});
