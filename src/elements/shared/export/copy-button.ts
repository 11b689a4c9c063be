import type {LitElement, TemplateResult} from 'lit';
import {
  copy,
  type CopyResult,
  type CopySource,
  type CopyLabels,
  type HtmlFormat,
} from './copying.js';
import {iconButton} from '../icons/icon-button.js';

interface Look {
  readonly label: string;
  readonly rich?: HtmlFormat;
}

/** A copy button that displays the result of copying for a moment. */
export class CopyButton {
  readonly #host: LitElement;
  #result: CopyResult | undefined;

  constructor(host: LitElement) {
    this.#host = host;
  }

  render(source: CopySource, labels: CopyLabels, {label, rich}: Look): TemplateResult {
    const [name, picture] = this.#result ?? [label, 'copy' as const];
    const act = () => void this.copy(source, labels, rich);
    return iconButton(picture, name, act, {className: 'copy', part: 'action copy'});
  }

  /** Copies in another format; the button displays the result. */
  copy(source: CopySource, labels: CopyLabels, rich?: HtmlFormat): Promise<void> {
    return copy(this.#host, source, labels, this.#report, rich);
  }

  readonly #report = (result?: CopyResult): void => {
    this.#result = result;
    this.#host.requestUpdate();
  };
}
