import type {Services} from '../base/services.js';
import type {SharedConversation} from './shared-conversation.js';

/** The services that come from a controller. */
export const controllerServices = (
  conversation: SharedConversation,
): Required<Pick<Services, 'memory' | 'questionAge' | 'conversation' | 'operations'>> => {
  const {controller} = conversation;
  return {
    conversation,
    memory: controller,
    questionAge: controller.questionAge,
    operations: controller.operations,
  };
};
