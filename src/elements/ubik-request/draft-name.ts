import type {ChatController} from '../../controller/chat-controller.js';
import type {StoredTextName} from '../../controller/sessions/session-store.js';
import {jsonText} from '../../core/json.js';
import type {RequestItem} from '../../core/model/item.js';
import {questionIn} from '../../core/model/messages.js';
import {walk} from '../../core/model/select.js';
import type {JsonRecord} from '../../core/values.js';

/** The key of the stored draft of a question. It uses ids of the server, because local ids change with a reload. */
export function draftNameOf(
  question: RequestItem | undefined,
  controller: ChatController | undefined,
): StoredTextName {
  const {id = '', executionId, checkpoint, prompt, arguments: given} = question ?? {};
  if (executionId !== undefined) return `answer.${executionId}`;
  // Without an id of its own, the same question may be asked again in another session, about other arguments, and twice in
  // one answer.
  const {top} = (controller && questionIn(controller.conversation, id)) ?? {};
  const same = [...walk({children: top ? [top] : []})].filter(
    other => other.kind === 'request' && other.prompt === prompt,
  );
  const place = same.findIndex(other => other.id === id);
  const subject = given ? `.${digestOf(given)}` : '';
  const name: `answer.${string}` = `answer.${controller?.session?.id ?? ''}.${checkpoint ?? prompt ?? ''}${subject}`;
  return place > 0 ? `${name}.${place}` : name;
}

/** The digests of arguments, which may be long, while a draft is written. */
const digests = new WeakMap<object, string>();

/** A short text that differs for most arguments. */
function digestOf(given: JsonRecord): string {
  const known = digests.get(given);
  if (known !== undefined) return known;
  let hash = 0;
  for (const character of jsonText(given) ?? '')
    hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  const digest = hash.toString(36);
  digests.set(given, digest);
  return digest;
}
