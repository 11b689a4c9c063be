import {isComplete, type Call, type CallChange} from './calls.js';
import type {Items} from '../decoder/items.js';
import type {FinalStatus} from '../../model/op.js';

/** A call and its item, which exists once the name of the call is known, or the call has a result or has ended. */
interface ShownCall {
  call: Call;
  id: string | undefined;
  /** Whether it has a result, or was ended. */
  isOver: boolean;
}

/** The items of the calls of an answer, which may consist of several completions. */
export class ToolItems {
  readonly #items: Items;
  readonly #shown: ShownCall[] = [];
  /** The place of the first call of the current completion. */
  #base = 0;

  constructor(items: Items) {
    this.#items = items;
  }

  change({at, call, grown}: CallChange): void {
    const shown = (this.#shown[this.#base + at] ??= {call, id: undefined, isOver: false});
    const before = shown.call;
    shown.call = call;
    if (shown.id === undefined) {
      if (call.name !== '') shown.id = this.#open(call);
      return;
    }
    const {name, id: executionId} = call;
    if (name !== before.name || executionId !== before.id) {
      this.#items.assign(shown.id, {name, executionId});
    }
    this.#items.append(shown.id, 'input', grown);
  }

  /** Adds the result of a call that the server has run, or displays it separately if the call is unknown. */
  result(callId: string, name: string, output: string): void {
    const known = this.#pending.find(({call}) => call.id === callId);
    if (known?.id === undefined) {
      const input = known?.call.text ?? '';
      const fields = {name, executionId: callId, input, output, log: ''};
      const id = this.#items.open('tool', fields, 'done');
      if (known) known.id = id;
    } else this.#items.assign(known.id, {output}, 'done');
    if (known) known.isOver = true;
  }

  /** Ends a completion. With a status, its calls are closed. A call without a name is displayed, and nobody can run it. */
  settle(status?: FinalStatus): void {
    for (const shown of this.#pending) {
      const {call} = shown;
      const isNameless = shown.id === undefined;
      const id = (shown.id ??= this.#open({...call, name: 'tool'}));
      if (call.text.trim() === '' && call.format !== 'custom') {
        this.#items.assign(id, {input: '{}'});
      }
      if (status !== undefined || isNameless) this.#close(shown, status ?? 'interrupted');
    }
  }

  /** Begins another completion in the same response: the server has run the calls. */
  handOver(): void {
    for (const shown of this.#pending)
      this.#close(shown, isComplete(shown.call) ? 'done' : 'interrupted');
    this.#base = this.#shown.length;
  }

  /**
   * Ends the response. The calls that are still open are for the page, if it offers their tools; the server has not run
   * the others. Returns whether there are calls for the page.
   */
  leave(tools?: readonly string[]): boolean {
    for (const shown of this.#pending) {
      if (tools?.includes(shown.call.name) === false) this.#close(shown, 'interrupted');
    }
    const open = this.#pending.filter(({id}) => id !== undefined);
    for (const {id = ''} of open) this.#items.assign(id, {runsIn: 'page'}, 'waiting');
    return open.length > 0;
  }

  get #pending(): readonly ShownCall[] {
    return this.#shown.filter(({isOver}) => !isOver);
  }

  #open({id: executionId, name, text: input}: Call): string {
    return this.#items.open('tool', {name, executionId, input, output: '', log: ''});
  }

  #close(shown: ShownCall, status: FinalStatus): void {
    if (shown.id !== undefined) this.#items.assign(shown.id, {}, status);
    shown.isOver = true;
  }
}
