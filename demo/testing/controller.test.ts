import {expect, test} from 'vitest';
import {ChatController} from 'ubik-chat/controller';
import {ScriptedAgent} from 'ubik-chat/testing';

test('a chat without a page', async () => {
  const agent = new ScriptedAgent().say('hello');
  const chat = agent.connect(new ChatController());
  const {status} = await chat.send('hi');
  expect(status).toBe('done');
});
