import type {Agent, UserMessage, Script} from '../agent.js';
import {calculator} from '../tools/calculator.js';
import {chart} from '../tools/chart.js';
import {clock} from '../tools/clock.js';
import {confirmation} from '../tools/confirmation.js';
import {ExpressionError} from '../tools/expression.js';
import type {sql} from '../tools/sql.js';
import type {webPage} from '../tools/web-page.js';

const menu = `I am a small agent without a model: I follow scripts, but my tools really run. Ask me to

- **compare two numbers and search the docs**: steps, tools, a checkpoint, a question, an answer
- work out **what is 2 * (3 + 4)?**
- look up **the time in Tokyo**
- **search the docs for** something
- **ask me** a question, or have me **confirm** something
- **draw a chart** of 3, 5, 8
- show **a table of** the documents
- make **a web page about** themes
- show **everything Markdown** can do
- **think** for a while
- **write a long answer** of 64 KB, with 50 tools
- **fail**, or let **a tool fail**
- play a recording: \`/replay b-multi-step-web-search\``;

export const help: Script = agent =>
  agent.step('List what I can do', () => agent.say(menu), {single: true});

export const greet: Script = agent =>
  agent.say('Hello! Say **help**, and I will list what I can do.');

export const echo: Script = (agent, message) =>
  agent.step(
    'Answer',
    async () => {
      await agent.think('None of my scripts fits this message.');
      const files = message.attachments.map(
        ({name, text}) =>
          `- \`${name}\`: ${text === undefined ? 'no text' : `${countWords(text)} words`}\n`,
      );
      const attached = files.length > 0 ? `\n\nYou attached:\n\n${files.join('')}` : '';
      await agent.say(`You said: “${message.text}”. Say **help** to see what I can do.${attached}`);
    },
    {single: true},
  );

export const calculate: Script = (agent, message) =>
  agent.step('Work it out', async () => {
    const expression = expressionIn(message);
    try {
      const {result} = await agent.call(calculator, {expression});
      await agent.say(`\`${expression}\` is **${result}**.`);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      await agent.say(`I could not work out \`${expression}\`: ${error.message}`);
    }
  });

/** The longest part of the text that consists of the characters of an expression and contains a digit. */
function expressionIn({text}: UserMessage): string {
  const runs =
    text.match(/(?:\b(?:sqrt|abs|round|floor|ceil|ln|log|pi)\b|[-+*/%^().\d\s])+/gi) ?? [];
  const longest = runs
    .filter(run => /\d/.test(run))
    .map(run => run.trim())
    .reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest || '6 * 7';
}

export const showTime: Script = (agent, message) =>
  agent.step('Look at the clock', async () => {
    const {spoken, zone} = await agent.call(clock, {zone: zoneIn(message.text)});
    await agent.say(`In \`${zone}\` it is **${spoken}**.`);
  });

/** Answers two questions in one message. */
export const calculateAndShowTime: Script = async (agent, message) => {
  agent.plan(2);
  await calculate(agent, message);
  await showTime(agent, message);
};

function zoneIn(text: string): string {
  const wanted = /\bin ([A-Za-z ]+)/.exec(text)?.[1]?.trim().replace(/ /g, '_').toLowerCase();
  const zones = Intl.supportedValuesOf('timeZone');
  return zones.find(zone => wanted && zone.toLowerCase().endsWith(`/${wanted}`)) ?? 'UTC';
}

export const confirm: Script = async agent => {
  agent.plan(2);
  const {answer} = await agent.step('Prepare the booking', async () => {
    await agent.say('There is a table for two on Friday at 19:30.\n');
    return agent.call(confirmation, {question: 'Book a table for two on Friday at 19:30?'});
  });
  await agent.step('Book', () =>
    agent.say(
      /^(y|true|ok)/i.test(String(answer)) ? 'The table is **booked**.' : 'I booked nothing.',
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
    `Thank you. I took note of \`${typeof input === 'string' ? input : JSON.stringify(input)}\`.`,
  );
};

export const drawChart: Script = (agent, message) =>
  agent.step('Draw', async () => {
    const numbers = (message.text.match(/-?\d+(?:\.\d+)?/g) ?? ['3', '5', '8'])
      .slice(0, 12)
      .map(Number);
    const bars = numbers.map((value, n) => ({label: `value ${n + 1}`, value}));
    const {images} = await agent.call(chart, {title: 'As you asked', bars});
    await agent.say(images.map(({url, alt}) => `[${alt}](${url})`).join('\n'));
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
