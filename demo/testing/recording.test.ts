import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {ChatController} from 'ubik-chat/controller';
import {fromRecording} from 'ubik-chat/testing';

test('a recorded run is the answer to each message', async () => {
  const recording = await readFile('museum.jsonl', 'utf8');
  const chat = new ChatController(undefined, {transport: fromRecording(recording), storage: null});
  const {status} = await chat.send('When is the museum open?');
  expect(status).toBe('done');
});
