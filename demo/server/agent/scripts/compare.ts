import type {Agent, UserMessage} from '../agent.js';
import {calculator} from '../tools/calculator.js';
import {cite, type docsSearch} from '../tools/docs-search.js';

/** Compares two numbers, searches the documentation, asks for the form of the answer, and writes it. */
export async function compareAndSearch(
  agent: Agent,
  message: UserMessage,
  search: ReturnType<typeof docsSearch>,
): Promise<void> {
  const [first, second] = expressionsIn(message.text);
  agent.plan(3);
  await agent.say('I will compare the numbers first, then look into the documentation.');

  const [a, b] = await agent.step('Compare the numbers', async () => {
    await agent.think(
      `I should not do sums in my head. The calculator can work out ${first} and ${second}.`,
    );
    const left = await agent.call(calculator, {expression: first});
    await agent.progress(50, 'One of two worked out');
    const right = await agent.call(calculator, {expression: second});
    await agent.say(`${left.result} is ${relation(left.result, right.result)} ${right.result}.`);
    return [left.result, right.result];
  });

  const found = await agent.step('Search the documentation', async () => {
    const query = queryIn(message.text);
    await agent.think(`The documentation of this project should say something about "${query}".`);
    return agent.call(search, {query});
  });
  await agent.checkpoint('after_search');
  const {input} = await agent.ask({
    checkpoint: 'choose_form',
    prompt: 'Shall I write the result as a **table** or as a **list**?',
    types: ['text'],
    approval: {
      tool: 'write_table',
      prompt: 'Otherwise I write the result as a list.',
      answers: {confirm: 'table', skip: 'list'},
    },
  });

  const asList = /list/i.test(agent.hint ?? String(input));
  await agent.step('Write the answer', async () => {
    const numbers = asList
      ? `- \`${first}\` is **${a}**\n- \`${second}\` is **${b}**`
      : `| expression | value |\n| --- | ---: |\n| \`${first}\` | ${a} |\n| \`${second}\` | ${b} |`;
    const quotes = found.sources.map(source => `> ${source.snippet} ${cite(source)}`).join('\n>\n');
    await agent.say(
      `## The numbers\n\n${numbers}\n\nSo ${first} is ${relation(a, b)} ${second}, by ${Math.abs(a - b)}.\n\n` +
        `## The documentation\n\n${quotes || 'It says nothing about this.'}\n\n` +
        `You can check the numbers yourself:\n\n\`\`\`js\nconsole.log(${first} > ${second}); // ${a > b}\n\`\`\`\n`,
    );
  });
}

/** The first two expressions of the text, or defaults. */
function expressionsIn(text: string): [string, string] {
  const found =
    text.match(/\d[\d.\s]*(?:[-+*/^]\s*\d[\d.\s]*)*/g)?.map(match => match.trim()) ?? [];
  return [found[0] ?? '17 * 23', found[1] ?? '19 * 21'];
}

function queryIn(text: string): string {
  const query = /(?:docs|documentation)\s+(?:for|about)\s+(.+)/i.exec(text)?.[1];
  if (query === undefined) return 'chat widget web components';
  let end = query.length;
  while ('?.!'.includes(query.charAt(end - 1)) && end > 0) end--;
  return query.slice(0, end);
}

function relation(a: number, b: number): string {
  return a === b ? 'equal to' : a > b ? 'greater than' : 'less than';
}
