// The test browser of WebKitGTK, controlled with the WebDriver protocol (W3C), on a separate virtual display.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import {ownPort} from './own-port.mjs';
import {startMs, testMs} from './limits.mjs';

/** One browser with one window. */
export class WebKitDriver {
  #binary;
  #children = [];
  #session = '';

  constructor(binary) {
    this.#binary = binary;
  }

  async start() {
    process.once('exit', () => this.#end());
    const env = {...process.env, LIBGL_ALWAYS_SOFTWARE: '1'};
    env.DISPLAY ??= await this.#display();
    const port = await ownPort();
    this.#spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {env});
    this.#session = `http://127.0.0.1:${port}`;
    await this.#listening();
    const args = ['--automation', '--full-screen', '--javascript-can-access-clipboard=true'];
    const wanted = {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {binary: this.#binary, args},
    };
    const {sessionId} = await this.call('POST', '/session', {capabilities: {alwaysMatch: wanted}});
    this.#session += `/session/${sessionId}`;
    await this.call('POST', '/timeouts', {script: testMs, pageLoad: startMs});
  }

  /** Sends a command and returns the value of the response. */
  async call(method, path, body) {
    const response = await fetch(this.#session + path, {
      method,
      headers: {'content-type': 'application/json'},
      ...(body && {body: JSON.stringify(body)}),
    });
    const {value} = await response.json();
    if (!response.ok) throw new Error(`WebDriver ${path}: ${value?.error}: ${value?.message}`);
    return value;
  }

  open(url) {
    return this.call('POST', '/url', {url});
  }

  /** Runs the body of a function in the page. */
  execute(script, args = []) {
    return this.call('POST', '/execute/sync', {script, args});
  }

  /** Performs the actions of one input device. */
  perform(type, actions, parameters) {
    const device = {type, id: type, actions, ...(parameters && {parameters})};
    return this.call('POST', '/actions', {actions: [device]});
  }

  async stop() {
    await this.call('DELETE', '').catch(() => undefined);
    this.#end();
  }

  async #display() {
    const options = {stdio: ['ignore', 'pipe', 'ignore']};
    const args = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
    const [number] = await once(this.#spawn('Xvfb', args, options).stdout, 'data');
    return `:${String(number).trim()}`;
  }

  async #listening() {
    for (let tries = 1200; tries > 0; tries--) {
      if (await this.call('GET', '/status').catch(() => undefined)) return;
      await sleep(50);
    }
    throw new Error('WebKitWebDriver does not listen.');
  }

  #spawn(command, args, options) {
    const child = spawn(command, args, {stdio: 'ignore', ...options});
    child.on('error', error => console.error(`${command}: ${error.message}`));
    this.#children.push(child);
    return child;
  }

  #end() {
    for (const child of this.#children.splice(0).reverse()) child.kill();
  }
}
