import {expect, test} from 'vitest';
import 'ubik-chat';
import {chatOf, ScriptedAgent} from 'ubik-chat/testing';

test('the shop says when it closes', async () => {
  const agent = new ScriptedAgent().say('We are open **until nine**.');
  document.body.innerHTML = '<ubik-chat></ubik-chat>';
  agent.connect(document.querySelector('ubik-chat'));
  await chatOf(document).send('When do you close?');
  expect(await chatOf(document).answer()).toContain('until nine');
});
