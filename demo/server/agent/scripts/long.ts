import type {Script} from '../agent.js';
import {calculator} from '../tools/calculator.js';

/**
 * Handles "Write a long answer of 64 KB with 50 tools at 200 events a second": Markdown of that size with tool calls
 * between its sections. All three numbers are optional.
 */
export const long: Script = (agent, {text}) =>
  agent.step('Write at length', async () => {
    const size = numberIn(text, /(\d{1,9})\s*kb/i, 16, 4096) * 1024;
    const tools = numberIn(text, /(\d{1,9})\s*tools?/i, 0, 500);
    const rate = numberIn(text, /(\d{1,9})\s*(?:events|chunks)/i, 0, 10_000);
    const sections = Math.max(1, tools);
    for (let n = 1; n <= sections; n++) {
      if (n <= tools) await agent.call(calculator, {expression: `${n} * ${n}`});
      await agent.say(sectionText(n, Math.ceil(size / sections)), rate > 0 ? {rate} : {});
    }
  });

function numberIn(text: string, pattern: RegExp, fallback: number, max: number): number {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? fallback : Math.min(Number(found), max);
}

const paragraphs = [
  (n: number) =>
    `A paragraph with **strong** and *soft* words, \`code\`, and a [link](https://example.com/${n}).`,
  (n: number) => `- a list with item ${n}\n- and another one\n  - with one below it`,
  (n: number) =>
    `| row | square | cube |\n| ---: | ---: | ---: |\n| ${n} | ${n ** 2} | ${n ** 3} |`,
  (n: number) => `\`\`\`js\nconst n = ${n};\nconsole.log(n < 2 && n << 3); // not a tag\n\`\`\``,
  (n: number) => `> A quotation, number ${n}, in more than one language: Grüße, 你好, שלום, 🙂.`,
  (n: number) => `1. first of ${n}\n2. second of ${n}`,
];

/** Markdown of at least `size` characters. */
function sectionText(number: number, size: number): string {
  let text = `\n## Section ${number}\n\n`;
  for (let n = 1; text.length < size; n++) {
    text += `${paragraphs[n % paragraphs.length]?.(n) ?? ''}\n\n`;
  }
  return text;
}
