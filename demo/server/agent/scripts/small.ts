import type {Agent, UserMessage, Script} from '../agent.js';
import {calculator} from '../tools/calculator.js';
import {chart} from '../tools/chart.js';
import {confirmation} from '../tools/confirmation.js';
import {comparisonIn, expressionIn} from '../arithmetic.js';
import {ExpressionError} from '../tools/expression.js';
import {form} from '../tools/form.js';
import {isObject} from '../../json.js';
import type {sql} from '../tools/sql.js';
import type {webPage} from '../tools/web-page.js';
import {worldClock} from '../tools/world-clock.js';

const connect =
  'To talk to a real model here, start the demo with one: `npm start -- --agent openai-chat --url http://127.0.0.1:11434/v1 --model qwen3`.';

const menu = `I am a scripted agent without a model, but my tools really run. ${connect} Until then, ask me

- **anything about Ubik Chat**: I search the documentation and quote it
- **what is 15 % of 240?** or **two hundred times three**
- **the time in Tokyo**
- **compare two numbers and search the docs**: steps, tools, a checkpoint, a question, an answer
- to **ask me** a question, to show **a form**, or to **confirm** something
- to **talk to a person**, where the protocol reports people
- to **draw a chart** of 3, 5, 8
- to show **a world clock**, a tool with an app
- for **a table of** the documents, or **a web page about** themes
- to **show everything Markdown** can do
- to **think** for a while
- to **write a long answer** of 64 KB, with 50 tools
- to **fail**, or to let **a tool fail**
- to play a recording: \`/replay b-multi-step-web-search\`

I cannot write texts, translate, or tell you about the weather or the news.`;

export const help: Script = agent =>
  agent.step('List what I can do', () => agent.say(menu), {single: true});

/** A script that says one text. */
const saying =
  (text: string): Script =>
  agent =>
    agent.say(text);

export const greet = saying(
  'Hello! I am a scripted agent: ask me about Ubik Chat, or say **help**, and I will list what I can do.',
);
export const thank = saying('You are welcome! Ask me anything else about Ubik Chat.');
export const leave = saying('Goodbye! The conversation stays here until you start a new one.');
export const introduce = saying(
  `I am the demo agent of Ubik Chat. I am **scripted**: there is no model behind me, only scripts with real tools. ${connect}`,
);
export const describe = saying(
  'Ubik Chat is a chat widget for AI agents, as Web Components: one script and one tag on any website, or a component in React, Vue, Svelte, Solid and Angular. It displays a complete run as it streams: steps, tool calls, reasoning, questions and Markdown. [Five minutes to your own page](/docs/start.html)',
);
export const decline = saying(
  `I cannot do that: I am a scripted agent without a model. I can search the documentation, calculate and tell the time. ${connect}`,
);
export const statePrice = saying(
  'Ubik Chat is **free**: it is open source under the MIT licence, for commercial sites too. You only pay the provider of your model, if you use one.',
);

export const answerMood = saying(
  'I am only a script and have no moods. Ask me anything about Ubik Chat, or say **help**, and I will list what I can do.',
);
export const apologize = saying(
  `I am sorry that this did not help. I am only a script, and find answers by the words of a question: ask again in other words, or say **help**, and I will list what I can do. ${connect}`,
);
export const acknowledge = saying(
  'Thank you for telling me. I am scripted and remember nothing, but you can ask me anything about Ubik Chat.',
);
export const rememberNothing = saying(
  'I am scripted, and answer each message by itself, without those before it. Ask again in other words, or say **help**, and I will list what I can do.',
);
export const readNothing = saying(
  'I found no word in that. Ask me anything about Ubik Chat, or say **help**, and I will list what I can do.',
);
export const stateLanguages = saying(
  'I understand English, and simple questions in German, French and Spanish. The interface of Ubik Chat has more: [Languages](/docs/languages.html).',
);
export const stateSource = saying(
  'The source code of Ubik Chat is in its repository, with all tests, the documentation, this demo and its agent: its README says how to run it, and CONTRIBUTING how to change it. The same sources, built, are in the npm package `ubik-chat`.',
);

/** For a message that no script fits, and that the documentation does not answer. */
export const findNothing: Script = (agent, message) =>
  agent.step(
    'Answer',
    async () => {
      await agent.think('None of my scripts fits this message.');
      const files = message.attachments.map(
        ({name, text}) =>
          `- \`${name}\`: ${text === undefined ? 'no text' : `${countWords(text)} words`}\n`,
      );
      const attached = files.length > 0 ? `\n\nYou attached:\n\n${files.join('')}` : '';
      await agent.say(
        `I found nothing about that in the documentation. I am a scripted agent without a model: say **help** to see what I can do. ${connect}${attached}`,
      );
    },
    {single: true},
  );

export const calculate: Script = (agent, message) =>
  agent.step('Work it out', async () => {
    const comparison = comparisonIn(message.text);
    if (comparison) {
      const {statement, isTrue} = comparison;
      await agent.say(
        isTrue ? `**Yes**: ${statement}.` : `**No**: it is not so that ${statement}.`,
      );
      return;
    }
    const expression = expressionIn(message.text) ?? (/\d/.test(message.text) ? '' : '6 * 7');
    if (expression === '') {
      await agent.say('I found no calculation in that. Write it as in **15 % of 240**.');
      return;
    }
    try {
      const {result} = await agent.call(calculator, {expression});
      await agent.say(`\`${expression}\` is **${result}**.`);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      await agent.say(`I could not work out \`${expression}\`: ${error.message}`);
    }
  });

export const showWorldClock: Script = agent =>
  agent.step('Look at the clocks', async () => {
    const zones = ['Europe/Zurich', 'America/New_York', 'Asia/Tokyo'];
    await agent.call(worldClock, {zones});
    await agent.say('Here are the times. Open the app to add cities.');
  });

export const confirm: Script = async agent => {
  agent.plan(2);
  const {answer} = await agent.step('Prepare the booking', async () => {
    await agent.say('There is a table for two on Friday at 19:30.\n');
    return agent.call(confirmation, {question: 'Book a table for two on Friday at 19:30?'});
  });
  await agent.step('Book', () =>
    agent.say(
      /^(?:y|yes|true|ok|okay)[.!]?$/i.test(String(answer).trim())
        ? 'The table is **booked**.'
        : 'I booked nothing.',
    ),
  );
};

export const askForAddress: Script = async agent => {
  const {input} = await agent.ask({
    checkpoint: 'wait_for_answer',
    prompt: 'Which e-mail address should receive the confirmation?',
    types: ['text', 'json'],
  });
  await agent.say(
    input === ''
      ? 'Without an address I send no confirmation.'
      : `Thank you. I took note of \`${typeof input === 'string' ? input : JSON.stringify(input)}\`.`,
  );
};

const reservation = {
  type: 'object',
  required: ['name', 'email', 'date', 'guests'],
  properties: {
    name: {type: 'string', title: 'Name', minLength: 1},
    email: {type: 'string', title: 'E-mail address', format: 'email'},
    date: {type: 'string', title: 'Date', format: 'date'},
    guests: {type: 'integer', title: 'Guests', minimum: 1, maximum: 8, default: 2},
    seating: {type: 'string', title: 'Seating', enum: ['Inside', 'Terrace', 'Bar']},
    wishes: {type: 'array', title: 'Wishes', items: {type: 'string'}, maxItems: 3},
  },
};

export const showForm: Script = async agent => {
  agent.plan(2);
  const {answer} = await agent.step('Ask for the details', () =>
    agent.call(form, {question: 'For whom should I reserve a table?', schema: reservation}),
  );
  await agent.step('Reserve', () => {
    // A protocol without forms has asked for a text.
    const values = Object.entries(isObject(answer) ? answer : answer ? {answer} : {});
    const list = values.map(([name, value]) => `- ${name}: \`${JSON.stringify(value)}\``);
    return agent.say(
      list.length > 0 ? `I took note of this:\n\n${list.join('\n')}` : 'I reserved nothing.',
    );
  });
};

export const drawChart: Script = (agent, message) =>
  agent.step('Draw', async () => {
    const numbers = (message.text.match(/-?\d+(?:\.\d+)?/g) ?? ['3', '5', '8'])
      .slice(0, 12)
      .map(Number);
    const bars = numbers.map((value, n) => ({label: `value ${n + 1}`, value}));
    const {images} = await agent.call(chart, {title: 'As you asked', bars});
    const files = images.map(({url, alt}) => `[${alt}](${url})`).join('\n');
    await agent.say(`Here are ${numbers.length} values as a chart. The same as a file: ${files}`);
  });

export const ponder: Script = (agent, message) =>
  agent.step('Think', async () => {
    for (const thought of [
      'First I should understand what is being asked.',
      'Then I should ask myself whether I know the answer.',
      'I do not; but I can say so in a friendly way.',
    ]) {
      await agent.think(thought);
      await agent.pause(600);
    }
    await agent.say(`I thought about “${message.text}”, and I do not know.`);
  });

export const showTable = (
  agent: Agent,
  _message: UserMessage,
  query: ReturnType<typeof sql>,
): Promise<void> =>
  agent.step('Ask the database', async () => {
    const {data} = await agent.call(query, {
      title: 'The longest documents',
      sql: 'SELECT document, count(*) AS sections, sum(words) AS words FROM sections GROUP BY document ORDER BY words DESC LIMIT 5',
    });
    await agent.say(`The longest document is **${String(data[0]?.['document'])}**.`);
  });

export const makePage = (
  agent: Agent,
  {text}: UserMessage,
  tool: ReturnType<typeof webPage>,
): Promise<void> =>
  agent.step('Make a page', async () => {
    const topic = /\b(?:for|about)\s+(.+)/i.exec(text)?.[1] ?? 'tools';
    const {title} = await agent.call(tool, {topic});
    await agent.say(`Here is a page about **${title}**.`);
  });

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
