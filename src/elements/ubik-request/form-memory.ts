import {LONG_TEXT} from '../shared/text/long-text.js';

/** Serializes the values of a form, except files; with `isStored` also without passwords. */
export function formText(form: HTMLFormElement, isStored = false): string {
  const secret = new Set(
    [...form.querySelectorAll<HTMLInputElement>('[type="password"]')].map(({name}) => name),
  );
  const entries = [...new FormData(form)].filter(
    ([name, value]) => typeof value === 'string' && !(isStored && secret.has(name)),
  );
  return JSON.stringify(entries);
}

/** Whether a field has a text that takes longer to store than a letter to write. */
export const hasLongText = (form: HTMLFormElement): boolean =>
  [...form.elements].some(
    field =>
      (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) &&
      field.value.length > LONG_TEXT,
  );

/** Restores serialized values. Ignores fields that the form does not have, and invalid text. */
export function fillForm(form: HTMLFormElement, text: string): void {
  const written = new Map(readEntries(text));
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
      const value = written.get(field.name);
      field.checked = field.type === 'radio' ? value === field.value : value !== undefined;
    } else if (
      (field instanceof HTMLInputElement && field.type !== 'file') ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    ) {
      const value = written.get(field.name);
      if (value !== undefined) field.value = value;
    }
  }
}

/** The names and values of a serialized form; none if the text is invalid. */
export function readEntries(text: string): readonly (readonly [string, string])[] {
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every(part => typeof part === 'string');
