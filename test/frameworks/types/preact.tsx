/** @jsxImportSource preact */
// Only compiled: valid and invalid code of a Preact page.
import type {VNode} from 'preact';
import type {ChatController} from '../../../src/controller/index.js';
import '../../../src/frameworks/preact.js';

export function Tags(): VNode {
  return (
    <>
      <ubik-chat
        class="chat"
        layout="float"
        session-id="s"
        tokenEndpoint="/token"
        storage={null}
        onubik-turn-end={event => console.log(event.message.status, event.currentTarget.status)}
      />
      <ubik-step for="chat" step={2} />
      {/* @ts-expect-error There is no such layout. */}
      <ubik-chat layout="wide" />
      {/* @ts-expect-error There is no such property. */}
      <ubik-chat endpiont="/api/v1" />
      {/* @ts-expect-error The event of a turn has no text. */}
      <ubik-chat onubik-turn-end={({text}) => console.log(text)} />
    </>
  );
}

export function Parts({controller}: {readonly controller: ChatController}): VNode {
  return (
    <>
      <ubik-composer controller={controller} />
      {/* @ts-expect-error It is not the id of a controller. */}
      <ubik-composer controller="chat" />
    </>
  );
}
