import assert from 'node:assert/strict';
import {openAsBlob} from 'node:fs';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {after, afterEach, before, describe, it} from 'node:test';
import type {ChatController, ChatEvent, ErrorInfo} from '../../../src/controller/index.js';
import type {Operations} from '../../../src/core/index.js';
import {startServer, type AgentServer} from '../../support/agent-server.js';
import {arm, behave, disarm, fails, openChat, said, statistics, talkTo} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {opsProtocol} from '../support/ops-protocol.js';
import {json, serve} from '../support/web-server.js';
import {until} from '../../support/until.js';
import {testMs} from '../../support/limits.mjs';

const limit = {timeout: testMs};
const file = new File(['three short words'], 'note.txt', {type: 'text/plain'});

describe('a file', () => {
  let server: AgentServer;
  let chat: ChatController;
  const faults: ErrorInfo[] = [];

  before(async () => {
    server = await startServer();
    const onEvent = (event: ChatEvent): void => {
      if (event.type === 'error') faults.push(event.error);
    };
    chat = talkTo(server, {onEvent}).chat;
  });
  afterEach(() => disarm(server));
  after(async () => {
    chat.dispose();
    await server.stop();
  });

  it('is uploaded, followed until it is processed, and sent with a message', limit, async () => {
    const shares: number[] = [];
    await behave(server, {pace: 1});
    const {id, status, name} = await chat.upload(file, {onProgress: share => shares.push(share)});
    assert.deepEqual([status, name, shares.at(-1)], ['ready', 'note.txt', 1]);
    assert.ok(((await statistics(server)).requests['document'] ?? 0) > 0);
    await behave(server, {pace: 0});
    await chat.send('please look', {files: [id]});
    assert.match(said(chat)[1] ?? '', /note\.txt.*3 words/);
    const attached = chat.conversation.children[0]?.children.filter(({kind}) => kind === 'file');
    assert.equal(attached?.length, 1);
  });

  it('can be rejected, and is uploaded on a retry', limit, async () => {
    await arm(server, {kind: 'status', status: 413, on: 'upload', detail: 'Too big.'});
    const {length} = faults;
    await assert.rejects(chat.upload(file), fails('too_large'));
    const found = faults.slice(length).map(({code, detail}) => [code, detail]);
    assert.deepEqual(found, [['too_large', 'Too big.']]);
    assert.equal((await chat.upload(file)).status, 'ready');
  });

  it('is not sent if it has changed since it was chosen', limit, async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'upload-')), 'note.txt');
    await writeFile(path, 'three short words');
    const changed = new File([await openAsBlob(path)], 'note.txt');
    await writeFile(path, 'other');
    const {requests} = await statistics(server);
    await assert.rejects(chat.upload(changed), fails('file_unreadable'));
    assert.deepEqual((await statistics(server)).requests, requests);
    await rm(dirname(path), {recursive: true});
  });

  it('is reported as unreadable if it changes while it is sent', limit, async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'upload-')), 'note.txt');
    await writeFile(path, 'three short words');
    const changed = new File([await openAsBlob(path)], 'note.txt');
    const {chat} = talkTo(server, {
      fetch: async (...request) => {
        if (request[1]?.body instanceof FormData) await writeFile(path, 'other');
        return fetch(...request);
      },
    });
    await assert.rejects(chat.upload(changed), fails('file_unreadable'));
    chat.dispose();
    await rm(dirname(path), {recursive: true});
  });

  it('is called off by its signal', limit, async () => {
    const stop = new AbortController();
    const upload = chat.upload(file, {signal: stop.signal});
    stop.abort();
    const {length} = faults;
    await assert.rejects(upload, {name: 'AbortError'});
    assert.equal(faults.length, length);
  });
});

it('a file that the server processes is not lost with one failed request for its status', async () => {
  let requests = 0;
  const {origin} = await serve(({path}, response) => {
    if (path === '/upload') json(response, {});
    else json(response, {}, ++requests === 1 ? 503 : 200);
  });
  const info = {id: 'f', name: 'note.txt'};
  const operations: Partial<Operations> = {
    upload: {
      request: () => ({method: 'POST', path: 'upload'}),
      read: () => ({...info, status: 'processing'}),
    },
    file: {
      request: () => ({method: 'GET', path: 'file'}),
      read: () => ({...info, status: 'ready'}),
    },
  };
  const options = {endpoint: origin, protocol: opsProtocol({operations}), storage: null};
  const chat = openChat(options, new FastEnvironment(100));
  const {status} = await chat.upload(new File(['words'], 'note.txt'));
  assert.deepEqual([status, requests], ['ready', 2]);
});

it('a file goes to the session that the user opens while another one is created for it', async () => {
  const asked: string[] = [];
  let create = (): void => undefined;
  const {origin} = await serve(({method, path}, response) => {
    asked.push(`${method} ${path}`);
    if (path === '/agent-sessions') create = () => json(response, {id: 'created'});
    else if (path.endsWith('/upload')) json(response, {id: 'f', status: 'completed'});
    else json(response, {messages: []});
  });
  const chat = openChat({endpoint: origin, storage: null});
  await chat.ready;
  const uploaded = chat.upload(file);
  await until(() => asked.includes('POST /agent-sessions'));
  await chat.loadSession('opened');
  create();
  assert.equal((await uploaded).status, 'ready');
  assert.deepEqual(
    asked.filter(request => request.includes('upload')),
    ['POST /agent-sessions/opened/upload'],
  );
});
