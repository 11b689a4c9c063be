import {expect} from '@open-wc/testing';
import type {JsonRecord} from '../../../src/core/values.js';
import {AppFrame} from '../../../src/elements/ubik-app/app-frame.js';
import {buildPolicy, withPolicy} from '../../../src/elements/ubik-app/policy.js';
import {until} from '../support/dom.js';
import {readSample, type Sample} from './samples.js';

const frames: AppFrame[] = [];

afterEach(() => {
  for (const frame of frames.splice(0)) frame.close();
});

interface Opened {
  readonly frame: AppFrame;
  readonly received: readonly unknown[];
  readonly endings: readonly string[];
}

function open(shell: string, html: string, granted: JsonRecord = {}): Opened {
  const received: unknown[] = [];
  const endings: string[] = [];
  const frame = new AppFrame({
    ...{shell, html, title: 'App: Meteo', lang: 'en', allow: '', granted},
    onMessage: message => received.push(message),
    onLeft: () => endings.push('left'),
    onSilent: () => endings.push('silent'),
  });
  frames.push(frame);
  document.body.append(frame.element);
  return {frame, received, endings};
}

const sample = (): Promise<Sample> => readSample<Sample>('09-sandbox-proxy');

describe('the frame of an app', () => {
  it('gives the document to the shell once it is ready: 09-sandbox-proxy', async () => {
    const {messages} = await sample();
    const {params, ...request} = messages[1]?.message ?? {};
    const {html, csp, ...others} = params as JsonRecord;
    const policy = buildPolicy(csp);
    const document = withPolicy(String(html), policy);
    const granted = {csp: policy.granted, permissions: {}};
    const {frame, received, endings} = open('/__echo-shell', document, granted);
    await until(() => received.length === 1);
    const answer = messages[3]?.message ?? {};
    frame.post(answer);
    await until(() => received.length === 2);
    const [first, second] = received as {readonly echo: JsonRecord}[];
    const {params: sent, ...header} = first?.echo ?? {};
    expect(header).to.deep.equal(request);
    expect(sent).to.deep.include({...others, html: document, title: 'App: Meteo', lang: 'en'});
    const {csp: sentPolicy} = sent as JsonRecord;
    expect(sentPolicy).to.deep.equal(csp);
    expect(document)
      .to.match(/^<!doctype html><meta http-equiv="Content-Security-Policy"/)
      .and.contain('connect-src https://api.meteo.example;')
      .and.satisfy((text: string) => text.endsWith(String(html)));
    expect(second?.echo).to.deep.equal(answer);
    expect(endings).to.deep.equal([]);
  });

  it('relays messages in both directions, and none in the name of the shell', async () => {
    const {messages} = await sample();
    const ofApp = messages.flatMap(({from, message}) => (from === 'app' ? [message] : []));
    const forged = {jsonrpc: '2.0', method: 'ui/notifications/sandbox-left', params: {}};
    const html = `<!doctype html><script>
      addEventListener('message', ({data}) => parent.postMessage({echo: data}, '*'));
      parent.postMessage(${JSON.stringify(forged)}, '*');
      for (const message of ${JSON.stringify(ofApp)}) parent.postMessage(message, '*');
    </script>`;
    const {frame, received, endings} = open('/__app-shell', html);
    await until(() => received.length === ofApp.length);
    expect(received).to.deep.equal(ofApp);
    const answer = messages[3]?.message ?? {};
    frame.post(answer);
    await until(() => received.length > ofApp.length);
    expect(received.at(-1)).to.deep.equal({echo: answer});
    expect(endings).to.deep.equal([]);
  });

  it('has a parent whose fields the app can read', async () => {
    const policy = buildPolicy({});
    const html = withPolicy(
      `<script>
        addEventListener('message', ({source}) => parent.postMessage({source: source === parent}, '*'));
        parent.postMessage({field: String(parent.anyField), isSelf: parent === self}, '*');
      </script>`,
      policy,
    );
    const {frame, received} = open('/__app-shell', html);
    await until(() => received.length === 1);
    frame.post({jsonrpc: '2.0'});
    await until(() => received.length === 2);
    expect(received).to.deep.equal([{field: 'undefined', isSelf: false}, {source: true}]);
  });

  it('reports a second page', async () => {
    const {frame, received, endings} = open('/__leak/frame', '');
    await new Promise(resolve => frame.element.addEventListener('load', resolve, {once: true}));
    frame.element.src = '/__leak/again';
    await until(() => endings.length > 0);
    expect(endings).to.deep.equal(['left']);
    expect(received).to.deep.equal([]);
  });
});
