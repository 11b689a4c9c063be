import type {Services} from '../base/services.js';
import type {SharedConversation} from './shared-conversation.js';

/** The services that come from a controller. */
export const controllerServices = (
  conversation: SharedConversation,
  feedback: boolean,
): Required<Pick<Services, 'memory' | 'questionAge' | 'conversation' | 'abilities'>> => {
  const {controller} = conversation;
  const {operations} = controller;
  return {
    conversation,
    memory: controller,
    questionAge: controller.questionAge,
    abilities: {
      edit: operations.edit !== undefined,
      continue: operations.continue !== undefined,
      regenerate: operations.regenerate !== undefined,
      navigate: operations.navigate !== undefined,
      restore: operations.restore !== undefined,
      extend: operations.extend !== undefined,
      feedback,
    },
  };
};
