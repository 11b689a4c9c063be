import {define, type Item} from '../src/index.js';
import {asking, finished, running, troubled} from './gallery-items.js';

define();

// ?theme=dark and ?dir=rtl show the same in the dark and from right to left.
const query = new URLSearchParams(location.search);
document.documentElement.style.colorScheme = query.get('theme') ?? 'light dark';
document.documentElement.dir = query.get('dir') ?? 'ltr';

const states: Readonly<Record<string, readonly Item[]>> = {
  Finished: finished,
  Running: running,
  'In trouble': troubled,
  Asking: asking,
};

const main = document.querySelector('#states');
for (const [title, items] of Object.entries(states)) {
  const section = document.createElement('section');
  const heading = document.createElement('h2');
  heading.textContent = title;
  const transcript = document.createElement('ubik-transcript');
  transcript.items = items;
  transcript.busy = title === 'Running';
  section.append(heading, transcript);
  main?.append(section);
}
