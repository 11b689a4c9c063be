interface Observer {
  /** Called with the number of characters of each piece. */
  readonly onText?: (characters: number) => void;
  /** Called when the body has ended, has failed, or is not wanted any more. */
  readonly onEnd?: () => void;
}

/** The same answer, with someone who watches its body go by. Nothing is collected. */
export function observe(answer: Response, {onText, onEnd}: Observer): Response {
  const {body, status, headers} = answer;
  if (!body) {
    onEnd?.();
    return answer;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const watched = new ReadableStream<Uint8Array>({
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
  return new Response(watched, {status, headers});
}
