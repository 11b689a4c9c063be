import {define as defineOne} from './elements/internal/define.js';
import {UbikChat} from './elements/ubik-chat.js';
import {UbikCheckpoint} from './elements/ubik-checkpoint.js';
import {UbikComposer} from './elements/ubik-composer.js';
import {UbikFile} from './elements/ubik-file.js';
import {UbikJson} from './elements/ubik-json.js';
import {UbikLauncher} from './elements/ubik-launcher.js';
import {UbikMarkdown} from './elements/ubik-markdown.js';
import {UbikMessage} from './elements/ubik-message.js';
import {UbikNotice} from './elements/ubik-notice.js';
import {UbikRequest} from './elements/ubik-request.js';
import {UbikSources} from './elements/ubik-sources.js';
import {UbikStep} from './elements/ubik-step.js';
import {UbikThinking} from './elements/ubik-thinking.js';
import {UbikTool} from './elements/ubik-tool.js';
import {UbikTranscript} from './elements/ubik-transcript.js';

const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'ubik-chat': UbikChat,
  'ubik-checkpoint': UbikCheckpoint,
  'ubik-composer': UbikComposer,
  'ubik-file': UbikFile,
  'ubik-json': UbikJson,
  'ubik-launcher': UbikLauncher,
  'ubik-markdown': UbikMarkdown,
  'ubik-message': UbikMessage,
  'ubik-notice': UbikNotice,
  'ubik-request': UbikRequest,
  'ubik-sources': UbikSources,
  'ubik-step': UbikStep,
  'ubik-thinking': UbikThinking,
  'ubik-tool': UbikTool,
  'ubik-transcript': UbikTranscript,
};

/**
 * Registers every element, as often as one likes. Importing this module registers nothing.
 *
 * @param options.prefix What stands in the place of `ubik` in every tag name, where another copy of the elements already
 *   has these names. The first prefix of a page is the one that elements write in their own templates.
 */
export function define({prefix = 'ubik'}: {prefix?: string} = {}): void {
  for (const [tag, element] of Object.entries(elements)) defineOne(tag, element, prefix);
}
