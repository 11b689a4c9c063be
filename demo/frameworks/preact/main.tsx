import {render} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {renderers, type ToolItem} from 'ubik-chat';
import 'ubik-chat/preact';
import {agent, queryOf} from '../agent.js';

function Search({item}: {item: ToolItem}) {
  return (
    <p class="search">
      Preact searches for “{queryOf(item)}”: {item.status}
    </p>
  );
}

/** The tool by a component of Preact: a tree for each item, ended with the app. */
function useSearchRenderer() {
  useEffect(() => {
    const places = new Map<string, Element>();
    const undo = renderers.register('tool:web_search', item => {
      if (item.kind !== 'tool') return undefined;
      const place = places.get(item.id) ?? document.createElement('div');
      places.set(item.id, place);
      render(<Search item={item} />, place);
      return place;
    });
    return () => {
      undo();
      for (const place of places.values()) render(null, place);
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
        <input
          type="checkbox"
          checked={open}
          onChange={event => setOpen(event.currentTarget.checked)}
        />
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

render(<App />, document.querySelector('#app')!);
