import {render} from 'lit';
import {composeStory} from 'storybook/preview-api';
import {expect, test} from 'vitest';
import {chatOf} from 'ubik-chat/testing';
import meta, {WithATool} from './chat.stories';

test('the story displays the answer', async () => {
  const story = composeStory(WithATool, meta, {}, {}, 'WithATool');
  render(story(), document.body);
  await story.play?.({canvasElement: document.body});
  expect(await chatOf(document).answer()).toContain('on its way');
});
