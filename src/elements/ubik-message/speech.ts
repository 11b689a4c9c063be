import type {Labels} from '../locales/en.js';
import {SentenceReader} from '../shared/sentence-reader.js';

/**
 * Reads Markdown aloud, sentence by sentence: engines break off what takes them long. Resolves when the last one has been
 * read, or when somebody stops it; another text on the same page takes the voice.
 *
 * @returns Whether the browser could read it: it may have no voice.
 */
export function readAloud(text: string, {locale: lang, markdown}: Labels): Promise<boolean> {
  speechSynthesis.cancel();
  const sentences = new SentenceReader()
    .read({id: '', text}, true, markdown)
    .map(sentence => Object.assign(new SpeechSynthesisUtterance(sentence), {lang}));
  return new Promise(resolve => {
    const last = sentences.at(-1);
    if (!last) resolve(true);
    for (const utterance of sentences) {
      utterance.onerror = ({error}) => resolve(error === 'canceled' || error === 'interrupted');
      if (utterance === last) utterance.onend = () => resolve(true);
      speechSynthesis.speak(utterance);
    }
  });
}
