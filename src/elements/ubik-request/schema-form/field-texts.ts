import {nothing, type TemplateResult} from 'lit';
import {html} from '../../base/html.js';
import type {Labels} from '../../locales/en.js';
import {exampleOf} from './example.js';
import {isMarked} from './fields.js';
import type {Placed} from './placed-field.js';

export type Part = TemplateResult | typeof nothing;

/** The label of several inputs. */
export function renderGroupLabel({id, label, field}: Placed): Part {
  if (label === undefined) return nothing;
  return html`<p id="${id}-label" class="label" ?data-required=${isMarked(field)}>
    <bdi>${label}</bdi>
  </p>`;
}

/** The description of a field, with an example of a value without an input. */
export function renderHint({field, id}: Placed, {form}: Labels): Part {
  const {description, kind, schema} = field;
  const hint = kind === 'any' ? form.example(exampleOf(schema)) : undefined;
  if (description === undefined && hint === undefined) return nothing;
  const text = [description?.trim(), hint].filter(Boolean).join('\n');
  return html`<p id="${id}-hint" class="quiet"><bdi>${text}</bdi></p>`;
}

export function renderProblem({id, problem}: Placed): Part {
  if (problem === undefined) return nothing;
  return html`<p id="${id}-problem" class="problem">${problem}</p>`;
}
