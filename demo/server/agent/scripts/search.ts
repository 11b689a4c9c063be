import type {Agent, UserMessage} from '../agent.js';
import type {Corpus} from '../corpus.js';
import {isQuestion} from '../requests.js';
import {sectionsOf} from '../sections.js';
import {cite, docsSearch} from '../tools/docs-search.js';
import {findNothing} from './small.js';

/** The subject of a question to the documentation. */
function subjectOf(text: string): string {
  const [, subject] =
    /\b(?:docs|documentation|search)\b.*?\b(?:for|about|on)\s+(.+)/i.exec(text) ?? [];
  return (subject ?? text).replace(/^\s*compare\s+|[?.!\s]+$/gi, '') || text;
}

/** Whether a message with files is a question to the documentation, instead of words about the files. */
const asksDocumentation = (text: string): boolean =>
  isQuestion(text) || /search|docs|documentation/i.test(text);

/** Characters of a message that are searched for its subject. */
const maxCharacters = 400;

/** Answers from the documentation: a quotation with its citation, and links to read on. Lists files without a question. */
export async function searchDocumentation(
  agent: Agent,
  message: UserMessage,
  corpus: Corpus,
): Promise<void> {
  const sections = message.attachments.flatMap(({id, name, text}) =>
    sectionsOf(name, text ?? '', id),
  );
  const query = subjectOf(message.text.slice(0, maxCharacters));
  const isAboutFiles = message.attachments.length > 0 && !asksDocumentation(message.text);
  if (isAboutFiles || corpus.search(query, 1, sections).length === 0) {
    await findNothing(agent, message);
    return;
  }
  await agent.step('Search the documentation', async () => {
    const {sources} = await agent.call(docsSearch(corpus, sections), {query});
    const [first, ...others] = sources;
    if (!first) {
      await agent.say(
        'I found nothing about that in the documentation. Say **help** to see what I can do.',
      );
      return;
    }
    const links = others
      .filter(({url}) => url !== undefined)
      .map(({title, url = ''}) => `[${title}](${url})`);
    const readOn = first.url === undefined ? '' : `\n\nRead on: [${first.title}](${first.url})`;
    const more = links.length > 0 ? `, or see ${links.join(' and ')}` : '';
    await agent.say(
      `${first.complete ? 'The documentation says' : 'The closest passage that I found in the documentation'}:\n\n> ${first.snippet} ${cite(first)}${readOn}${readOn && more}${readOn && '.'}`,
    );
  });
}
