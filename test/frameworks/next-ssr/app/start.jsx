'use client';

import {useEffect} from 'react';

async function start() {
  await import('ubik-chat');
  const chat = document.querySelector('ubik-chat');
  chat.storage = null;
  chat.transport = () => [];
}

/** Loads the chat in the browser. */
export function Start() {
  useEffect(() => void start(), []);
  return null;
}
