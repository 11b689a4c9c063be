// The page that checks a server: sends a message as the chat does, and lists each event and the findings.

import {checkServer, type Finding} from '../../src/check/check.js';
import {eventText, findingText} from '../../src/check/report-text.js';
import {loadProtocol} from '../../src/controller/protocol-source.js';
import {protocols} from '../../src/controller/protocols.js';

export function openChecker(form: HTMLFormElement): void {
  const [findings, events] = form.querySelectorAll('pre');
  const status = form.querySelector('[role=status]');
  const names = form.elements.namedItem('protocol');
  const submit = form.querySelector('button');
  if (!events || !findings || !status || !submit || !(names instanceof HTMLSelectElement)) return;
  names.replaceChildren(...protocols.names().map(name => new Option(name)));
  const text = (data: FormData, name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };

  async function check(): Promise<readonly Finding[]> {
    const data = new FormData(form);
    const source = protocols.get(text(data, 'protocol'));
    if (!source) return [];
    const token = text(data, 'token');
    const agentId = text(data, 'agent');
    let count = 0;
    return checkServer({
      endpoint: text(data, 'endpoint'),
      protocol: await loadProtocol(source),
      message: text(data, 'message'),
      ...(agentId && {agentId}),
      ...(token && {getToken: () => token}),
      onEvent: event => {
        count += 1;
        events?.append(`${eventText(event, count)}\n`);
      },
    });
  }

  form.addEventListener('submit', event => {
    event.preventDefault();
    events.textContent = findings.textContent = '';
    status.textContent = 'Checking…';
    submit.disabled = true;
    check().then(
      results => {
        findings.textContent = results.map(findingText).join('\n');
        const errors = results.filter(({level}) => level === 'error').length;
        const warnings = results.filter(({level}) => level === 'warning').length;
        status.textContent = `Errors: ${errors}. Warnings: ${warnings}.`;
        submit.disabled = false;
      },
      (error: unknown) => {
        status.textContent = String(error);
        submit.disabled = false;
      },
    );
  });
}
