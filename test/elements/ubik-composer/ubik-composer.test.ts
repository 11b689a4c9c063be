import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-composer/ubik-composer.define.js';
import type {UbikComposer} from '../../../src/elements/ubik-composer/ubik-composer.js';
import {ChatController, type PageTool, type Transport} from '../../../src/controller/index.js';
import {Registry} from '../../../src/core/index.js';
import {begun, call, opsProtocol, over, word} from '../../controller/support/ops-protocol.js';
import {all, find, has, collectEvents, press, type, until, words} from '../support/dom.js';
import {answer} from '../support/items.js';

const render = (template = html`<ubik-composer></ubik-composer>`): Promise<UbikComposer> =>
  fixture(template);

const field = (element: UbikComposer): HTMLTextAreaElement =>
  find(element, 'textarea', HTMLTextAreaElement);

const endTurn = (element: UbikComposer): void =>
  element.onChatEvent({type: 'turn-end', message: answer([])});

const sent = (element: UbikComposer): (() => readonly string[]) => {
  const events = collectEvents(element, 'ubik-send-request');
  return () => events.map(({text}) => text);
};

describe('<ubik-composer>', () => {
  it('is accessible, ready, busy, disabled and with files', async () => {
    const element = await render(html`<ubik-composer files></ubik-composer>`);
    await expect(element).to.be.accessible();
    element.busy = true;
    element.attachments = [
      {key: '1', name: 'a.pdf', status: 'uploading', progress: 40},
      {key: '2', name: 'b.pdf', status: 'failed'},
    ];
    await until(() => has(element, '.attachments'));
    await expect(element).to.be.accessible();
    Object.assign(element, {busy: false, disabled: true, reason: 'Not signed in'});
    await element.updateComplete;
    await expect(element).to.be.accessible();
    expect(words(find(element, '.below'))).to.equal('Not signed in');
  });

  it('shows all lines of its placeholder in a narrow column [WCAG 1.4.4]', async () => {
    const element = await render();
    element.style.inlineSize = '10rem';
    const height = (): number => find(element, '.field').getBoundingClientRect().height;
    const empty = height();
    element.value = field(element).placeholder;
    await element.updateComplete;
    expect(empty).to.equal(height());
    element.value = 'a';
    await element.updateComplete;
    expect(empty).to.be.above(height());
  });

  it('shows the data of a context, which is sent with the message, at request', async () => {
    const element = await render(html`<ubik-composer></ubik-composer>`);
    element.attachments = [{key: 'c', name: 'Order 7', status: 'ready', data: {total: 42}}];
    await until(() => has(element, 'details'));
    await expect(element).to.be.accessible();
    for (const part of all(element, 'summary .name, summary .name *'))
      expect(part.scrollWidth, part.outerHTML).to.be.at.most(part.clientWidth);
    find(element, 'summary').click();
    await until(() => find(element, 'pre').checkVisibility());
    expect(words(find(element, 'pre'))).to.equal('{ "total": 42 }');
    await expect(element).to.be.accessible();
  });

  it('shows the progress of an upload, then the size, and keeps the extension of a long name', async () => {
    const element = await render(html`<ubik-composer files style="width: 300px"></ubik-composer>`);
    const file = {key: '1', name: `${'report-'.repeat(20)}2026.pdf`, size: 123_456};
    element.attachments = [{...file, status: 'uploading', progress: 40}];
    await until(() => has(element, '.amount'));
    const amount = (): string => words(find(element, '.amount'));
    expect(amount()).to.equal('40%');
    element.attachments = [{...file, status: 'uploading', progress: 100}];
    await element.updateComplete;
    expect(amount()).to.equal('123 kB');
    element.attachments = [{...file, status: 'ready', progress: 100, file: 'f'}];
    await element.updateComplete;
    expect(amount()).to.equal('123 kB');
    const [stem, extension] = find(element, '.name').children;
    expect(extension?.textContent).to.equal('.pdf');
    expect(extension?.scrollWidth).to.equal(extension?.clientWidth);
    expect(stem?.scrollWidth).to.be.greaterThan(stem?.clientWidth ?? Infinity);
    expect(find(element, '.attachments').scrollWidth).to.be.at.most(300);
  });

  it('sends with Enter and clears the field, and starts a new line with Shift and Enter [WCAG 3.2.2] [EN 5.9]', async () => {
    const element = await render();
    const texts = sent(element);
    element.focus();
    await type('one');
    await press('Shift+Enter');
    await type('two');
    await press('Enter');
    expect(texts()).to.deep.equal(['one\ntwo']);
    expect(element.value).to.equal('');
  });

  it('keeps the draft when sending is canceled [WCAG 3.3.7]', async () => {
    const element = await render();
    element.addEventListener('ubik-send-request', event => event.preventDefault());
    element.focus();
    await type('wait');
    await press('Enter');
    await element.updateComplete;
    expect(field(element).value).to.equal('wait');
  });

  it('does not send white space alone', async () => {
    const element = await render();
    const texts = sent(element);
    element.focus();
    await type('  ');
    await press('Enter');
    find(element, '.send').click();
    expect(texts()).to.deep.equal([]);
  });

  it('leaves the Enter of an input method alone', async () => {
    const element = await render();
    const texts = sent(element);
    element.value = 'にほん';
    await element.updateComplete;
    const enter = (init: Readonly<Record<string, unknown>>): boolean =>
      field(element).dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          bubbles: true,
          composed: true,
          cancelable: true,
          ...init,
        }),
      );
    enter({isComposing: true});
    enter({keyCode: 229});
    field(element).dispatchEvent(
      new KeyboardEvent('keyup', {key: 'Enter', bubbles: true, composed: true}),
    );
    expect(texts()).to.deep.equal([]);
    // WebKit ends the composition first and then sends the key that ended it.
    field(element).dispatchEvent(
      new CompositionEvent('compositionend', {bubbles: true, composed: true}),
    );
    enter({});
    expect(texts()).to.deep.equal([]);
    await new Promise(resolve => setTimeout(resolve));
    enter({});
    expect(texts()).to.deep.equal(['にほん']);
  });

  it('sends with the Enter that follows the one of an input method, as in Korean', async () => {
    const element = await render();
    const texts = sent(element);
    element.value = '안녕하세요';
    await element.updateComplete;
    const key = {key: 'Enter', code: 'Enter', bubbles: true, composed: true, cancelable: true};
    field(element).dispatchEvent(new KeyboardEvent('keydown', {...key, keyCode: 229}));
    field(element).dispatchEvent(
      new CompositionEvent('compositionend', {bubbles: true, composed: true}),
    );
    expect(texts()).to.deep.equal([]);
    field(element).dispatchEvent(new KeyboardEvent('keydown', {...key, keyCode: 13}));
    expect(texts()).to.deep.equal(['안녕하세요']);
  });

  it('sends with Control and Enter', async () => {
    const element = await render();
    const texts = sent(element);
    element.focus();
    await type('one');
    await press('Control+Enter');
    expect(texts()).to.deep.equal(['one']);
  });

  it('does not send with Alt and Enter, which make a line on a Mac', async () => {
    const element = await render();
    const texts = sent(element);
    element.focus();
    await type('one');
    await press('Alt+Enter');
    expect(texts()).to.deep.equal([]);
    expect(element.value).to.contain('one');
  });

  it('does not propagate plain keys, but shortcuts', async () => {
    const element = await render();
    const keys: string[] = [];
    const listen = (event: KeyboardEvent): unknown => keys.push(event.key);
    document.addEventListener('keydown', listen);
    element.focus();
    await type('k?');
    await press('ArrowUp');
    await press('Control+b');
    await press('Escape');
    document.removeEventListener('keydown', listen);
    expect(keys).to.deep.equal(['Control', 'b', 'Escape']);
  });

  it('edits its text although the page has shortcuts and a clipboard for its own content', async () => {
    const element = await render();
    const heard: string[] = [];
    const takeKey = (event: KeyboardEvent): void => {
      if (event.key === 'Control') return;
      heard.push(event.key);
      event.preventDefault();
    };
    const take = (event: Event): void => {
      heard.push(event.type);
      event.preventDefault();
    };
    const types = ['copy', 'cut', 'paste'] as const;
    document.addEventListener('keydown', takeKey);
    for (const name of types) document.addEventListener(name, take);
    element.focus();
    await type('one');
    for (const keys of ['a', 'c', 'x', 'v', 'v', 'z', 'Backspace', 'ArrowLeft'])
      await press(`Control+${keys}`);
    for (const name of types)
      field(element).dispatchEvent(new ClipboardEvent(name, {bubbles: true, composed: true}));
    document.removeEventListener('keydown', takeKey);
    for (const name of types) document.removeEventListener(name, take);
    expect(heard).to.deep.equal([]);
  });

  it('edits its text also on a keyboard without Latin letters', async () => {
    const element = await render();
    const heard: string[] = [];
    const listen = ({code}: KeyboardEvent): unknown => heard.push(code);
    document.addEventListener('keydown', listen);
    const keys = {с: 'KeyC', я: 'KeyZ', ש: 'KeyA', ш: 'KeyI', b: 'KeyC'};
    for (const [key, code] of Object.entries(keys)) {
      const init = {key, code, ctrlKey: true, bubbles: true, composed: true};
      field(element).dispatchEvent(new KeyboardEvent('keydown', init));
    }
    document.removeEventListener('keydown', listen);
    expect(heard).to.deep.equal(['KeyI', 'KeyC']);
  });

  it('takes a double click, and Enter that is held, as one press of the button', async () => {
    const element = await render(html`<ubik-composer value="one"></ubik-composer>`);
    const stops = collectEvents(element, 'ubik-stop-request');
    const texts = sent(element);
    const button = find(element, '.send');
    const click = (detail: number): unknown =>
      button.dispatchEvent(
        new MouseEvent('click', {detail, bubbles: true, cancelable: true, composed: true}),
      );
    click(1);
    element.busy = true;
    await element.updateComplete;
    click(2);
    button.focus();
    const held = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      cancelable: true,
      composed: true,
    });
    expect(button.dispatchEvent(held)).to.be.false;
    expect(texts()).to.deep.equal(['one']);
    expect(stops).to.have.length(0);
    click(1);
    expect(stops).to.have.length(1);
  });

  it('offers to stop during a run, and keeps the focus [WCAG 2.2.2, 2.4.3]', async () => {
    const element = await render(html`<ubik-composer value="next"></ubik-composer>`);
    const texts = sent(element);
    const stops = collectEvents(element, 'ubik-stop-request');
    const button = find(element, '.send');
    button.focus();
    element.busy = true;
    await element.updateComplete;
    expect(button.ariaLabel).to.equal('Stop');
    expect(element.shadowRoot?.activeElement).to.equal(button);
    field(element).focus();
    await press('Enter');
    expect(stops).to.have.length(0);
    button.click();
    element.stopping = true;
    await element.updateComplete;
    button.click();
    expect(stops).to.have.length(1);
    expect(texts()).to.deep.equal([]);
  });

  it('queues a message that is sent during a run, and says so', async () => {
    const element = await render(html`<ubik-composer busy></ubik-composer>`);
    const texts = sent(element);
    endTurn(element);
    element.focus();
    await press('Enter');
    await type('next');
    endTurn(element);
    expect(words(find(element, '.below'))).to.equal('');
    await press('Enter');
    await until(
      () => words(find(element, '.below')) === 'Will be sent when the answer is finished.',
    );
    await expect(element).to.be.accessible();
    expect(texts()).to.deep.equal([]);
    endTurn(element);
    expect(texts()).to.deep.equal(['next']);
    await until(() => words(find(element, '.below')) === '');
  });

  it('undoes and redoes what the user has written, and nothing from before a script has replaced it', async () => {
    const element = await render(html`<ubik-composer></ubik-composer>`);
    const pressed = async (...keys: readonly string[]): Promise<readonly string[]> => {
      const texts: string[] = [];
      for (const key of keys) {
        await press(key);
        texts.push(field(element).value);
      }
      return texts;
    };
    const [undo, redo] = ['Control+z', 'Control+y'] as const;
    element.focus();
    await type('mine');
    expect(await pressed(undo, redo)).to.deep.equal(['', 'mine']);
    element.value = 'of the page';
    await element.updateComplete;
    // WebKit has one history for all fields of a page: what follows the last step of this field is a step of another one.
    const times = navigator.vendor.startsWith('Apple') ? 1 : 2;
    const twice = (key: string): readonly string[] => Array<string>(times).fill(key);
    const keys = [...twice(undo), ...twice(redo)];
    expect(await pressed(...keys)).to.deep.equal(keys.map(() => 'of the page'));
    await press('End');
    await type(', and me');
    const whole = 'of the page, and me';
    expect(await pressed(...keys)).to.deep.equal([...twice('of the page'), ...twice(whole)]);
    expect(element.value).to.equal(whole);
    await press('Control+a');
    await press('Delete');
    expect(await pressed(undo), 'a deleted text returns').to.deep.equal([whole]);
  });

  it('keeps a message queued while the page works for the answer', async () => {
    const paths: string[] = [];
    let answerFirst: () => void = () => undefined;
    const isAsked = new Promise<void>(resolve => (answerFirst = resolve));
    let finishTool: ((result: string) => void) | undefined;
    const transport: Transport = async function* ({path}) {
      paths.push(path);
      const isFirst = paths.length === 1;
      if (isFirst) await isAsked;
      yield {data: JSON.stringify([begun(), isFirst ? call('pay') : word('w', 'Paid.'), over])};
    };
    const tools = new Registry<PageTool>();
    const run = () => new Promise<string>(resolve => (finishTool = resolve));
    tools.register('pay', {permission: 'allow', run});
    const protocol = opsProtocol({continuesMessages: true});
    const controller = new ChatController(undefined, {transport, protocol, tools, storage: null});
    const element = await render(html`<ubik-composer .controller=${controller}></ubik-composer>`);
    void controller.send('One');
    await until(() => element.busy);
    field(element).focus();
    await type('Two');
    await press('Enter');
    await until(() => has(element, '[data-status="queued"]'));
    answerFirst();
    await until(() => finishTool !== undefined);
    await element.updateComplete;
    expect(has(element, '[data-status="queued"]')).to.be.true;
    finishTool?.('done');
    await until(() => paths.length === 3);
    expect(paths).to.deep.equal(['send', 'continue', 'send']);
    expect(element.value).to.equal('');
    controller.dispose();
  });

  it('drops a queued message that is edited, or whose run has no text', async () => {
    const element = await render(html`<ubik-composer busy></ubik-composer>`);
    const texts = sent(element);
    element.focus();
    await type('ne');
    await press('Enter');
    await type('xt');
    endTurn(element);
    await press('Enter');
    element.busy = false;
    await element.updateComplete;
    endTurn(element);
    expect(texts()).to.deep.equal([]);
    expect(field(element).value).to.equal('next');
  });

  it('stays within a small chat with any number of files', async () => {
    const element = await render(html`<ubik-composer files></ubik-composer>`);
    element.attachments = Array.from({length: 50}, (_, n) => ({
      key: String(n),
      name: `a-report-of-the-year-${n}.pdf`,
      status: 'ready',
      file: String(n),
    }));
    await until(() => has(element, '.attachments'));
    const list = find(element, '.attachments');
    expect(list.clientHeight).to.be.at.most(160);
    expect(list.scrollHeight).to.be.above(list.clientHeight);
    await expect(element).to.be.accessible();
  });

  it('has the direction of its text, and if it is empty that of the page [WCAG 1.3.2]', async () => {
    const element = await fixture<UbikComposer>(html`<ubik-composer dir="rtl"></ubik-composer>`);
    const direction = (): string => getComputedStyle(find(element, 'textarea')).direction;
    expect(direction()).to.equal('rtl');
    element.value = 'Hello';
    await element.updateComplete;
    expect(direction()).to.equal('ltr');
  });

  it('has the direction of the first letter of a long text, from before the text is laid out', async () => {
    const element = await render();
    for (const [letter, direction] of [
      ['a', 'ltr'],
      ['א', 'rtl'],
      ['ع', 'rtl'],
      ['字', 'ltr'],
    ] as const) {
      const long = `1. ${letter}${' b'.repeat(3000)}`;
      element.value = 'short';
      await element.updateComplete;
      expect(field(element).dir).to.equal('auto');
      field(element).dispatchEvent(new InputEvent('beforeinput', {data: long}));
      expect(field(element).dir).to.equal(direction);
      element.value = long;
      await element.updateComplete;
      expect(field(element).dir).to.equal(direction);
    }
  });

  it('grows with the draft', async () => {
    const element = await render();
    const {height} = field(element).getBoundingClientRect();
    element.value = 'one\ntwo\nthree\nfour';
    await element.updateComplete;
    expect(field(element).getBoundingClientRect().height).to.be.greaterThan(height * 2);
  });

  it('fires an event for every change of the draft', async () => {
    const element = await render();
    const events = collectEvents(element, 'ubik-draft-change');
    element.focus();
    await type('ab');
    expect(events.map(({text}) => text)).to.deep.equal(['a', 'ab']);
  });

  it('accepts pasted and dropped files, if allowed', async () => {
    const element = await render();
    const events = collectEvents(element, 'ubik-attach-request');
    const files = new DataTransfer();
    files.items.add(new File(['x'], 'a.txt'));
    const drop = (): boolean =>
      element.dispatchEvent(new DragEvent('drop', {dataTransfer: files, cancelable: true}));
    drop();
    expect(events).to.have.length(0);
    element.files = true;
    await element.updateComplete;
    expect(words(find(element, '[role="status"]'))).to.equal('');
    drop();
    const paste = new ClipboardEvent('paste', {bubbles: true, cancelable: true});
    // Firefox does not accept files in an event that a script dispatches.
    Object.defineProperty(paste, 'clipboardData', {value: files});
    field(element).dispatchEvent(paste);
    expect(events.map(event => event.files.map(({name}) => name))).to.deep.equal([
      ['a.txt'],
      ['a.txt'],
    ]);
  });

  it('says that it takes no files instead of giving them to the browser, until the user writes', async () => {
    const element = await render();
    const requests = collectEvents(element, 'ubik-attach-request');
    const files = new DataTransfer();
    files.items.add(new File(['x'], 'a.png', {type: 'image/png'}));
    const paste = new ClipboardEvent('paste', {bubbles: true, cancelable: true});
    Object.defineProperty(paste, 'clipboardData', {value: files});
    for (const event of [
      new DragEvent('drop', {dataTransfer: files, cancelable: true}),
      paste, // a picture, which the field cannot take either
    ]) {
      const target = event === paste ? field(element) : element;
      expect(target.dispatchEvent(event)).to.be.false;
      await element.updateComplete;
      expect(words(find(element, '[role="status"]'))).to.equal('Files cannot be attached here.');
      element.focus();
      await type('a');
      expect(words(find(element, '[role="status"]'))).to.equal('');
    }
    const text = new DataTransfer();
    text.items.add('words', 'text/plain');
    const over = new DragEvent('dragover', {dataTransfer: files, cancelable: true});
    const textDrop = new DragEvent('drop', {dataTransfer: text, cancelable: true});
    expect(element.dispatchEvent(over)).to.be.false;
    expect(element.hasAttribute('over')).to.be.false;
    expect(element.dispatchEvent(textDrop)).to.be.true;
    expect(requests).to.be.empty;
  });

  it('makes no copy of a long text for the height of the field', async () => {
    const element = await render();
    const box = find(element, '.field');
    element.value = 'x'.repeat(100);
    await element.updateComplete;
    expect(box.dataset['text']).to.have.length(101);
    const short = field(element).clientHeight;
    element.value = 'word '.repeat(200_000);
    await element.updateComplete;
    expect(box.dataset['text']).to.equal('');
    expect(field(element).clientHeight).to.be.greaterThan(short);
    expect(box.clientHeight).to.be.lessThan(innerHeight / 2);
    element.value = 'short';
    await element.updateComplete;
    expect(field(element).clientHeight).to.be.at.most(short);
  });

  it('says that files need words', async () => {
    const element = await render(html`<ubik-composer files></ubik-composer>`);
    const texts = sent(element);
    element.attachments = [{key: 'a', file: 'f', name: 'a.txt', status: 'ready'}];
    await element.updateComplete;
    element.focus();
    await press('Enter');
    await until(() => find(element, '[role=status]').textContent.includes('Write a message'));
    await type('here');
    await until(() => find(element, '[role=status]').textContent === '');
    await press('Enter');
    expect(texts()).to.deep.equal(['here']);
  });

  const pictureOf = (name: string): File => new File(['x'], name, {type: 'image/png'});
  const picture = pictureOf('image.png');
  const table = '<style>td {color: red}</style><table><tr><td>Name</td><td>Sum</td></tr></table>';
  for (const [what, texts, files, attached] of [
    ['the text of a spreadsheet', {'text/plain': 'Name\tSum', 'text/html': table}, [picture], []],
    ['text with a picture', {'text/plain': 'Name Sum'}, [picture], []],
    [
      'text of a notebook',
      {'text/plain': 'A note', 'text/html': '<p>A note</p><img src="file:///x.png">'},
      [picture],
      [],
    ],
    [
      'text of a word processor',
      {'text/plain': 'A', 'text/rtf': '{}', 'text/html': '<p>A'},
      [picture],
      [],
    ],
    ['a picture', {}, [picture], ['image.png']],
    [
      'a picture with a sign in its name',
      {'text/plain': 'a', 'text/html': '<img alt="a > b" src="a.png">&#160;'},
      [picture],
      ['image.png'],
    ],
    [
      'text in markup without an end',
      {'text/plain': 'a', 'text/html': `<p>a${'<'.repeat(100_000)}`},
      [picture],
      [],
    ],
    [
      'a picture of a page',
      {'text/html': '<img src="https://a.example/x.png">'},
      [picture],
      ['image.png'],
    ],
    [
      'a picture with the title of its page',
      {'text/plain': 'a', 'text/html': '<title>Page</title><img src="a.png">&#xA0;'},
      [picture],
      ['image.png'],
    ],
    [
      'a picture with its address',
      {'text/plain': 'https://a.example/x.png', 'text/html': '<!-- x --><img src="x">'},
      [picture],
      ['image.png'],
    ],
    ['files with their names', {'text/plain': 'image.png'}, [picture], ['image.png']],
    ['files with their paths', {'text/plain': 'C:\\a\\image.png\r\n'}, [picture], ['image.png']],
    [
      'files with their addresses',
      {'text/plain': 'file:///home/a/%C3%9Cber%20uns.png\n/home/a/100%.png'},
      [pictureOf('Über uns.png'), pictureOf('100%.png')],
      ['Über uns.png', '100%.png'],
    ],
    [
      'files whose names have letters in another form',
      {'text/plain': 'Über uns.png'.normalize('NFD')},
      [pictureOf('Über uns.png')],
      ['Über uns.png'],
    ],
    ['text about a picture', {'text/plain': 'The file image.png is broken'}, [picture], []],
    ['text below the name of a picture', {'text/plain': 'image.png\nIt is broken'}, [picture], []],
    ['a document with text', {'text/plain': 'other'}, [new File(['x'], 'a.pdf')], ['a.pdf']],
  ] as const) {
    it(`pastes ${what}`, async () => {
      const element = await render(html`<ubik-composer files></ubik-composer>`);
      const events = collectEvents(element, 'ubik-attach-request');
      const paste = new ClipboardEvent('paste', {bubbles: true, cancelable: true});
      // Firefox does not accept files in an event that a script dispatches.
      const clipboardData = {
        files,
        types: [...Object.keys(texts), 'Files'],
        getData: (type: string): string => (texts as Readonly<Record<string, string>>)[type] ?? '',
      };
      Object.defineProperty(paste, 'clipboardData', {value: clipboardData});
      const isInserted = field(element).dispatchEvent(paste);
      expect(isInserted).to.equal(attached.length === 0);
      expect(events.flatMap(event => event.files.map(({name}) => name))).to.deep.equal(attached);
    });
  }

  it('attaches pasted text of many lines as a file, if the page wants it and files are allowed', async () => {
    const element = await render(html`<ubik-composer files></ubik-composer>`);
    const events = collectEvents(element, 'ubik-attach-request');
    const paste = (lines: number): boolean => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'line\n'.repeat(lines - 1));
      const event = new ClipboardEvent('paste', {bubbles: true, cancelable: true});
      Object.defineProperty(event, 'clipboardData', {value: clipboardData});
      return field(element).dispatchEvent(event);
    };
    expect(paste(400), 'by default').to.be.true;
    element.pasteAsFile = 40;
    expect(paste(39)).to.be.true;
    expect(paste(40)).to.be.false;
    element.files = false;
    expect(paste(40), 'without files').to.be.true;
    const [file] = events.flatMap(({files}) => [...files]);
    expect(events).to.have.length(1);
    expect([file?.name, file?.type, await file?.text()]).to.deep.equal([
      'pasted.txt',
      'text/plain',
      'line\n'.repeat(39),
    ]);
  });

  it('says that a file could not be uploaded, and leaves it out if the user sends again', async () => {
    const element = await render(html`<ubik-composer value="look"></ubik-composer>`);
    const events = collectEvents(element, 'ubik-send-request');
    element.attachments = [
      {key: '1', name: 'a', status: 'ready', file: 'f-1'},
      {key: '2', name: 'b', status: 'failed'},
    ];
    await element.updateComplete;
    const leftOut = 'A file could not be uploaded. Send again to leave it out.';
    find(element, '.send').click();
    await until(() => words(find(element, '.below')) === leftOut);
    element.focus();
    await type('!');
    await until(() => words(find(element, '.below')) === '');
    await press('Enter');
    await until(() => words(find(element, '.below')) === leftOut);
    expect(events).to.have.length(0);
    await press('Enter');
    expect(events.map(({text, files}) => [text, files])).to.deep.equal([['look!', ['f-1']]]);
    await until(() => words(find(element, '.below')) === '');
  });

  it('does not mention a failed upload any more once the file is removed', async () => {
    const element = await render(html`<ubik-composer value="look"></ubik-composer>`);
    element.attachments = [{key: '1', name: 'a', status: 'failed'}];
    await element.updateComplete;
    find(element, '.send').click();
    await until(() => words(find(element, '.below')) !== '');
    element.attachments = [];
    await until(() => words(find(element, '.below')) === '');
  });

  it('waits for uploads, says so, and sends when the last is complete', async () => {
    const element = await render();
    const events = collectEvents(element, 'ubik-send-request');
    const [a, b] = [
      {key: '1', name: 'a', status: 'uploading'},
      {key: '2', name: 'b', status: 'uploading'},
    ] as const;
    element.attachments = [a, b];
    element.focus();
    await type('look');
    await press('Enter');
    await until(
      () => words(find(element, '.below')) === 'Will be sent when the upload is finished.',
    );
    await expect(element).to.be.accessible();
    element.attachments = [{...a, status: 'ready', file: 'f-1'}, b];
    await element.updateComplete;
    expect(events).to.have.length(0);
    element.attachments = [
      {...a, status: 'ready', file: 'f-1'},
      {...b, status: 'ready', file: 'f-2'},
    ];
    await until(() => words(find(element, '.below')) === '');
    expect(events.map(({text, files}) => [text, files])).to.deep.equal([['look', ['f-1', 'f-2']]]);
    expect(field(element).value).to.equal('');
  });

  it('keeps a message whose upload failed, and says why', async () => {
    const element = await render(html`<ubik-composer value="look"></ubik-composer>`);
    const events = collectEvents(element, 'ubik-send-request');
    const file = {key: '1', name: 'a.txt'} as const;
    element.attachments = [{...file, status: 'uploading'}];
    await element.updateComplete;
    find(element, '.send').click();
    await until(() => words(find(element, '.below')) !== '');
    element.attachments = [
      {...file, status: 'failed', error: {code: 'too_large', retryable: false}},
    ];
    await until(
      () =>
        words(find(element, '.below')) ===
        'A file could not be uploaded. Send again to leave it out.',
    );
    await expect(element).to.be.accessible();
    await until(() => has(element, '.problem'));
    expect(words(find(element, '.problem'))).to.equal('This is too large to send.');
    expect(events).to.have.length(0);
    expect(field(element).value).to.equal('look');
    element.focus();
    await press('Enter');
    expect(events.map(({files}) => files)).to.deep.equal([[]]);
    await until(() => words(find(element, '.below')) === '');
  });

  it('waits for an upload after the end of a run, and for the end of a run that starts meanwhile', async () => {
    const element = await render(html`<ubik-composer value="look" busy></ubik-composer>`);
    const events = collectEvents(element, 'ubik-send-request');
    element.attachments = [{key: '1', name: 'a', status: 'uploading'}];
    element.focus();
    await press('Enter');
    endTurn(element);
    element.busy = false;
    await until(
      () => words(find(element, '.below')) === 'Will be sent when the upload is finished.',
    );
    element.busy = true;
    await until(
      () => words(find(element, '.below')) === 'Will be sent when the answer is finished.',
    );
    element.attachments = [{key: '1', name: 'a', status: 'ready', file: 'f-1'}];
    await element.updateComplete;
    expect(events).to.have.length(0);
    endTurn(element);
    expect(events.map(({files}) => files)).to.deep.equal([['f-1']]);
  });

  it('shows control characters in the name of a file, which can disguise its type', async () => {
    const element = await render();
    element.attachments = [{key: '1', name: 'invoice\u202Egpj.exe', status: 'failed'}];
    await element.updateComplete;
    expect(words(find(element, '.attachments'))).to.contain('invoice‹U+202e›gpj.exe');
    expect(all(element, '.attachments button')[0]?.ariaLabel).to.equal(
      'Remove invoice‹U+202e›gpj.exe',
    );
  });

  it('requests to remove a file', async () => {
    const element = await render();
    const events = collectEvents(element, 'ubik-detach-request');
    element.attachments = [{key: '7', name: 'a.pdf', status: 'ready', file: 'f'}];
    await until(() => has(element, '.attachments'));
    const [remove] = all(element, '.attachments button');
    expect(remove?.ariaLabel).to.equal('Remove a.pdf');
    remove?.focus();
    remove?.click();
    expect(element.shadowRoot?.activeElement).to.equal(field(element));
    expect(events.map(({attachment}) => attachment)).to.deep.equal(['7']);
  });

  it('shows the remaining characters near the limit', async () => {
    const element = await render(html`<ubik-composer maxlength="110"></ubik-composer>`);
    element.value = 'x'.repeat(10);
    await element.updateComplete;
    expect(words(find(element, '.below'))).to.equal('');
    element.value = 'x'.repeat(30);
    await element.updateComplete;
    expect(words(find(element, '.below'))).to.equal('80 characters left');
    expect(has(element, '[maxlength="110"]')).to.be.true;
  });

  it('announces a few of the remaining characters [WCAG 4.1.3]', async () => {
    const element = await render(html`<ubik-composer maxlength="30"></ubik-composer>`);
    const status = (): string => words(find(element, '.below ~ [role="status"]'));
    const said: string[] = [];
    for (const length of [1, 9, 12, 13, 25, 26, 30, 33, 29, 5]) {
      element.value = 'x'.repeat(length);
      await element.updateComplete;
      said.push(status());
    }
    expect(said).to.deep.equal([
      '',
      '',
      '18 characters left',
      '18 characters left',
      '5 characters left',
      '5 characters left',
      '0 characters left',
      'Remove 3 characters.',
      '',
      '',
    ]);
    const short = await render(html`<ubik-composer maxlength="10"></ubik-composer>`);
    expect(words(find(short, '.below ~ [role="status"]')), 'before writing').to.equal('');
  });

  it('does not send a text that is too long, and says by how much [WCAG 3.3.1]', async () => {
    const element = await render(html`<ubik-composer maxlength="10"></ubik-composer>`);
    const events = collectEvents(element, 'ubik-send-request');
    element.value = 'x'.repeat(12); // Only typing is limited by the field.
    await element.updateComplete;
    expect(words(find(element, '.below'))).to.equal('Remove 2 characters.');
    expect(find(element, '.send').ariaDisabled).to.equal('true');
    expect(words(find(element, '[role="status"]'))).to.equal('');
    find(element, '.send').click();
    await element.updateComplete;
    expect(words(find(element, '[role="status"]'))).to.equal('Remove 2 characters.');
    expect(words(find(element, '.below'))).to.equal('Remove 2 characters.');
    element.value = 'x'.repeat(10);
    await element.updateComplete;
    find(element, '.send').click();
    expect(events.map(({text}) => text)).to.deep.equal(['x'.repeat(10)]);
  });

  it('lets a file that could not go up be tried again', async () => {
    const file = new File(['words'], 'notes.txt');
    const element = await fixture<UbikComposer>(
      html`<ubik-composer
        files
        .attachments=${[{key: '1', name: 'notes.txt', status: 'failed', source: file}]}
      ></ubik-composer>`,
    );
    await until(() => has(element, '.attachments'));
    await expect(element).to.be.accessible();
    const removed = collectEvents(element, 'ubik-detach-request');
    const added = collectEvents(element, 'ubik-attach-request');
    find(element, 'button[aria-label="Try again: notes.txt"]').click();
    expect(removed.map(({attachment}) => attachment)).to.deep.equal(['1']);
    expect(added.length === 1 && added[0]?.files[0] === file).to.be.true;
  });
});
