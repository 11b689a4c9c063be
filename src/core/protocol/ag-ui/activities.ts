import {appOfActivity, callsOfApps} from './apps.js';
import type {ItemTree} from './item-tree.js';
import {applyPatch} from './json-patch.js';
import type {Messages} from './messages.js';
import {pick} from './record.js';
import type {Steps} from './steps.js';
import {type JsonRecord, keyOf} from '../../values.js';

/** Stores activities as messages, and displays their data and the apps of calls that they contain. */
export class Activities {
  /** The call of the last result: an activity with an app names no call. */
  lastCall = '';
  readonly #messages: Messages;
  readonly #tree: ItemTree;
  readonly #steps: Steps;
  /** The calls of activities with an app, by activity: it may be sent again after other results. */
  readonly #appCalls: Map<string, string>;

  constructor(messages: Messages, tree: ItemTree, steps: Steps) {
    this.#messages = messages;
    this.#tree = tree;
    this.#steps = steps;
    this.#appCalls = callsOfApps(messages.list, tree.fieldsOf('tool'));
  }

  /** Stores and displays the content of an activity. Returns the id of its item. */
  set(fields: JsonRecord, after?: string): string {
    const id = keyOf(fields['messageId']);
    const item = `${this.#tree.run}.data:${id}`;
    const isKept = fields['replace'] === false && this.#messages.find(id, 'activity');
    const own = pick(fields, isKept ? [] : ['activityType', 'content', 'subagentRunId']);
    this.#messages.open(id, 'activity', own, fields['metadata']);
    if (isKept) return item;
    const app = appOfActivity(fields['activityType'], fields['content']);
    const call = this.#appCalls.get(id) ?? this.lastCall;
    if (app && call !== '') {
      this.#appCalls.set(id, call);
      this.#tree.assign(`${this.#tree.run}.tool:${call}`, {app});
    }
    const shown = {name: keyOf(fields['activityType']), data: fields['content']};
    const parent = this.#steps.parentOf(fields['subagentRunId'], after);
    const place = {parent, after, status: 'done'} as const;
    return this.#tree.open(item, 'data', shown, place);
  }

  /** Applies a JSON patch to the content of an activity. Returns whether that is possible. */
  patch({messageId, activityType, patch, metadata}: JsonRecord): boolean {
    const id = keyOf(messageId);
    const known = this.#messages.find(id, 'activity');
    const patched = known && applyPatch(known['content'], patch);
    if (!known || !patched) return false;
    const type = activityType ?? known['activityType'];
    const content = patched.value;
    this.set({...known, metadata, messageId: id, activityType: type, content});
    return true;
  }
}
