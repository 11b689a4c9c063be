'use client';

import {useEffect, useState} from 'react';
import {createPortal} from 'react-dom';
import {renderers, toolInput, toolOutput, type ToolItem} from 'ubik-chat';
import {UbikChat} from 'ubik-chat/react';

function Calculation({item}: {item: ToolItem}) {
  const input = toolInput(item) as {expression?: string} | undefined;
  const output = toolOutput(item) as {result?: number} | undefined;
  return (
    <p className="calculation">
      {input?.expression} = {output?.result ?? '…'}
    </p>
  );
}

/** Renders each call of the tool with a component, in a portal to its node in the chat. */
function useCalculations() {
  const [calls, setCalls] = useState<ReadonlyMap<Element, ToolItem>>(new Map());
  useEffect(() => {
    const nodes = new Map<string, Element>();
    return renderers.register('tool:calculator', item => {
      const node = nodes.get(item.id) ?? document.createElement('div');
      nodes.set(item.id, node);
      setCalls(known => new Map(known).set(node, item));
      return node;
    });
  }, []);
  return Array.from(calls, ([node, item]) =>
    createPortal(<Calculation item={item} />, node, item.id),
  );
}

export function Chat({suggestions}: {suggestions: string[]}) {
  const [open, setOpen] = useState(false);
  const [turns, setTurns] = useState(0);
  const calculations = useCalculations();
  return (
    <>
      <label>
        <input type="checkbox" checked={open} onChange={event => setOpen(event.target.checked)} />
        Open
      </label>
      <output>{turns} turns</output>
      {calculations}
      <UbikChat
        endpoint="http://127.0.0.1:8787/api/v1"
        tokenEndpoint="http://127.0.0.1:8787/demo/token"
        layout="float"
        open={open}
        suggestions={suggestions}
        onUbikOpenChange={event => setOpen(event.open)}
        onUbikTurnEnd={() => setTurns(count => count + 1)}
      />
    </>
  );
}
