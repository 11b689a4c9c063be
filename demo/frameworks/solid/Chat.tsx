import {createSignal, onCleanup} from 'solid-js';
import {render} from 'solid-js/web';
import {renderers, toolInput, toolOutput, type ToolItem} from 'ubik-chat';
import 'ubik-chat/solid';

function Calculation(props: {item: ToolItem}) {
  const input = () => toolInput(props.item) as {expression?: string} | undefined;
  const output = () => toolOutput(props.item) as {result?: number} | undefined;
  return (
    <p class="calculation">
      {input()?.expression} = {output()?.result ?? '…'}
    </p>
  );
}

/** The tool by a component of Solid: a tree for each item, ended with the chat. */
function registerCalculations() {
  const known = new Map<
    string,
    {place: Element; show: (item: ToolItem) => void; end: () => void}
  >();
  const undo = renderers.register('tool:calculator', item => {
    let entry = known.get(item.id);
    if (!entry) {
      const place = document.createElement('div');
      const [shown, show] = createSignal<ToolItem>(item);
      entry = {place, show, end: render(() => <Calculation item={shown()} />, place)};
      known.set(item.id, entry);
    }
    entry.show(item);
    return entry.place;
  });
  onCleanup(() => {
    undo();
    for (const {end} of known.values()) end();
  });
}

export function Chat() {
  const [open, setOpen] = createSignal(false);
  const [turns, setTurns] = createSignal(0);
  registerCalculations();
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={open()}
          onChange={event => setOpen(event.currentTarget.checked)}
        />
        Open
      </label>
      <output>{turns()} turns</output>
      <ubik-chat
        attr:endpoint="http://127.0.0.1:8787/api/v1"
        attr:token-endpoint="http://127.0.0.1:8787/demo/token"
        attr:layout="float"
        prop:open={open()}
        prop:suggestions={['What is 2 * (3 + 4)?']}
        on:ubik-open-change={event => setOpen(event.open)}
        on:ubik-turn-end={() => setTurns(turns() + 1)}
      />
    </>
  );
}
