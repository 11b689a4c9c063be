import type {TemplateResult} from 'lit';
import {html} from '../base/html.js';
import type {AppLabels} from '../locales/apps/en.js';
import type {Labels} from '../locales/en.js';
import {formatBytes} from '../shared/text/format.js';
import {showInvisible} from '../shared/html/safe-url.js';
import type {Question} from './consent.js';
import {nameOf} from './name.js';

/** Characters of a host. */
const maxHostLength = 80;

/** The host of a URL for display: its end, which says whose it is, is never cut. */
const hostOf = (url: string): string => {
  const {host} = new URL(url);
  return host.length > maxHostLength ? `…${host.slice(1 - maxHostLength)}` : host;
};

/** The sentence of a question, which is announced too. */
export function sentenceOf(question: Question, apps: AppLabels): string {
  switch (question.kind) {
    case 'hosts':
      return apps.hosts;
    case 'tool':
      return apps.tool(nameOf(question.name));
    case 'link':
      return apps.link(hostOf(question.url));
    case 'file':
      return apps.file(nameOf(question.name));
  }
}

/** A question with its buttons. `answer` gets the click, which may be synthetic. */
export function renderQuestion(
  question: Question,
  {apps, labels}: {readonly apps: AppLabels; readonly labels: Labels},
  answer: (event: Event, allowed: boolean) => void,
): TemplateResult {
  const {kind} = question;
  const allow = (event: Event): void => answer(event, true);
  const buttonLabels = {
    hosts: apps.open,
    tool: labels.request.allowOnce,
    link: apps.openLink,
    file: apps.save,
  };
  return html`<div class="body question" role="group" aria-labelledby="question">
    <p id="question" dir="auto">${sentenceOf(question, apps)}</p>
    ${renderDetails(question, labels.locale)}
    <div class="actions">
      ${
        kind === 'link'
          ? html`<a
              class="button primary allow"
              href=${question.url}
              target="_blank"
              rel="noopener noreferrer"
              @click=${allow}
              >${buttonLabels.link}</a
            >`
          : html`<button class="button primary allow" type="button" @click=${allow}>
              ${buttonLabels[kind]}
            </button>`
      }
      <button class="button deny" type="button" @click=${(event: Event) => answer(event, false)}>
        ${apps.deny}
      </button>
    </div>
  </div>`;
}

function renderDetails(question: Question, locale: string): TemplateResult {
  switch (question.kind) {
    case 'hosts':
      return html`<ul tabindex="0">
        ${question.hosts.map(host => html`<li dir="ltr">${host}</li>`)}
      </ul>`;
    case 'tool':
      return html`<pre tabindex="0" dir="ltr">
${showInvisible(JSON.stringify(question.input, null, 2))}</pre>`;
    case 'link':
      return html`<p tabindex="0" dir="ltr">${question.url}</p>`;
    case 'file':
      return html`<p>${formatBytes(question.content.size, locale)}</p>`;
  }
}
