import {define} from '../src/index.js';
import {aloneScenes, showAlone} from './gallery-alone.js';
import {parts} from './gallery-parts.js';
import {play, scenes} from './gallery-scenes.js';

define();

// ?theme=dark, ?dir=rtl and ?lang=ar show the same in the dark, from right to left and in Arabic; ?alone=the-menu shows
// one of the scenes that open over the page.
const query = new URLSearchParams(location.search);
document.documentElement.style.colorScheme = query.get('theme') ?? 'light dark';
document.documentElement.dir = query.get('dir') ?? 'ltr';
document.documentElement.lang = query.get('lang') ?? 'en';

const main = document.querySelector('main');
const idOf = (title: string): string => title.toLowerCase().replace(/[^a-z]+/g, '-');

function show(title: string, content: readonly HTMLElement[]): HTMLElement {
  const section = document.createElement('section');
  const heading = document.createElement('h2');
  heading.textContent = title;
  section.id = idOf(title);
  section.append(heading, ...content);
  main?.append(section);
  return section;
}

/** The way to a scene that is shown alone, in the same light and language. */
function linkTo(title: string): HTMLElement {
  const [entry, link] = [document.createElement('li'), document.createElement('a')];
  link.href = `?${new URLSearchParams({...Object.fromEntries(query), alone: idOf(title)}).toString()}`;
  link.textContent = title;
  entry.append(link);
  return entry;
}

const alone = aloneScenes.find(({title}) => idOf(title) === query.get('alone'));
if (alone) {
  await showAlone(alone, show(alone.title, []));
} else {
  for (const scene of scenes) {
    const transcript = document.createElement('ubik-transcript');
    transcript.items = await play(scene);
    transcript.busy = transcript.items.some(({status}) => status === 'streaming');
    show(scene.title, [transcript]);
  }
  for (const [title, content] of Object.entries(parts)) show(title, content);
  const list = document.createElement('ul');
  list.append(...aloneScenes.map(({title}) => linkTo(title)));
  show('Shown alone', [list]);
}
document.documentElement.dataset['ready'] = '';
