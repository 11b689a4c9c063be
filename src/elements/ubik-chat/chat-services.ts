import type {Operations} from '../../core/protocol/types.js';
import type {RequestItem} from '../../core/model/item.js';
import type {Markdown} from '../../core/markdown/markdown.js';
import type {Labels} from '../locales/en.js';
import {type LabelOverrides, mergeLabels} from '../locales/labels.js';
import type {MarkdownOutput} from '../ubik-markdown/markdown-rendering.js';
import type {RawHtml} from '../shared/sanitize.js';
import {
  type Memory,
  type RendererRegistry,
  type Services,
  sharedServices,
} from '../base/services.js';

interface Wanted {
  readonly operations: Partial<Operations>;
  readonly feedback: boolean;
  /** In the language of the chat. */
  readonly table: Labels;
  readonly labels: LabelOverrides | undefined;
  readonly renderers: RendererRegistry;
  readonly markdown: Markdown<MarkdownOutput>;
  readonly imageOrigins: string;
  readonly rawHtml: RawHtml;
  readonly endpoint: string;
  readonly memory: Memory;
  readonly questionAge: (question: RequestItem) => number;
}

/** Makes the services of a chat out of its settings, and gives the same object back while these are the same. */
export class ChatServices {
  #wanted: Wanted | undefined;
  #services: Services = sharedServices;

  /** As they were made last. */
  get current(): Services {
    return this.#services;
  }

  read(wanted: Wanted): Services {
    const same =
      this.#wanted &&
      (Object.keys(wanted) as (keyof Wanted)[]).every(
        name => wanted[name] === this.#wanted?.[name],
      );
    if (same) return this.#services;
    this.#wanted = wanted;
    this.#services = build(wanted);
    return this.#services;
  }
}

function build({operations, feedback, table, labels, ...same}: Wanted): Services {
  return {
    ...same,
    labels: mergeLabels(table, labels),
    abilities: {
      edit: operations.edit !== undefined,
      continue: operations.continue !== undefined,
      regenerate: operations.regenerate !== undefined,
      navigate: operations.navigate !== undefined,
      restore: operations.restore !== undefined,
      feedback,
    },
  };
}
