import {expect, fixture, html} from '@open-wc/testing';
import {define, type Conversation, type UbikChat} from '../../../src/index.js';
import {find, until} from '../support/dom.js';
import {open} from '../support/chat.js';
import {answer, error, request, step, text, thinking, tool, user} from '../support/items.js';

define();

/** The documented parts of the chat that its own elements export. */
const exported = [
  'header-button',
  'person',
  'turn',
  'day',
  'message-bubble',
  'message-body',
  'message-actions',
  'message-action',
  'message-author',
  'message-avatar',
  'message-time',
  'step',
  'step-header',
  'step-content',
  'tool',
  'tool-header',
  'tool-content',
  'reasoning',
  'reasoning-header',
  'question',
  'question-prompt',
  'question-form',
  'notice',
  'code-block',
  'code-header',
  'table',
  'composer-box',
  'composer-input',
  'composer-send',
  'launcher-button',
];

const markdown = '```js\nlet a = 1;\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n';

/** A turn with the items that have parts. Only the last step is open, and only a running tool. */
const conversation: Conversation = {
  version: 1,
  children: [
    user('Hello', {createdAt: '2020-01-05T12:00:00Z'}),
    answer(
      [
        thinking(),
        request(),
        text(markdown),
        error(),
        step({status: 'streaming', children: [tool({status: 'streaming'})]}),
      ],
      {author: {kind: 'person', name: 'Mia'}, createdAt: '2020-01-05T12:01:00Z'},
    ),
  ],
};

/** All elements of all shadow trees below a root. */
function* deep(root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* deep(element.shadowRoot);
  }
}

const mark = 'rgb(1, 2, 3)';

/** The local names of the elements that a rule of the page for a part applies to. */
const styledBy = (chat: UbikChat): readonly string[] =>
  chat.shadowRoot
    ? Array.from(deep(chat.shadowRoot))
        .filter(element => getComputedStyle(element).columnRuleColor === mark)
        .map(({localName}) => localName)
    : [];

/** Runs with a style sheet of the page. */
async function withPageStyles(css: string, run: () => unknown): Promise<void> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  try {
    await run();
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(one => one !== sheet);
  }
}

describe('the parts of a chat', () => {
  it('are styled by the page, also those of inner elements', async () => {
    for (const name of exported) {
      await withPageStyles(`ubik-chat::part(${name}) {column-rule-color: ${mark}}`, async () => {
        // Rendered after the rule: WebKit does not apply a new rule to parts of deeply nested elements that exist already.
        const chat = await fixture<UbikChat>(html`
          <ubik-chat layout="float" open .initialConversation=${conversation}></ubik-chat>
        `);
        await until(
          () => styledBy(chat).length > 0,
          () => name,
        );
        chat.remove();
      });
    }
  });

  it('have names that the page styles one by one', async () => {
    const chat = await fixture<UbikChat>(html`
      <ubik-chat .initialConversation=${conversation}></ubik-chat>
    `);
    await withPageStyles(`ubik-chat::part(tool) {column-rule-color: ${mark}}`, () =>
      until(
        () => styledBy(chat).join() === 'ubik-tool',
        () => styledBy(chat),
      ),
    );
  });
});

describe('the header of a chat', () => {
  it('gives its colour to its buttons', async () => {
    const {chat} = await open();
    const button = find(chat, '.header .icon-button');
    await withPageStyles('ubik-chat::part(header) {color: rgb(1, 2, 3)}', () => {
      expect(getComputedStyle(button).color).to.equal('rgb(1, 2, 3)');
    });
  });

  for (const dir of ['ltr', 'rtl']) {
    it(`keeps its buttons at its end beside short content of the page, ${dir}`, async () => {
      const chat = await fixture<UbikChat>(html`
        <ubik-chat dir=${dir}><b slot="header">Hi</b></ubik-chat>
      `);
      await chat.updateComplete;
      const header = find(chat, '.header');
      const box = header.getBoundingClientRect();
      const button = find(chat, '.header > .icon-button:last-child').getBoundingClientRect();
      const distance = dir === 'rtl' ? button.left - box.left : box.right - button.right;
      expect(distance).to.be.within(0, 16);
    });
  }
});

describe('an empty chat', () => {
  it('has a state until its first message', async () => {
    const {chat, agent} = await open();
    await until(() => chat.matches(':state(empty)'));
    const turn = chat.send('Hello');
    await until(() => !chat.matches(':state(empty)'));
    agent.say('Hi');
    agent.finish();
    await turn;
    expect(chat.matches(':state(empty)')).to.equal(false);
    await chat.newSession();
    await until(() => chat.matches(':state(empty)'));
  });
});
