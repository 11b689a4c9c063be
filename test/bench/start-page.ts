/** A script that a page loads, and the chat that it then creates. */
export interface Subject {
  readonly script: string;
  readonly isModule: boolean;
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Selectors of the field for the message, from one shadow tree to the next. */
  readonly field: readonly string[];
}

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

/** Loads the script and adds the chat. Resolves when it is painted and can be typed into. */
export async function startChat(subject: Subject): Promise<void> {
  await load(subject);
  const chat = document.createElement(subject.tag);
  for (const [name, value] of Object.entries(subject.attributes)) chat.setAttribute(name, value);
  document.body.append(chat);
  do await nextFrame();
  while (!isReady(find(subject.field)));
  await nextFrame();
  await nextFrame();
}

async function load({script, isModule}: Subject): Promise<void> {
  if (isModule) {
    await import(script);
    return;
  }
  const element = document.createElement('script');
  const loaded = new Promise(resolve => (element.onload = resolve));
  element.src = script;
  document.head.append(element);
  await loaded;
}

function find(path: readonly string[]): HTMLElement | null {
  let root: ParentNode | null = document;
  let found: HTMLElement | null = null;
  for (const selector of path) {
    found = root?.querySelector<HTMLElement>(selector) ?? null;
    root = found?.shadowRoot ?? null;
  }
  return found;
}

/** Moves the focus to the field. Returns whether it accepts text. */
function isReady(field: HTMLElement | null): boolean {
  field?.focus();
  if (!field?.matches(':focus')) return false;
  return field instanceof HTMLTextAreaElement ? !field.disabled : field.isContentEditable;
}
