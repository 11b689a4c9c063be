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

/** Renders each call of the tool with a Solid component, disposed with the chat. */
function registerCalculations() {
  const entries = new Map<
    string,
    {container: Element; setItem: (item: ToolItem) => void; dispose: () => void}
  >();
  const unregister = renderers.register('tool:calculator', item => {
    let entry = entries.get(item.id);
    if (!entry) {
      const container = document.createElement('div');
      const [current, setItem] = createSignal<ToolItem>(item);
      entry = {
        container,
        setItem,
        dispose: render(() => <Calculation item={current()} />, container),
      };
      entries.set(item.id, entry);
    }
    entry.setItem(item);
    return entry.container;
  });
  onCleanup(() => {
    unregister();
    for (const {dispose} of entries.values()) dispose();
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
