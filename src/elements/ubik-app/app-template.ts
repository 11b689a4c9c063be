import {nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import type {AppLabels} from '../locales/apps/en.js';
import type {Labels} from '../locales/en.js';
import {collapse, type Enlargement, expand} from '../shared/enlargement.js';
import {iconButton} from '../shared/icons/icon-button.js';
import type {Ending} from './app-session.js';

/** What is displayed of an app. */
interface AppView {
  readonly apps: AppLabels;
  readonly labels: Labels;
  readonly title: string;
  readonly phase: 'closed' | 'loading' | 'live';
  readonly ending: Ending | 'unloaded' | undefined;
  /** What was announced last. */
  readonly spoken: string;
  /** Whether the app wants no border. */
  readonly isPlain: boolean;
  /** Missing while the app does not run. */
  readonly frame: HTMLElement | undefined;
  readonly enlargement: Enlargement;
  /** Whether the app supports filling the window. */
  readonly isEnlargeable: boolean;
  /** A question for the user is open; its template is loaded with the app. */
  readonly isAsking: boolean;
  readonly question: TemplateResult | undefined;
  readonly onOpen: (event: Event) => void;
  readonly onClose: () => void;
  /** The user passes the app, or returns from its end. */
  readonly onSkip: () => void;
  readonly onLeave: () => void;
}

/** The content of `<ubik-app>`: the card with the app, and the live region. */
export function renderApp(view: AppView): TemplateResult {
  const {apps, title, spoken, isPlain, frame, enlargement, question} = view;
  const isOffer = [apps.drafted, apps.added].includes(spoken);
  return html`<section
      class="card ${isPlain ? 'plain' : ''}"
      part="app"
      aria-label=${title}
      @toggle=${enlargement.onToggle}
      @keydown=${enlargement.onKeydown}
    >
      ${renderHead(view)} ${frame ? renderFrame(frame, view) : renderClosed(view)}
      ${question ?? nothing}
    </section>
    <p class=${isOffer ? 'offer' : 'visually-hidden'} role="status">${spoken}</p>`;
}

function renderHead({
  apps,
  labels: {page},
  title,
  phase,
  enlargement: {isLarge, toggle},
  isEnlargeable,
  onClose,
}: AppView): TemplateResult {
  const [picture, label] = isLarge ? [collapse, page.collapse] : [expand, page.expand];
  return html`<div class="head">
    <span class="title"><bdi>${title}</bdi></span>
    ${
      phase === 'live' && isEnlargeable
        ? iconButton(picture, label, toggle, {
            className: 'resize',
            size: 18,
            expanded: isLarge,
          })
        : nothing
    }
    ${
      phase === 'closed'
        ? nothing
        : iconButton('close', apps.close, onClose, {className: 'close', size: 18})
    }
  </div>`;
}

function renderClosed({apps, labels, phase, ending, isAsking, onOpen}: AppView): TemplateResult {
  if (phase === 'loading') return isAsking ? html`` : html`<div class="body">${apps.loading}</div>`;
  return html`<div class="body">
    ${ending ? html`<p class="problem">${apps.endings[ending]}</p>` : nothing}
    <button class="button open" type="button" @click=${onOpen}>
      ${ending ? labels.chat.retry : apps.open}
    </button>
  </div>`;
}

/** Keyboard users can pass the app, and return from its end, whatever the app does with the key Tab. */
function renderFrame(frame: HTMLElement, {apps, phase, onSkip, onLeave}: AppView): TemplateResult {
  return html`<button class="button pass skip" type="button" @click=${onSkip}>${apps.skip}</button>
    ${phase === 'loading' ? html`<div class="body">${apps.loading}</div>` : nothing} ${frame}
    <button class="button pass leave" type="button" @click=${onLeave}>${apps.leave}</button>`;
}
