import {define} from '../src/index.js';
import {parts} from './gallery-parts.js';
import {play, scenes} from './gallery-scenes.js';

define();

// ?theme=dark, ?dir=rtl and ?lang=ar show the same in the dark, from right to left and in Arabic.
const query = new URLSearchParams(location.search);
document.documentElement.style.colorScheme = query.get('theme') ?? 'light dark';
document.documentElement.dir = query.get('dir') ?? 'ltr';
document.documentElement.lang = query.get('lang') ?? 'en';

const main = document.querySelector('main');

function show(title: string, content: readonly HTMLElement[]): void {
  const section = document.createElement('section');
  const heading = document.createElement('h2');
  heading.textContent = title;
  section.id = title.toLowerCase().replace(/[^a-z]+/g, '-');
  section.append(heading, ...content);
  main?.append(section);
}

for (const scene of scenes) {
  const transcript = document.createElement('ubik-transcript');
  transcript.items = await play(scene);
  transcript.busy = transcript.items.some(({status}) => status === 'streaming');
  show(scene.title, [transcript]);
}
for (const [title, content] of Object.entries(parts)) show(title, content);
document.documentElement.dataset['ready'] = '';
