/** @jsxImportSource react */
// Only compiled: valid and invalid code of a React page.
import {type ReactNode, useRef} from 'react';
import type {ChatController} from '../../../src/index.js';
import type * as components from '../../../src/frameworks/react.js';
import {UbikChat, UbikComposer, UbikStep, UbikTool} from '../../../src/frameworks/react.js';

const transport = async function* (): AsyncGenerator<never> {};

type NameOf<T extends string> = T extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${Capitalize<Rest>}`
  : never;
/** Each element has a component. */
export const hasAll: [Exclude<NameOf<components.Tag>, keyof typeof components>] extends [never]
  ? true
  : false = true;

export function Components(): ReactNode {
  const chat = useRef<HTMLElementTagNameMap['ubik-chat']>(null);
  return (
    <>
      <UbikChat
        ref={chat}
        className="chat"
        endpoint="/api/v1"
        layout="float"
        open
        maxlength={500}
        transport={transport}
        storage={null}
        onUbikOpenChange={event => console.log(event.open, event.currentTarget.status)}
        onUbikSendRequest={({text, files}) => console.log(text.length, files.length)}
      >
        <p slot="empty">Ask.</p>
      </UbikChat>
      <UbikTool
        name="search"
        executionId="1"
        onUbikToggleRequest={event => event.preventDefault()}
      />

      {/* @ts-expect-error There is no such layout. */}
      <UbikChat layout="wide" />
      {/* @ts-expect-error There is no such property. */}
      <UbikChat endpiont="/api/v1" />
      {/* @ts-expect-error It is read-only. */}
      <UbikChat status="idle" />
      {/* @ts-expect-error A tool has no turn events. */}
      <UbikTool onUbikTurnEnd={() => undefined} />
      {/* @ts-expect-error The event of an opening has no text. */}
      <UbikChat onUbikOpenChange={({text}) => console.log(text)} />
    </>
  );
}

export function Parts({controller}: {readonly controller: ChatController}): ReactNode {
  return (
    <>
      <UbikStep htmlFor="chat" step={2} />
      <UbikComposer controller={controller} />
      <ubik-step for="chat" step={2} />
      {/* @ts-expect-error It is not the id of a controller. */}
      <UbikComposer controller="chat" />
    </>
  );
}

export function Tags(): ReactNode {
  return (
    <>
      <ubik-chat
        className="chat"
        session-id="s"
        tokenEndpoint="/token"
        transport={transport}
        onubik-turn-end={event => console.log(event.message.status, event.currentTarget.status)}
      />
      {/* @ts-expect-error There is no such layout. */}
      <ubik-chat layout="wide" />
      {/* @ts-expect-error There is no such property. */}
      <ubik-chat endpiont="/api/v1" />
      {/* @ts-expect-error An attribute has no room for an object. */}
      <ubik-chat session-id={{}} />
      {/* @ts-expect-error The event of a turn has no text. */}
      <ubik-chat onubik-turn-end={({text}) => console.log(text)} />
    </>
  );
}
