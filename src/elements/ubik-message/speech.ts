import type {Labels} from '../locales/en.js';
import {SentenceReader} from '../shared/text/sentence-reader.js';

/**
 * Reads Markdown aloud, sentence by sentence, because engines abort long utterances. Resolves when the last sentence has
 * been read or reading is canceled; reading another text of the page cancels this one.
 *
 * @param lang Its language, which may have no labels.
 * @returns False if the browser could not read it, for example because it has no voice.
 */
export function readAloud(text: string, lang: string, {markdown}: Labels): Promise<boolean> {
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
