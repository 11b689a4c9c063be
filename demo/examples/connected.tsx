'use client';

import 'ubik-chat';
import 'ubik-chat/react';

/** Replaces the hook of a quick start, such as `useChat`, and its list of messages. */
export function Chat() {
  return <ubik-chat protocol="ai-sdk" endpoint="/api/chat" />;
}
