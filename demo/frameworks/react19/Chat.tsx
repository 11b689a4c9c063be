import {useEffect, useState} from 'react';
import {createRoot, type Root} from 'react-dom/client';
import {renderers, toolInput, toolOutput, type ToolItem} from 'ubik-chat';
import 'ubik-chat/react';

const suggestions = ['What is 2 * (3 + 4)?'];

function Calculation({item}: {item: ToolItem}) {
  const input = toolInput(item) as {expression?: string} | undefined;
  const output = toolOutput(item) as {result?: number} | undefined;
  return (
    <p className="calculation">
      {input?.expression} = {output?.result ?? '…'}
    </p>
  );
}

/** The tool by a component of React: a root for each item, ended with the chat. */
function useCalculations() {
  useEffect(() => {
    const roots = new Map<string, {node: Element; root: Root}>();
    const undo = renderers.register('tool:calculator', item => {
      if (item.kind !== 'tool') return undefined;
      let known = roots.get(item.id);
      if (!known) {
        const node = document.createElement('div');
        known = {node, root: createRoot(node)};
        roots.set(item.id, known);
      }
      known.root.render(<Calculation item={item} />);
      return known.node;
    });
    return () => {
      undo();
      for (const {root} of roots.values()) root.unmount();
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
        <input type="checkbox" checked={open} onChange={event => setOpen(event.target.checked)} />
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
