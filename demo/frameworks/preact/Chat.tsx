import {render} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {renderers, toolInput, toolOutput, type ToolItem} from 'ubik-chat';
import 'ubik-chat/preact';

const suggestions = ['What is 2 * (3 + 4)?'];

function Calculation({item}: {item: ToolItem}) {
  const input = toolInput(item) as {expression?: string} | undefined;
  const output = toolOutput(item) as {result?: number} | undefined;
  return (
    <p class="calculation">
      {input?.expression} = {output?.result ?? '…'}
    </p>
  );
}

/** Renders each call of the tool with a Preact component, unmounted with the chat. */
function useCalculations() {
  useEffect(() => {
    const containers = new Map<string, Element>();
    const unregister = renderers.register('tool:calculator', item => {
      const container = containers.get(item.id) ?? document.createElement('div');
      containers.set(item.id, container);
      render(<Calculation item={item} />, container);
      return container;
    });
    return () => {
      unregister();
      for (const container of containers.values()) render(null, container);
    };
  }, []);
}

export function Chat() {
  const [open, setOpen] = useState(false);
  const [turns, setTurns] = useState(0);
  useCalculations();
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={open}
          onChange={event => setOpen(event.currentTarget.checked)}
        />
        Open
      </label>
      <output>{turns} turns</output>
      <ubik-chat
        endpoint="http://127.0.0.1:8787/api/v1"
        tokenEndpoint="http://127.0.0.1:8787/demo/token"
        layout="float"
        open={open}
        suggestions={suggestions}
        onubik-open-change={event => setOpen(event.open)}
        onubik-turn-end={() => setTurns(count => count + 1)}
      />
    </>
  );
}
