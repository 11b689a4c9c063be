// Begin here to see which elements a chat needs: `define` registers them. The elements that it loads later register themselves.
import {define as defineOne} from './elements/base/define.js';
import {registerDefaultRenderers} from './elements/default-renderers.js';
import {UbikChat} from './elements/ubik-chat/ubik-chat.js';
import {UbikComposer} from './elements/ubik-composer/ubik-composer.js';
import {UbikLauncher} from './elements/ubik-launcher/ubik-launcher.js';
import {UbikMarkdown} from './elements/ubik-markdown/ubik-markdown.js';
import {UbikMessage} from './elements/ubik-message/ubik-message.js';
import {UbikNotice} from './elements/ubik-notice/ubik-notice.js';
import {UbikProgress} from './elements/ubik-progress/ubik-progress.js';
import {UbikStatus} from './elements/ubik-status/ubik-status.js';
import {UbikStep} from './elements/ubik-step/ubik-step.js';
import {UbikSuggestions} from './elements/ubik-suggestions/ubik-suggestions.js';
import {UbikThinking} from './elements/ubik-thinking/ubik-thinking.js';
import {UbikTool} from './elements/ubik-tool/ubik-tool.js';
import {UbikTranscript} from './elements/ubik-transcript/ubik-transcript.js';

const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'ubik-chat': UbikChat,
  'ubik-composer': UbikComposer,
  'ubik-launcher': UbikLauncher,
  'ubik-markdown': UbikMarkdown,
  'ubik-message': UbikMessage,
  'ubik-notice': UbikNotice,
  'ubik-progress': UbikProgress,
  'ubik-status': UbikStatus,
  'ubik-step': UbikStep,
  'ubik-suggestions': UbikSuggestions,
  'ubik-thinking': UbikThinking,
  'ubik-tool': UbikTool,
  'ubik-transcript': UbikTranscript,
};

/**
 * Registers all elements. It can be called repeatedly. Elements that few chats render register themselves when they are
 * lazily loaded. Importing this module registers nothing.
 *
 * @param options.prefix Replaces `ubik` in all tag names, if another copy of the elements is registered with these
 *   names. The first prefix of a page is the one that the templates of elements use.
 */
export function define({prefix = 'ubik'}: {prefix?: string} = {}): void {
  registerDefaultRenderers();
  for (const [tag, element] of Object.entries(elements)) defineOne(tag, element, prefix);
}
