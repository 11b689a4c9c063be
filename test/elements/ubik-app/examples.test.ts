import {expect} from '@open-wc/testing';
import type {UbikApp} from '../../../src/elements/ubik-app/ubik-app.js';
import {find, has, press, until} from '../support/dom.js';
import {answer, appServices, callOf, isLive, load, openApp, renderCall} from './support.js';

/** The basic examples of the official package, as they are published. */
const examples = ['vanillajs', 'react', 'svelte', 'preact', 'solid', 'vue'];

const time = (text: string) => ({content: [{type: 'text', text}]});

interface Started {
  readonly app: UbikApp;
  /** The tools that the example has called. */
  readonly calls: readonly string[];
}

async function start(name: string): Promise<Started> {
  const calls: string[] = [];
  const services = appServices(await load(`/__app-example/${name}`), {
    callTool: ({name: tool}) => {
      calls.push(tool);
      return Promise.resolve(time('2026-01-26T11:00:00.000Z'));
    },
  });
  const item = callOf({name: 'get-time', input: '{}', output: JSON.stringify(time('now'))});
  const app = await renderCall(item, services);
  await openApp(app);
  await until(() => isLive(app));
  const frame = find(app, 'iframe', HTMLIFrameElement);
  await until(() => frame.clientHeight > 160);
  return {app, calls};
}

describe('an official example', () => {
  for (const name of examples) {
    it(`runs, and calls a tool of its server: ${name}`, async () => {
      const {app, calls} = await start(name);
      // The first control of the example requests the time of its server.
      find(app, '.skip').focus();
      for (let tabs = 0; tabs < 6 && !has(app, '.question'); tabs++) {
        await press('Tab');
        await press('Enter');
        const pressed = performance.now();
        await until(() => has(app, '.question') || performance.now() > pressed + 500);
      }
      expect(find(app, '#question').textContent).to.contain('get-time');
      expect(calls).to.deep.equal([]);
      await answer(app, 'allow');
      await until(() => calls.length > 0);
      expect(calls).to.deep.equal(['get-time']);
    });
  }
});
