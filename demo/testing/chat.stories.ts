import type {Meta, StoryObj} from '@storybook/web-components';
import 'ubik-chat';
import {chatOf, ScriptedAgent} from 'ubik-chat/testing';

export default {title: 'Support chat'} satisfies Meta;

export const WithATool: StoryObj = {
  render: () => {
    const agent = new ScriptedAgent()
      .call('order', {id: 7}, {state: 'sent'})
      .say('It is on its way.');
    return agent.connect(document.createElement('ubik-chat'));
  },
  play: ({canvasElement}) => chatOf(canvasElement).send('Where is my order?'),
};
