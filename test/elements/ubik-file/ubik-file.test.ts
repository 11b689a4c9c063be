import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-file/ubik-file.define.js';
import '../../../src/elements/ubik-chat/ubik-chat.define.js';
import type {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import type {FileItem} from '../../../src/core/index.js';
import type {UbikFile} from '../../../src/elements/ubik-file/ubik-file.js';
import type {UbikAssetRequestEvent} from '../../../src/elements/events.js';
import {ChatError} from '../../../src/controller/index.js';
import {find, has, collectEvents, until, words} from '../support/dom.js';

const render = (item: Partial<FileItem>): Promise<UbikFile> => {
  const base = {id: 'f', kind: 'file', status: 'done', children: [], name: 'plan.pdf'} as const;
  return fixture(html`<ubik-file .item=${{...base, ...item}}></ubik-file>`);
};

/** A picture as a tool creates it, 9 pixels wide. */
function createPicture(): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 9;
  canvas.getContext('2d')?.fillRect(0, 0, 9, 9);
  return new Promise(resolve => {
    canvas.toBlob(blob => {
      if (blob) resolve(blob);
    });
  });
}

describe('<ubik-file>', () => {
  it('is accessible', async () => {
    await expect(await render({url: 'https://example.org/plan.pdf'})).to.be.accessible();
  });

  it('shows name and size', async () => {
    expect(words(find(await render({size: 482_113}), '.file'))).to.equal('plan.pdf 482 kB');
  });

  it('stays within its container, however long its name is', async () => {
    const element = await render({name: `${'Donaudampfschifffahrt'.repeat(20)}.pdf`, size: 1});
    const box = await fixture<HTMLElement>(html`<div style="inline-size: 200px"></div>`);
    box.append(element);
    await element.updateComplete;
    expect(element.scrollWidth).to.be.at.most(200);
    const {left, right, width} = find(element, '.file').getBoundingClientRect();
    expect(width).to.be.at.most(200);
    const extension = find(element, '.name').lastElementChild;
    expect(extension?.textContent).to.equal('.pdf');
    const place = extension?.getBoundingClientRect();
    expect(place?.left).to.be.greaterThan(left);
    expect(place?.right).to.be.lessThan(right);
  });

  it('opens in a new tab, but only if that is safe', async () => {
    const link = find(await render({url: 'https://example.org/plan.pdf'}), 'a');
    expect(link.getAttribute('target')).to.equal('_blank');
    expect(has(await render({url: 'data:text/html,hello'}), 'a')).to.be.false;
  });

  it('makes bidi control characters of its name visible, and shows its host', async () => {
    const url = 'https://example.org/a';
    const element = await render({name: 'plan_\u202Efdp.exe', url});
    expect(words(find(element, '.name'))).to.equal('plan_‹U+202e›fdp.exe');
    expect(find(element, 'a').title).to.equal(url);
  });

  it('shows the host beside its name, unless it is that of the page or the endpoint', async () => {
    const name = 'docs.bank.example/statement.pdf';
    const element = await render({name, url: 'https://evil.example:8443/login'});
    expect(words(find(element, '.name'))).to.equal(name);
    expect(words(find(element, '.visually-hidden'))).to.equal(name);
    expect(words(find(element, '.host'))).to.equal('evil.example:8443');
    await expect(element).to.be.accessible();
    expect(has(await render({url: new URL('/plan.pdf', location.href).href}), '.host')).to.be.false;

    const chat = await fixture<UbikChat>(
      html`<ubik-chat endpoint="https://agent.example/api"></ubik-chat>`,
    );
    const inside = document.createElement('ubik-file');
    inside.item = {...element.item!, url: 'https://agent.example/files/1'};
    find(chat, '*').append(inside);
    await inside.updateComplete;
    expect(has(inside, 'a')).to.be.true;
    expect(has(inside, '.host')).to.be.false;
    inside.item = {...inside.item, url: 'https://evil.example/files/1'};
    await inside.updateComplete;
    expect(words(find(inside, '.host'))).to.equal('evil.example');
  });

  it('keeps its host visible however long the name is', async () => {
    const url = 'https://evil.example/login';
    const element = await render({name: 'bank.example '.repeat(40), url});
    const box = await fixture<HTMLElement>(html`<div style="inline-size: 240px"></div>`);
    box.append(element);
    await element.updateComplete;
    const [file, host] = ['.file', '.host'].map(part =>
      find(element, part).getBoundingClientRect(),
    );
    expect(host?.width).to.be.above(0);
    expect(host?.right).to.be.at.most(file?.right ?? 0);
    expect(element.scrollWidth).to.be.at.most(240);
  });

  describe('in a data URL', () => {
    const dataUrl = async (): Promise<string> => {
      const bytes = new Uint8Array(await (await createPicture()).arrayBuffer());
      return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
    };

    it('is displayed if it is a picture', async () => {
      const element = await render({url: await dataUrl(), name: 'chart.png'});
      await until(() => has(element, 'canvas'));
      expect(find(element, 'canvas', HTMLCanvasElement).width).to.equal(9);
      expect(find(element, '[role="img"]').ariaLabel).to.equal('chart.png');
      await expect(element).to.be.accessible();
    });

    it('is downloaded, and never opened', async () => {
      const url = 'data:text/html,%3Cscript%3Eparent.hostile=1%3C/script%3E';
      const element = await render({url, name: 'page.html'});
      expect(has(element, 'a')).to.be.false;
      const links: HTMLAnchorElement[] = [];
      const {click} = HTMLAnchorElement.prototype;
      HTMLAnchorElement.prototype.click = function () {
        links.push(this);
      };
      find(element, 'button', HTMLButtonElement).click();
      await until(() => links.length === 1);
      HTMLAnchorElement.prototype.click = click;
      const [link] = links;
      expect(link?.download).to.equal('page.html');
      expect(await (await fetch(link!.href)).text()).to.contain('hostile');
    });

    it('that is broken has its name only', async () => {
      const element = await render({url: 'data:image/png;base64,%%%', name: 'chart.png'});
      find(element, 'button', HTMLButtonElement).click();
      await element.updateComplete;
      expect(has(element, 'canvas')).to.be.false;
      expect(words(find(element, '.file'))).to.equal('chart.png');
    });
  });

  describe('that wants the sign-in of the user', () => {
    const url = 'https://example.org/assets/tools/t/e/chart.png';
    const asked: string[] = [];
    let outcome: Promise<Blob>;
    const give = (event: UbikAssetRequestEvent): void => {
      asked.push(event.url);
      event.respondWith(outcome);
    };
    beforeEach(() => {
      asked.length = 0;
      outcome = createPicture();
      addEventListener('ubik-asset-request', give);
    });
    afterEach(() => removeEventListener('ubik-asset-request', give));

    it('is previewed if it is a picture, under its name', async () => {
      const element = await render({url, name: 'Sales'});
      await until(() => has(element, 'canvas'));
      expect(find(element, 'canvas', HTMLCanvasElement).width).to.equal(9);
      expect(find(element, '[role="img"]').ariaLabel).to.equal('Sales');
      expect(asked).to.deep.equal([url]);
      await expect(element).to.be.accessible();
    });

    it('loads when its item is replaced meanwhile, and stays when it is moved', async () => {
      const element = await render({url});
      element.item = {...element.item!};
      await until(() => has(element, 'canvas'));
      expect(asked).to.have.length(1);
      const place = document.createElement('div');
      element.after(place);
      place.append(element);
      await element.updateComplete;
      expect(has(element, 'canvas')).to.be.true;
    });

    it('is not requested before a click if it is no picture', async () => {
      const element = await render({url: url.replace('png', 'csv')});
      expect(asked).to.deep.equal([]);
      expect(has(element, 'canvas')).to.be.false;
    });

    it('keeps its link if it cannot be loaded, or is broken', async () => {
      outcome = Promise.reject(new TypeError('no network'));
      const element = await render({url});
      await until(() => asked.length === 1);
      expect(has(element, 'canvas')).to.be.false;
      expect(has(element, 'a')).to.be.true;
      outcome = Promise.resolve(new Blob(['no picture'], {type: 'image/png'}));
      const broken = await render({url});
      await until(() => asked.length === 2 && !has(broken, 'canvas'));
      expect(has(broken, 'a')).to.be.true;
    });

    /** Presses the link. Returns a promise of the name under which the file is saved. */
    async function save(address: string): Promise<readonly string[]> {
      const element = await render({url: address});
      const saved: string[] = [];
      const errors = collectEvents(element, 'ubik-error');
      const {click} = HTMLAnchorElement.prototype;
      HTMLAnchorElement.prototype.click = function () {
        saved.push(this.download);
      };
      try {
        const press = new MouseEvent('click', {bubbles: true, cancelable: true, composed: true});
        find(element, 'a').dispatchEvent(press);
        await until(() => saved.length + errors.length > 0);
      } finally {
        HTMLAnchorElement.prototype.click = click;
      }
      return [...saved, ...errors.map(({error}) => error.code)];
    }

    it('is saved under a name that is not encoded correctly', async () => {
      expect(await save(`${url}/100%.csv`)).to.deep.equal(['100%.csv']);
      expect(await save(`${url}/%C3%A9t%C3%A9.csv`)).to.deep.equal(['été.csv']);
    });

    it('reports to its chat that it could not be saved, and why', async () => {
      outcome = Promise.reject(new ChatError({code: 'gone', status: 404, retryable: false}));
      expect(await save(`${url}/a.csv`)).to.deep.equal(['gone']);
      outcome = Promise.reject(new TypeError('The connection broke.'));
      expect(await save(`${url}/a.csv`)).to.deep.equal(['unknown']);
    });

    it('is saved by its link, and no tab opens that would be refused', async () => {
      const element = await render({url: url.replace('png', 'csv')});
      const saved: HTMLAnchorElement[] = [];
      const {click} = HTMLAnchorElement.prototype;
      const press = new MouseEvent('click', {bubbles: true, cancelable: true, composed: true});
      HTMLAnchorElement.prototype.click = function () {
        saved.push(this);
      };
      try {
        find(element, 'a').dispatchEvent(press);
        await until(() => saved.length === 1);
      } finally {
        HTMLAnchorElement.prototype.click = click;
      }
      expect(press.defaultPrevented).to.be.true;
      expect(saved[0]?.download).to.equal('chart.csv');
      expect(saved[0]?.href).to.contain('blob:');
    });
  });
});
