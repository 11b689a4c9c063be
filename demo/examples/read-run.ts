import {readFile} from 'node:fs/promises';
import {foldFrames, parseFrames, toMarkdown, ubik} from '../../src/core/index.js'; // yours: 'ubik-chat/core'

/** A recorded run of the Ubik Agent API as Markdown: steps as headings, tools folded, sources as footnotes. */
export async function tellRun(file: string): Promise<string> {
  const {children} = foldFrames(ubik, parseFrames(await readFile(file, 'utf8')));
  return children.map(item => toMarkdown(item)).join('\n\n');
}
