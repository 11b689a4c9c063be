import {expect} from '@open-wc/testing';
import {open} from '../support/chat.js';
import {inPage, type InPageAgent} from '../support/agent.js';
import {all, find, has, until} from '../support/dom.js';
import {ubik} from '../../../src/core/index.js';
import {UbikAttachRequestEvent} from '../../../src/elements/events.js';
import type {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';

/** A picture of one colour. */
async function picture(type: string): Promise<File> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [400, 100];
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#0a6';
    context.fillRect(0, 0, 400, 100);
  }
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type));
  return new File(blob ? [blob] : [], 'meadow.png', {type});
}

/** A chat to whose composer these files were added, and the rows of its attachments. */
async function attached(...files: readonly File[]): Promise<{
  readonly chat: UbikChat;
  readonly agent: InPageAgent;
  readonly rows: () => readonly HTMLElement[];
}> {
  const {upload} = ubik.operations;
  const operations = {...inPage.operations, upload};
  const {chat, agent} = await open({protocol: {...inPage, operations}});
  const composer = find(chat, 'ubik-composer');
  composer.dispatchEvent(new UbikAttachRequestEvent(files));
  await until(() => has(composer, '.attachments'));
  return {chat, agent, rows: () => all(composer, '.attachments > li')};
}

describe('the files that go with a message', () => {
  it('show a thumbnail of a picture, in its proportions and no larger than needed', async () => {
    const {rows} = await attached(await picture('image/png'));
    await until(() => rows()[0]?.querySelector('canvas') !== null);
    const canvas = rows()[0]?.querySelector('canvas');
    expect([canvas?.width, canvas?.height]).to.deep.equal([96, 24]);
    const [red, green, blue] = canvas?.getContext('2d')?.getImageData(48, 12, 1, 1).data ?? [];
    expect([red, green, blue]).to.deep.equal([0, 170, 102]);
  });

  it('show why an upload failed', async () => {
    const {rows} = await attached(new File(['words'], 'notes.txt', {type: 'text/plain'}));
    await until(() => rows()[0]?.dataset['status'] === 'failed');
    expect(rows()[0]?.querySelector('.problem')?.textContent).to.equal(
      'This assistant cannot do that.',
    );
  });

  it('stay in the composer when the message is sent without them because their upload failed', async () => {
    const {chat, agent, rows} = await attached(
      new File(['words'], 'notes.txt', {type: 'text/plain'}),
    );
    await until(() => rows()[0]?.dataset['status'] === 'failed');
    const sent = chat.send('Hello');
    agent.finish();
    await sent;
    await chat.updateComplete;
    expect(rows().map(row => row.dataset['status'])).to.deep.equal(['failed']);
    expect(rows()[0]?.querySelector('button')?.ariaLabel).to.equal('Try again: notes.txt');
  });

  it('show an icon for other files and broken pictures', async () => {
    const {rows} = await attached(
      new File(['no picture'], 'broken.png', {type: 'image/png'}),
      new File(['words'], 'notes.txt', {type: 'text/plain'}),
    );
    await until(() => rows().length === 2 && rows().every(row => row.dataset['status'] !== ''));
    expect(rows().map(row => row.querySelector('svg') !== null)).to.deep.equal([true, true]);
  });
});
