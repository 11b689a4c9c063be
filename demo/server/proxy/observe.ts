interface Observer {
  /** Called with the number of characters of each chunk. */
  readonly onText?: (characters: number) => void;
  /** Called when the body has ended, failed or was cancelled. */
  readonly onEnd?: () => void;
}

/** Wraps a response so that its body is observed while it streams. Nothing is buffered. */
export function observe(answer: Response, {onText, onEnd}: Observer): Response {
  const {body, status, headers} = answer;
  if (!body) {
    onEnd?.();
    return answer;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const observed = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const {value} = await reader.read();
        if (value) {
          onText?.(decoder.decode(value, {stream: true}).length);
          controller.enqueue(value);
        } else {
          onEnd?.();
          controller.close();
        }
      } catch (error) {
        onEnd?.();
        controller.error(error);
      }
    },
    async cancel(reason) {
      onEnd?.();
      await reader.cancel(reason);
    },
  });
  return new Response(observed, {status, headers});
}
