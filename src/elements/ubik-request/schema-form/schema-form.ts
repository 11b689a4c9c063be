import type {ReactiveControllerHost, TemplateResult} from 'lit';
import {withBigIntegers, withoutBigIntegers} from '../../../core/json.js';
import type {RequestItem} from '../../../core/model/item.js';
import type {Labels} from '../../locales/en.js';
import {formText, readEntries} from '../form-memory.js';
import {type Field, fieldOf, type ListField} from './fields.js';
import {isFixed} from './initial.js';
import {problemText} from './problem-text.js';
import {nameIn, rootName} from './names.js';
import {type FormTexts, readForm, type ReadForm} from './read-fields.js';
import {FieldRenderer} from './render-fields.js';
import {type Problem, validateAnswer} from './validate.js';

/** The host of a form: its element, which contains the inputs. */
type FormHost = Pick<ReactiveControllerHost, 'requestUpdate' | 'updateComplete'> & {
  readonly renderRoot: ParentNode;
};

/**
 * A form of a JSON Schema: renders a field for each property, reads the answer from the inputs, and validates it. The
 * inputs keep what the user entered; this class only keeps the entries of lists and the problems. Fields are named by
 * their path (`field/guests/2/name`), in which an entry of a list keeps its number when another one is removed.
 */
export class SchemaForm {
  readonly #host: FormHost;
  readonly #schema: unknown;
  readonly #root: Field;
  /** The numbers of the entries of each list, by its name. */
  readonly #entries = new Map<string, readonly number[]>();
  /** The names in the draft from which the form is restored; `undefined` without a draft. */
  readonly #draft: readonly string[] | undefined;
  /** The numbers of the chosen variants, by the name of the field. */
  readonly #variants: Map<string, string>;
  /** What is wrong with a field, by its name. */
  #problems: ReadonlyMap<string, string> = new Map();
  #labels: Labels | undefined;

  /** @param draft The serialized entries of an earlier form of this schema. */
  constructor(host: FormHost, {schema, prompt}: RequestItem, draft: string) {
    this.#host = host;
    this.#schema = withBigIntegers(schema);
    this.#root = withoutRepetition(fieldOf(this.#schema), prompt);
    this.#variants = new Map(readEntries(draft));
    this.#draft = draft === '' ? undefined : [...this.#variants.keys()];
  }

  /** The title and the fields. A single field is labelled by the question. */
  render(labels: Labels): TemplateResult {
    this.#labels = labels;
    const renderer = new FieldRenderer({
      labels,
      problems: this.#problems,
      entries: (list, field) => this.#numbers(list, field).map(number => nameIn(list, `${number}`)),
      variantOf: name => this.#variants.get(name),
      choose: (name, number) => {
        this.#variants.set(name, number);
        this.#host.requestUpdate();
      },
      add: (list, field) => void this.#add(list, field),
      remove: (list, field, entry) => void this.#remove(list, field, entry),
    });
    return renderer.renderRoot(this.#root, rootName);
  }

  /** How many problems are displayed. */
  get problemCount(): number {
    return this.#problems.size;
  }

  /**
   * Reads and validates the form. Returns the answer, or `undefined` if it is invalid: then it shows what is wrong, and moves
   * the focus to the first invalid field.
   */
  async submit(form: HTMLFormElement): Promise<unknown> {
    const {value, problems} = this.#check(form);
    this.#problems = problems;
    if (problems.size === 0) return withoutBigIntegers(value);
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#find('[data-invalid]')?.focus();
    return undefined;
  }

  /** Removes the problems that the user has corrected. New ones are only reported when the form is submitted. */
  update(form: HTMLFormElement): void {
    if (this.#problems.size === 0) return;
    const {problems} = this.#check(form);
    this.#problems = new Map([...problems].filter(([name]) => this.#problems.has(name)));
    this.#host.requestUpdate();
  }

  #check(form: HTMLFormElement): {value: unknown; problems: ReadonlyMap<string, string>} {
    const read = readForm(this.#root, this.#textsOf(form));
    return {value: read.value, problems: this.#problemsOf(read)};
  }

  #problemsOf({value, names, unreadable, empty, chosen}: ReadForm): ReadonlyMap<string, string> {
    const labels = this.#labels;
    const texts = new Map<string, string>();
    if (!labels) return texts;
    const isAnswer = value !== undefined;
    const problems = isAnswer
      ? validateAnswer(this.#schema, value, chosen)
      : [{pointer: '', keyword: 'required', limit: true}];
    const add = (name: string, problem: Omit<Problem, 'pointer'>): void => {
      const text = problemText(problem, this.#fieldAt(name), labels);
      texts.set(name, labels.form.problem(this.#labelAt(name), text));
    };
    for (const problem of problems) {
      const name = nearest(problem.pointer, names);
      // Who sees an empty entry needs no other one.
      const entry = problem.keyword === 'minItems' ? empty.get(name) : undefined;
      if (entry === undefined) add(name, problem);
      else add(entry, {keyword: 'required', limit: true});
    }
    for (const [name, problem] of unreadable) add(name, problem);
    return texts;
  }

  /** The field of a name, and the label with the entry of the list that contains it. */
  #walk(name: string): {readonly field: Field; readonly label: string} {
    let [field, path, label] = [this.#root, rootName, this.#root.label];
    for (const segment of name.split('/').slice(1)) {
      const list = path;
      path += `/${segment}`;
      if (field.kind === 'group') {
        field = field.fields.find(({key}) => nameIn(list, key) === path) ?? field;
        label = field.label;
      } else if (field.kind === 'list') {
        const position = this.#numbers(list, field).indexOf(Number(segment));
        field = field.entry(Number(segment));
        const {form, request} = this.#labels ?? {};
        label = form?.entry(field.label || (request?.answer ?? ''), position + 1) ?? field.label;
      } else if (field.kind === 'variant') {
        field = field.variants[Number(segment)] ?? field;
        label = field.label;
      }
    }
    return {field, label};
  }

  #fieldAt(name: string): Field {
    return this.#walk(name).field;
  }

  #labelAt(name: string): string {
    return this.#walk(name).label || (this.#labels?.request.answer ?? '');
  }

  #textsOf(form: HTMLFormElement): FormTexts {
    const texts = new Map(readEntries(formText(form)));
    const inputs = [...form.elements].filter(element => element instanceof HTMLElement);
    const namesOf = (has: (element: Element) => boolean): readonly string[] =>
      inputs.filter(has).map(element => element.getAttribute('name') ?? '');
    const unreadable = namesOf(
      element => element instanceof HTMLInputElement && element.validity.badInput,
    );
    const changed = namesOf(isChanged);
    return {
      get: name => texts.get(name),
      isUnreadable: name => unreadable.includes(name),
      isChanged: name => changed.some(other => `${other}/`.startsWith(`${name}/`)),
      entries: list => (this.#entries.get(list) ?? []).map(number => nameIn(list, `${number}`)),
    };
  }

  /** The numbers of the entries: at first those of the draft, of the default, or as many as the schema requires. */
  #numbers(list: string, field: ListField): readonly number[] {
    const known = this.#entries.get(list);
    if (known) return known;
    const prefix = `${list}/`;
    const drafted = (this.#draft ?? [])
      .filter(name => name.startsWith(prefix))
      .map(name => Number(name.slice(prefix.length).split('/')[0]))
      .filter(Number.isInteger);
    const count = this.#draft && !isFixed(field) ? 0 : initialCount(field);
    const numbers = [...new Set([...drafted, ...Array.from({length: count}, (_, n) => n)])];
    this.#entries.set(list, numbers);
    return numbers;
  }

  async #add(list: string, field: ListField): Promise<void> {
    const numbers = this.#numbers(list, field);
    // The number of a removed entry would have its default.
    const number = Math.max(initialCount(field) - 1, ...numbers) + 1;
    this.#entries.set(list, [...numbers, number]);
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#focusIn(nameIn(list, `${number}`));
    this.#revalidate();
  }

  /** The focus moves to the following entry, or else to the button that adds one. */
  async #remove(list: string, field: ListField, entry: string): Promise<void> {
    const numbers = this.#numbers(list, field);
    const position = numbers.findIndex(number => nameIn(list, `${number}`) === entry);
    const rest = numbers.filter((_, n) => n !== position);
    this.#entries.set(list, rest);
    this.#problems = new Map(
      [...this.#problems].filter(([name]) => !`${name}/`.startsWith(`${entry}/`)),
    );
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const next = rest[position] ?? rest.at(-1);
    if (next === undefined) this.#find(`[data-list="${CSS.escape(list)}"]`)?.focus();
    else this.#focusIn(nameIn(list, `${next}`));
    this.#revalidate();
  }

  /** A list has more or fewer entries. */
  #revalidate(): void {
    const form = this.#find('form');
    if (!(form instanceof HTMLFormElement)) return;
    this.update(form);
    form.dispatchEvent(new Event('input', {bubbles: true})); // The draft has changed, too.
  }

  #focusIn(entry: string): void {
    this.#find(
      `[data-entry="${CSS.escape(entry)}"] :is(input:not([type="hidden"]), select, textarea, button)`,
    )?.focus();
  }

  #find(selector: string): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>(selector);
  }
}

/** The field of a whole schema, whose title and description are displayed only if the question does not say the same. */
function withoutRepetition(root: Field, question: string): Field {
  const isNew = (text: string): boolean => comparable(text) !== comparable(question);
  const {label, description} = root;
  return {
    ...root,
    label: isNew(label) && label !== description ? label : '',
    description: description !== undefined && isNew(description) ? description : undefined,
  };
}

/** A text without what differs between a sentence and a title. */
const comparable = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** The name of the field at a pointer, or of the nearest one around it. */
function nearest(pointer: string, names: ReadonlyMap<string, string>): string {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const name = names.get(at);
    if (name !== undefined) return name;
  }
  return rootName;
}

/** Entries that a list has at first at most, if the schema requires more. */
const maxInitialEntries = 20;

/**
 * A required list of plain values starts with an empty entry. An empty group would be invalid, so there is one only where the
 * schema requires it.
 */
function initialCount({initial, schema, required, entry}: ListField): number {
  if (Array.isArray(initial)) return initial.length;
  const isGroup = entry(0).kind === 'group';
  const {minItems} = schema;
  if (isGroup && !required) return 0;
  if (typeof minItems === 'number') return Math.min(Math.max(0, minItems), maxInitialEntries);
  return required && !isGroup ? 1 : 0;
}

/** Whether an input has another value than when it was created. */
function isChanged(element: Element): boolean {
  if (element instanceof HTMLSelectElement) {
    return [...element.options].some(({selected, defaultSelected, value}) =>
      selected ? !defaultSelected && value !== '' : defaultSelected,
    );
  }
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
    return element.checked !== element.defaultChecked;
  }
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement))
    return false;
  // Engines write values in their own way: a text area has line feeds only, and a time no seconds if they are 0.
  const unchanged = element.cloneNode() as typeof element;
  unchanged.value = element.defaultValue;
  return element.value !== unchanged.value;
}
