import {define} from '../src/index.js';
import {pageScenes, showPage} from './gallery-pages.js';
import {parts} from './gallery-parts.js';
import {play, scenes} from './gallery-scenes.js';

define();

// Query parameters: `theme=dark`, `dir=rtl` and `lang=ar` set theme, direction and language; `page=the-menu` displays one
// of the scenes that need a page of their own.
const query = new URLSearchParams(location.search);
document.documentElement.style.colorScheme = query.get('theme') ?? 'light dark';
document.documentElement.dir = query.get('dir') ?? 'ltr';
document.documentElement.lang = query.get('lang') ?? 'en';

const stage = document.querySelector('.stage');
const idOf = (title: string): string => title.toLowerCase().replace(/[^a-z]+/g, '-');

function show(title: string, content: readonly HTMLElement[]): HTMLElement {
  const section = document.createElement('section');
  const heading = document.createElement('h2');
  heading.textContent = title;
  section.id = idOf(title);
  section.append(heading, ...content);
  stage?.append(section);
  return section;
}

/** A link to the page of a scene, with the same theme and language. */
function linkTo(title: string): HTMLElement {
  const [entry, link] = [document.createElement('li'), document.createElement('a')];
  link.href = `?${new URLSearchParams({...Object.fromEntries(query), page: idOf(title)}).toString()}`;
  link.textContent = title;
  entry.append(link);
  return entry;
}

const pageScene = pageScenes.find(({title}) => idOf(title) === query.get('page'));
if (pageScene) {
  await showPage(pageScene, show(pageScene.title, []));
} else {
  for (const scene of scenes) {
    const transcript = document.createElement('ubik-transcript');
    transcript.items = await play(scene);
    transcript.busy = transcript.items.some(({status}) => status === 'streaming');
    show(scene.title, [transcript]);
  }
  for (const [title, content] of Object.entries(parts)) show(title, content);
  const list = document.createElement('ul');
  list.append(...pageScenes.map(({title}) => linkTo(title)));
  show('Separate pages', [list]);
}
document.documentElement.dataset['ready'] = '';
