import {readFile} from 'node:fs/promises';
import {foldFrames, parseFrames, toMarkdown, ubik} from '../../src/core/index.js';

/** Converts a recorded run of the Ubik Agent API to Markdown: steps as headings, tool calls as quotes of one line, sources as footnotes. */
export async function tellRun(file: string): Promise<string> {
  const {children} = foldFrames(ubik, parseFrames(await readFile(file, 'utf8')));
  return children.map(item => toMarkdown(item)).join('\n\n');
}
