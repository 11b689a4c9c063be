import {type CSSResultGroup, nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import {progress} from '../../core/model/select.js';
import {UbikPart} from '../conversation/part.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import {styles} from './ubik-progress.styles.js';

interface RunProgress {
  /** The number of the current step. */
  readonly step: number;
  readonly totalSteps: number;
  /** In percent. */
  readonly value: number;
}

/** The progress of a run in progress that is known to have several steps. */
function progressOf({lastItem}: SharedConversation): RunProgress | undefined {
  if (lastItem?.kind !== 'message' || lastItem.status !== 'streaming') return undefined;
  const {totalSteps = 0, children} = lastItem;
  const step = children.filter(({kind}) => kind === 'step').length;
  const value = progress(lastItem);
  return step && totalSteps > 1 && value !== undefined ? {step, totalSteps, value} : undefined;
}

/**
 * The progress of a run with several steps; nothing otherwise.
 *
 * @element ubik-progress
 * @csspart run - The text and the bar.
 * @csspart progress - The bar.
 */
export class UbikProgress extends UbikPart {
  static override styles: CSSResultGroup = styles;

  protected override read(conversation: SharedConversation): readonly unknown[] {
    const {step, totalSteps, value} = progressOf(conversation) ?? {};
    return [step, totalSteps, value];
  }

  protected override render(): TemplateResult | typeof nothing {
    const run = this.shared && progressOf(this.shared);
    if (!run) return nothing;
    const label = this.strings.step.of(run.step, run.totalSteps);
    return html`<div class="run" part="run">
      <span aria-hidden="true">${label}</span>
      <progress part="progress" max="100" .value=${run.value} aria-label=${label}></progress>
    </div>`;
  }
}
