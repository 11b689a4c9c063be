'use client';

import {UbikChat} from 'ubik-chat/react';

/** Replaces the hook of a quick start, such as `useChat`, and its list of messages. */
export function Chat() {
  return <UbikChat protocol="ai-sdk" endpoint="/api/chat" />;
}
