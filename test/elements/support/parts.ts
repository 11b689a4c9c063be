import {fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-composer/ubik-composer.define.js';
import '../../../src/elements/ubik-conversation/ubik-conversation.define.js';
import '../../../src/elements/ubik-items/ubik-items.define.js';
import '../../../src/elements/ubik-launcher/ubik-launcher.define.js';
import '../../../src/elements/ubik-progress/ubik-progress.define.js';
import '../../../src/elements/ubik-request/ubik-request.define.js';
import '../../../src/elements/ubik-sessions/ubik-sessions.define.js';
import '../../../src/elements/ubik-status/ubik-status.define.js';
import '../../../src/elements/ubik-suggestions/ubik-suggestions.define.js';
import '../../../src/elements/ubik-transcript/ubik-transcript.define.js';
import type {UbikConversation} from '../../../src/elements/ubik-conversation/ubik-conversation.js';
import type {TemplateResult} from 'lit';
import {InPageAgent, inPage} from './agent.js';

export interface ConversationFixture {
  /** The element around the conversation and the parts. */
  readonly page: HTMLElement;
  readonly conversation: UbikConversation;
  readonly agent: InPageAgent;
}

/** A conversation with the id `talk`, with an agent in the page, beside the parts of a page. */
export async function openParts(
  parts: TemplateResult,
  inside: TemplateResult = html``,
): Promise<ConversationFixture> {
  const agent = new InPageAgent();
  const page = await fixture<HTMLElement>(html`
    <div>
      ${parts}
      <ubik-conversation
        id="talk"
        .protocol=${inPage}
        .transport=${agent.transport}
        .storage=${null}
        >${inside}</ubik-conversation
      >
    </div>
  `);
  const conversation = page.querySelector('ubik-conversation');
  if (!conversation) throw new Error('There is no conversation.');
  await conversation.ready;
  await conversation.updateComplete;
  return {page, conversation, agent};
}
