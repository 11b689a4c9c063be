import {useEffect, useState} from 'react';
import {createRoot, type Root} from 'react-dom/client';
import {renderers, type ToolItem} from 'ubik-chat';
import {UbikChat} from 'ubik-chat/react';
import {agent, queryOf} from '../agent.js';

function Search({item}: {item: ToolItem}) {
  return (
    <p className="search">
      React searches for “{queryOf(item)}”: {item.status}
    </p>
  );
}

/** The tool by a component of React: a root for each item, ended with the app. */
function useSearchRenderer() {
  useEffect(() => {
    const roots = new Map<string, {node: Element; root: Root}>();
    const undo = renderers.register('tool:web_search', item => {
      if (item.kind !== 'tool') return undefined;
      let known = roots.get(item.id);
      if (!known) {
        const node = document.createElement('div');
        known = {node, root: createRoot(node)};
        roots.set(item.id, known);
      }
      known.root.render(<Search item={item} />);
      return known.node;
    });
    return () => {
      undo();
      for (const {root} of roots.values()) root.unmount();
    };
  }, []);
}

function Chat() {
  const [open, setOpen] = useState(false);
  const [turns, setTurns] = useState(0);
  useSearchRenderer();
  return (
    <>
      <label>
        <input type="checkbox" checked={open} onChange={event => setOpen(event.target.checked)} />
        Open
      </label>
      <output>{turns} turns</output>
      <UbikChat
        layout="float"
        protocol="anthropic"
        open={open}
        transport={agent}
        storage={null}
        onUbikOpenChange={event => setOpen(event.open)}
        onUbikTurnEnd={() => setTurns(count => count + 1)}
      />
    </>
  );
}

function App() {
  const [there, setThere] = useState(true);
  return (
    <>
      <button onClick={() => setThere(false)}>Leave</button>
      {there && <Chat />}
    </>
  );
}

createRoot(document.querySelector('#app')!).render(<App />);
