import assert from 'node:assert/strict';
import {it} from 'node:test';
import {createAiSdk, type MessageItem} from '../../../src/core/index.js';
import {openChat} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {json, serve, stream} from '../support/web-server.js';
import {until} from '../../support/until.js';

it('displays only the files of an edited message that the request has', async () => {
  const linked = {type: 'file', filename: 'cat.png', url: 'https://files.example/cat.png'};
  const inline = {type: 'file', filename: 'dog.png', url: 'data:image/png;base64,iVBORw0KGgo='};
  const parts = [linked, inline].map(file => ({...file, mediaType: 'image/png'}));
  const messages = [
    {id: 'u1', role: 'user', parts: [...parts, {type: 'text', text: 'What is this?'}]},
    {id: 'a1', role: 'assistant', parts: [{type: 'text', text: 'A cat.'}]},
  ];
  const server = await serve(({method, path}, response) => {
    if (method === 'POST') {
      // The answer does not end, because the chat would then load what the server has stored.
      stream(response).write('data: {"type":"start","messageId":"a2"}\n\n');
    } else if (path.endsWith('/stream')) response.writeHead(204).end();
    else json(response, {messages});
  });
  const chat = openChat(
    {
      endpoint: server.origin,
      protocol: createAiSdk({history: true}),
      storage: null,
      sessionId: 's1',
    },
    new FastEnvironment(),
  );
  const filesOf = (): readonly string[] =>
    ((chat.conversation.children[0] as MessageItem | undefined)?.children ?? []).flatMap(item =>
      item.kind === 'file' ? [item.name] : [],
    );
  await until(() => chat.conversation.children.length === 2);
  assert.deepEqual(filesOf(), ['cat.png', 'dog.png']);
  const edited = chat.edit('u1', 'And now?').catch(() => undefined);
  await until(() => server.asked.some(({method}) => method === 'POST'));
  assert.deepEqual(filesOf(), ['dog.png']);
  const request = server.asked.find(({method}) => method === 'POST')?.body ?? '';
  assert.match(request, /dog\.png/);
  assert.doesNotMatch(request, /cat\.png/);
  chat.dispose();
  await edited;
});
