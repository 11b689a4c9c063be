import {copy} from './samples.js';
import {looks, readState, settings, writeState, type Setting, type State} from './settings.js';
import {snippets} from './snippets.js';

/** The playground: controls, the chat that they make (in a frame), and the code for it. All of it is in the address. */
export function openPlayground(root: HTMLElement): void {
  const form = find(root, 'form', HTMLFormElement);
  const frame = find(root, 'iframe', HTMLIFrameElement);
  const kind = find(root, '.kind', HTMLSelectElement);
  const code = find(root, 'code', HTMLElement);
  const copyButton = find(root, '.copy', HTMLButtonElement);
  const look = find(root, '.look', HTMLSelectElement);
  let state = readState(location.hash);

  const show = (): void => {
    for (const setting of settings) fill(form, setting, state);
    code.textContent = snippets[kind.value]?.(state) ?? '';
    const hash = writeState(state);
    history.replaceState(null, '', hash ? `#${hash}` : location.pathname);
    // An empty fragment means the top of that page, which would be scrolled into view.
    const stage = new URL(`stage.html#${hash || 'plain'}`, location.href).href;
    if (frame.src) frame.contentWindow?.location.replace(stage);
    else frame.src = stage;
  };

  for (const group of ['Agent', 'Chat', 'Theme'] as const) {
    const fields = settings.filter(setting => setting.group === group).map(controlOf);
    const set = document.createElement('fieldset');
    const legend = document.createElement('legend');
    legend.textContent = group;
    set.append(legend, ...fields);
    form.append(set);
  }
  kind.append(...Object.keys(snippets).map(name => new Option(name)));
  look.append(...Object.keys(looks).map(name => new Option(name)));

  form.addEventListener('input', () => {
    state = readState(
      writeState(Object.fromEntries(settings.map(({name}) => [name, read(form, name)]))),
    );
    show();
  });
  look.addEventListener('change', () => {
    const rest = settings.filter(({group, name}) => group !== 'Theme' && name !== 'theme');
    const kept = rest
      .map(({name}) => [name, state[name] ?? ''] as const)
      .filter(([, value]) => value);
    state = {...Object.fromEntries(kept), ...looks[look.value]};
    show();
  });
  kind.addEventListener('change', show);
  copyButton.addEventListener('click', () => void copy(copyButton, () => code.textContent));
  find(root, '.again', HTMLButtonElement).addEventListener('click', () => {
    frame.contentWindow?.location.reload();
  });
  addEventListener('hashchange', () => {
    state = readState(location.hash);
    show();
  });
  show();
}

function controlOf({name, label, kind, options = [], range}: Setting): HTMLElement {
  const control = document.createElement(kind === 'select' ? 'select' : 'input');
  control.name = name;
  if (control instanceof HTMLSelectElement)
    control.append(...options.map(([value, words]) => new Option(words, value)));
  else {
    control.type = kind;
    const [min, max, step] = range ?? [];
    Object.assign(control, range && {min, max, step});
  }
  const row = document.createElement('label');
  const words = document.createElement('span');
  words.textContent = label;
  row.append(words, control);
  return row;
}

function fill(form: HTMLFormElement, {name, standard}: Setting, state: State): void {
  const control = controlNamed(form, name);
  const value = state[name] ?? standard;
  if (control && control.value !== value) control.value = value;
}

const read = (form: HTMLFormElement, name: string): string => controlNamed(form, name)?.value ?? '';

function controlNamed(
  form: HTMLFormElement,
  name: string,
): HTMLInputElement | HTMLSelectElement | undefined {
  const control = form.elements.namedItem(name);
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement
    ? control
    : undefined;
}

function find<T extends Element>(root: Element, selector: string, type: new () => T): T {
  const found = root.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The playground has no ${selector}`);
  return found;
}
