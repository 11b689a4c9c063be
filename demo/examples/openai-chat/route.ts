interface Upstream {
  /** The base address of the service, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly key: string;
  readonly model: string;
  readonly instructions: string;
}

interface ChatBody {
  readonly messages: readonly {readonly role: string}[];
  readonly tools?: readonly unknown[];
}

/** Creates the route: it adds the key, the model and the instructions, and passes the stream on. */
export function createRoute({url, key, model, instructions}: Upstream) {
  return async (request: Request): Promise<Response> => {
    // Here your own session decides whether this user may ask, and how often.
    const {messages, tools = []} = (await request.json()) as ChatBody;
    const roles = new Set(['user', 'assistant', 'tool']);
    const body = {
      model,
      messages: [
        {role: 'system', content: instructions},
        ...messages.filter(({role}) => roles.has(role)),
      ],
      // The service rejects an empty list.
      ...(tools.length > 0 && {tools}),
      stream: true,
      stream_options: {include_usage: true},
    };
    const answer = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: {authorization: `Bearer ${key}`, 'content-type': 'application/json'},
      body: JSON.stringify(body),
      // Stops the model when the user stops the answer or leaves the page.
      signal: request.signal,
    });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    return new Response(answer.body, {status: answer.status, headers: {'content-type': type}});
  };
}
