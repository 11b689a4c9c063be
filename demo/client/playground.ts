import {copy} from './samples.js';
import {
  presets,
  readState,
  settings,
  writeState,
  type Setting,
  type SettingValues,
} from './settings.js';
import {snippets} from './snippets.js';

/** The playground: controls, a preview of the chat in a frame, and its code. The URL contains the complete state. */
export function openPlayground(root: HTMLElement): void {
  const form = find(root, 'form', HTMLFormElement);
  const frame = find(root, 'iframe', HTMLIFrameElement);
  const kind = find(root, '.kind', HTMLSelectElement);
  const code = find(root, 'code', HTMLElement);
  const copyButton = find(root, '.copy', HTMLButtonElement);
  const preset = find(root, '.preset', HTMLSelectElement);
  let state = readState(location.hash);

  const show = (): void => {
    for (const setting of settings) fill(form, setting, state);
    code.textContent = snippets[kind.value]?.(state) ?? '';
    const hash = writeState(state);
    history.replaceState(null, '', hash ? `#${hash}` : location.pathname);
    // An empty fragment would scroll the frame into view.
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
  preset.append(...Object.keys(presets).map(name => new Option(name)));

  form.addEventListener('input', () => {
    state = readState(
      writeState(Object.fromEntries(settings.map(({name}) => [name, read(form, name)]))),
    );
    show();
  });
  preset.addEventListener('change', () => {
    const rest = settings.filter(({group, name}) => group !== 'Theme' && name !== 'theme');
    const kept = rest
      .map(({name}) => [name, state[name] ?? ''] as const)
      .filter(([, value]) => value);
    state = {...Object.fromEntries(kept), ...presets[preset.value]};
    show();
  });
  kind.addEventListener('change', show);
  copyButton.addEventListener('click', () => void copy(copyButton, () => code.textContent));
  find(root, '.reset', HTMLButtonElement).addEventListener('click', () => {
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
    control.append(...options.map(([value, text]) => new Option(text, value)));
  else {
    control.type = kind;
    const [min, max, step] = range ?? [];
    Object.assign(control, range && {min, max, step});
  }
  const row = document.createElement('label');
  const caption = document.createElement('span');
  caption.textContent = label;
  row.append(caption, control);
  return row;
}

function fill(form: HTMLFormElement, {name, standard}: Setting, state: SettingValues): void {
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
