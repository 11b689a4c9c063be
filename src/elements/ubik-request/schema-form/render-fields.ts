import {nothing, type TemplateResult} from 'lit';
import {html} from '../../base/html.js';
import {ifDefined} from '../../base/if-defined.js';
import {repeat} from '../../base/repeat.js';
import {iconButton} from '../../shared/icons/icon-button.js';
import {
  type AnyField,
  type CheckField,
  type ChoiceField,
  type ChoicesField,
  type Field,
  type GroupField,
  type InputField,
  isMarked,
  type ListField,
  type VariantField,
} from './fields.js';
import {
  describedBy,
  type FormState,
  idOf,
  invalid,
  labelledBy,
  type Placed,
  stepOf,
} from './placed-field.js';
import {type Part, renderGroupLabel, renderHint, renderProblem} from './field-texts.js';
import {initialJson, initialText, isFixed, isInitial, limitOf} from './initial.js';
import {booleans, type Option, optionOf} from './options.js';
import {markerOf, nameIn, numberOf} from './names.js';
import {asArray} from '../../../core/values.js';

/** More options are displayed as a select. */
const maxRadioButtons = 4;

/** Who scrolls over a number that has the focus does not mean to change it. The page scrolls as elsewhere. */
const keepNumber = {
  passive: true,
  handleEvent: ({currentTarget}: Event): void => {
    if (currentTarget instanceof HTMLInputElement && currentTarget.type === 'number')
      currentTarget.blur();
  },
};

/** Renders the fields of a schema. Each has a label, a hint and a problem, which are connected to its input. */
export class FieldRenderer {
  readonly #state: FormState;

  constructor(state: FormState) {
    this.#state = state;
  }

  renderRoot(root: Field, name: string): TemplateResult {
    const title = root.label && html`<p class="label"><bdi>${root.label}</bdi></p>`;
    if (root.kind !== 'group') {
      return html`<div class="fields">${title} ${this.#render(root, name, undefined)}</div>`;
    }
    const visible = root.fields.filter(({kind}) => kind !== 'constant');
    const required = visible.filter(isMarked);
    const note = required.length > 0 && required.length < visible.length;
    const placed = this.#place(root, name, undefined);
    return html`<div
      class="fields"
      ?data-invalid=${placed.problem !== undefined}
      tabindex=${ifDefined(placed.problem === undefined ? undefined : -1)}
    >
      ${title} ${renderHint(placed, this.#state.labels)}
      ${note ? html`<p class="quiet">${this.#state.labels.form.requiredNote}</p>` : nothing}
      ${renderProblem(placed)} ${this.#renderFields(root, name)}
    </div>`;
  }

  #renderFields({fields}: GroupField, name: string): readonly Part[] {
    return fields.map(field => this.#render(field, nameIn(name, field.key), field.label));
  }

  #place<F extends Field>(field: F, name: string, label: string | undefined): Placed<F> {
    return {field, name, label, id: idOf(name), problem: this.#state.problems.get(name)};
  }

  #render(field: Field, name: string, label: string | undefined): Part {
    if (field.kind === 'check' || field.kind === 'choice' || field.kind === 'choices') {
      if (isFixed(field)) return this.#renderFixed(this.#place(field, name, label));
    }
    switch (field.kind) {
      case 'input':
        return this.#renderInput(this.#place(field, name, label));
      case 'check':
        return this.#renderCheck(this.#place(field, name, label));
      case 'choice':
        return this.#renderChoice(this.#place(field, name, label));
      case 'choices':
        return this.#renderChoices(this.#place(field, name, label));
      case 'group':
        return this.#renderGroup(this.#place(field, name, label));
      case 'list':
        return this.#renderList(this.#place(field, name, label));
      case 'variant':
        return this.#renderVariant(this.#place(field, name, label));
      case 'any':
        return this.#renderTextarea(this.#place(field, name, label), initialJson(field));
      case 'constant':
        return nothing;
    }
  }

  #renderInput(placed: Placed<InputField>): TemplateResult {
    const {field, name, id} = placed;
    if (field.multiline) return this.#renderTextarea(placed, initialText(field));
    const {type} = field;
    const input = html`<input
      id=${id}
      name=${name}
      type=${type}
      .step=${stepOf(field)}
      min=${ifDefined(limitOf(field, 'minimum'))}
      max=${ifDefined(limitOf(field, 'maximum'))}
      value=${initialText(field)}
      dir=${ifDefined(type === 'text' ? 'auto' : undefined)}
      autocomplete=${ifDefined(field.autocomplete)}
      ?readonly=${isFixed(field)}
      ?required=${isMarked(field)}
      ?data-invalid=${placed.problem !== undefined}
      aria-invalid=${invalid(placed)}
      aria-labelledby=${labelledBy(placed)}
      aria-describedby=${describedBy(placed)}
      @wheel=${keepNumber}
    />`;
    return this.#renderField(placed, input);
  }

  /** A text of several lines, or a value without an input, with an example of what the server expects. */
  #renderTextarea(placed: Placed<InputField | AnyField>, text: string): TemplateResult {
    const {field, name, id} = placed;
    const textarea = html`<textarea
      id=${id}
      name=${name}
      rows="3"
      dir="auto"
      data-multiline
      autocomplete=${ifDefined(field.kind === 'input' ? field.autocomplete : undefined)}
      ?readonly=${isFixed(field)}
      ?required=${isMarked(field)}
      ?data-invalid=${placed.problem !== undefined}
      aria-invalid=${invalid(placed)}
      aria-labelledby=${labelledBy(placed)}
      aria-describedby=${describedBy(placed)}
      .defaultValue=${text}
    ></textarea>`;
    return this.#renderField(placed, textarea);
  }

  /** What the user only reads is text: a box and a select could only be disabled, and would not get the focus. */
  #renderFixed(placed: Placed<CheckField | ChoiceField | ChoicesField>): TemplateResult {
    const {field} = placed;
    const options = field.kind === 'check' ? booleans : field.options;
    const values = field.kind === 'choices' ? asArray(field.initial) : [field.initial];
    const texts = values.map(value =>
      value === null
        ? this.#state.labels.form.noAnswer
        : this.#labelOf(options.find(option => isInitial(option, value)) ?? optionOf(value)),
    );
    const initial = texts.join(', ');
    const text = {kind: 'input', type: 'text', multiline: false, autocomplete: undefined} as const;
    return this.#renderInput({
      ...placed,
      // The schema is not that of the label.
      field: {...field, ...text, initial, schema: {}, required: isMarked(field)},
    });
  }

  #renderField(placed: Placed, input: TemplateResult): TemplateResult {
    const {id, label, field} = placed;
    return html`<div class="field" part="field">
      ${
        label === undefined
          ? nothing
          : html`<label id="${id}-label" class="label" for=${id} ?data-required=${isMarked(field)}
              ><bdi>${label}</bdi></label
            >`
      }
      ${renderHint(placed, this.#state.labels)} ${input} ${renderProblem(placed)}
    </div>`;
  }

  #renderCheck(placed: Placed<CheckField>): TemplateResult {
    const {field, name, id, label} = placed;
    return html`<div class="field" part="field">
      <label class="check">
        <input
          id=${id}
          type="checkbox"
          name=${name}
          value="true"
          ?checked=${field.initial === true}
          ?required=${isMarked(field)}
          ?data-invalid=${placed.problem !== undefined}
          aria-invalid=${invalid(placed)}
          aria-labelledby=${labelledBy(placed)}
          aria-describedby=${describedBy(placed)}
        />
        <bdi id="${id}-label" ?data-required=${isMarked(field)}
          >${label ?? this.#state.labels.request.yes}</bdi
        >
      </label>
      ${renderHint(placed, this.#state.labels)} ${renderProblem(placed)}
    </div>`;
  }

  #renderChoice(placed: Placed<ChoiceField>): TemplateResult {
    const {field} = placed;
    if (field.options.length <= maxRadioButtons) return this.#renderRadioButtons(placed);
    const {form} = this.#state.labels;
    const selected = field.options.findIndex(option => isInitial(option, field.initial));
    const select = html`<select
      id=${placed.id}
      name=${placed.name}
      ?required=${isMarked(field)}
      ?data-invalid=${placed.problem !== undefined}
      aria-invalid=${invalid(placed)}
      aria-labelledby=${labelledBy(placed)}
      aria-describedby=${describedBy(placed)}
    >
      <option value="">${isMarked(field) ? form.choose : form.noAnswer}</option>
      ${field.options.map(
        (option, n) =>
          html`<option value=${n} ?selected=${n === selected}>${this.#labelOf(option)}</option>`,
      )}
    </select>`;
    return this.#renderField(placed, select);
  }

  /** A radio button cannot be cleared, so an optional choice has one for no answer. */
  #renderRadioButtons(placed: Placed<ChoiceField>): TemplateResult {
    const {field, name, id, problem} = placed;
    const selected = field.options.findIndex(option => isInitial(option, field.initial));
    const button = (value: string, label: string, checked: boolean, first: boolean) =>
      html`<label class="check">
        <input
          type="radio"
          name=${name}
          value=${value}
          ?checked=${checked}
          ?data-invalid=${first && problem !== undefined}
        />
        <bdi>${label}</bdi>
      </label>`;
    return html`<div
      class="field"
      part="field"
      role="radiogroup"
      aria-labelledby=${labelledBy(placed)}
      aria-describedby=${describedBy(placed)}
      aria-required=${isMarked(field) ? 'true' : 'false'}
      aria-invalid=${invalid(placed)}
      id=${id}
    >
      ${renderGroupLabel(placed)} ${renderHint(placed, this.#state.labels)}
      <div class="choices">
        ${
          isMarked(field)
            ? nothing
            : button('', this.#state.labels.form.noAnswer, selected < 0, true)
        }
        ${field.options.map((option, n) =>
          button(`${n}`, this.#labelOf(option), n === selected, n === 0),
        )}
      </div>
      ${renderProblem(placed)}
    </div>`;
  }

  #renderChoices(placed: Placed<ChoicesField>): TemplateResult {
    const {field, name, id, problem} = placed;
    const initial: readonly unknown[] = Array.isArray(field.initial) ? field.initial : [];
    return html`<div
      class="field"
      part="field"
      role="group"
      aria-labelledby=${labelledBy(placed)}
      aria-describedby=${describedBy(placed)}
      id=${id}
    >
      ${renderGroupLabel(placed)} ${renderHint(placed, this.#state.labels)}
      <div class="choices">
        ${field.options.map(
          (option, n) =>
            html`<label class="check">
              <input
                type="checkbox"
                name=${`${name}/${n}`}
                value="true"
                ?checked=${initial.some(value => isInitial(option, value))}
                ?data-invalid=${n === 0 && problem !== undefined}
                aria-invalid=${invalid(placed)}
                aria-describedby=${n === 0 ? describedBy(placed) : nothing}
              />
              <bdi>${this.#labelOf(option)}</bdi>
            </label>`,
        )}
      </div>
      ${renderProblem(placed)}
    </div>`;
  }

  #renderGroup(placed: Placed<GroupField>): TemplateResult {
    const {field, name} = placed;
    return html`<fieldset
      part="group"
      aria-describedby=${describedBy(placed)}
      ?data-invalid=${placed.problem !== undefined}
      tabindex=${ifDefined(placed.problem === undefined ? undefined : -1)}
    >
      <legend><bdi>${placed.label}</bdi></legend>
      ${renderHint(placed, this.#state.labels)} ${renderProblem(placed)}
      ${this.#renderFields(field, name)}
    </fieldset>`;
  }

  /** The variants that are not chosen stay, but hidden, so that they keep what the user has entered. */
  #renderVariant(placed: Placed<VariantField>): TemplateResult {
    const {field, name} = placed;
    const {variantOf, choose} = this.#state;
    const chosen = variantOf(name);
    const onChange = ({target}: Event): void => {
      const {name: changed, value} = target as HTMLInputElement | HTMLSelectElement;
      if (changed === name) choose(name, value);
    };
    return html`<div class="variant" @change=${onChange}>
      ${this.#renderChoice({...placed, field: {...field, kind: 'choice'}})}
      ${field.variants.map((variant, number) => {
        const inner = nameIn(name, `${number}`);
        return html`<div class="fields" ?hidden=${chosen !== `${number}`}>
          ${
            variant.kind === 'group'
              ? [
                  renderHint(this.#place(variant, inner, ''), this.#state.labels),
                  this.#renderFields(variant, inner),
                ]
              : this.#render(variant, inner, variant.label)
          }
        </div>`;
      })}
    </div>`;
  }

  #renderList(placed: Placed<ListField>): TemplateResult {
    const {field, name, label, id, problem} = placed;
    const {labels, entries, add} = this.#state;
    const fixed = isFixed(field);
    return html`<div
      class="list"
      part="group"
      role="group"
      aria-labelledby=${labelledBy(placed)}
      aria-describedby=${describedBy(placed)}
      id=${id}
      ?data-invalid=${fixed && problem !== undefined}
      tabindex=${ifDefined(fixed && problem !== undefined ? -1 : undefined)}
    >
      ${renderGroupLabel(placed)} ${renderHint(placed, this.#state.labels)}
      ${repeat(entries(name, field), String, (entry, n) =>
        this.#renderEntry(placed, entry, n, fixed),
      )}
      ${
        fixed
          ? nothing
          : html`<button
              class="button add"
              type="button"
              data-list=${name}
              ?data-invalid=${problem !== undefined}
              aria-describedby=${describedBy(placed)}
              @click=${() => add(name, field)}
            >
              ${labels.form.add(field.entry(0).label || (label ?? ''))}
            </button>`
      }
      ${renderProblem(placed)}
    </div>`;
  }

  /** @param fixed Whether the list is fixed, which is not asked for each entry because that looks at all of them. */
  #renderEntry(
    {field: list, name}: Placed<ListField>,
    entry: string,
    n: number,
    fixed: boolean,
  ): TemplateResult {
    const {labels, remove} = this.#state;
    const field = list.entry(numberOf(entry));
    const label = labels.form.entry(field.label || labels.request.answer, n + 1);
    const hasText = field.kind === 'input' || field.kind === 'any';
    return html`<div class="entry" data-entry=${entry}>
      ${hasText ? nothing : html`<input type="hidden" name=${markerOf(entry)} />`}
      ${this.#render(field, entry, label)}
      ${
        fixed
          ? nothing
          : iconButton('close', labels.form.remove(label), () => remove(name, list, entry))
      }
    </div>`;
  }

  #labelOf({value, label}: Option): string {
    const {request} = this.#state.labels;
    return label ?? (value === true ? request.yes : request.no);
  }
}
