import {useEffect, useState} from 'react';
import {createRoot} from 'react-dom/client';
import {renderers} from 'ubik-chat';
import {agent, queryOf} from '../agent.js';

function Search({item}) {
  return (
    <p className="search">
      React searches for “{queryOf(item)}”: {item.status}
    </p>
  );
}

/** The tool by a component of React: a root for each item, ended with the app. */
function useSearchRenderer() {
  useEffect(() => {
    const roots = new Map();
    const undo = renderers.register('tool:web_search', item => {
      const known = roots.get(item.id) ?? {node: document.createElement('div')};
      known.root ??= createRoot(known.node);
      known.root.render(<Search item={item} />);
      roots.set(item.id, known);
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
      <ubik-chat
        layout="float"
        protocol="anthropic"
        open={open}
        transport={agent}
        storage={null}
        onubik-open-change={event => setOpen(event.open)}
        onubik-turn-end={() => setTurns(count => count + 1)}
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

createRoot(document.querySelector('#app')).render(<App />);
