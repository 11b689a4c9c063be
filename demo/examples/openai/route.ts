interface Upstream {
  /** The base address of the service, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly key: string;
  readonly model: string;
  readonly instructions: string;
}

interface ResponseBody {
  readonly input: readonly {readonly role?: string}[];
  readonly tools?: readonly {readonly type: string}[];
}

/** Creates the route `responses`: it adds the key, the model and the instructions, and passes the stream on. */
export function createRoute({url, key, model, instructions}: Upstream) {
  return async (request: Request): Promise<Response> => {
    // Here your own session decides whether this user may ask, and how often.
    const {input, tools} = (await request.json()) as ResponseBody;
    const body = {
      model,
      instructions,
      // Instructions are yours, and functions are the only tools that a page may offer.
      input: input.filter(({role}) => role !== 'system' && role !== 'developer'),
      ...(tools && {tools: tools.filter(({type}) => type === 'function')}),
      // The page sends the whole conversation, so the service need not store it.
      store: false,
      include: ['reasoning.encrypted_content'],
      stream: true,
    };
    const answer = await fetch(`${url}/responses`, {
      method: 'POST',
      headers: {authorization: `Bearer ${key}`, 'content-type': 'application/json'},
      body: JSON.stringify(body),
      // Stops the model when the user stops the answer or leaves the page.
      signal: request.signal,
    });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    const isStream = type.startsWith('text/event-stream');
    const stream = isStream && answer.body ? withoutInstructions(answer.body) : answer.body;
    return new Response(stream, {status: answer.status, headers: {'content-type': type}});
  };
}

/** The events of a response without its instructions and tools, which they repeat: a page must not read them. */
function withoutInstructions(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream {
  let rest = '';
  const byLine = new TransformStream<string, string>({
    transform(text, controller) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) controller.enqueue(`${cleaned(line)}\n`);
    },
    flush: controller => controller.enqueue(cleaned(rest)),
  });
  return body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(byLine)
    .pipeThrough(new TextEncoderStream());
}

function cleaned(line: string): string {
  if (!line.startsWith('data: {')) return line;
  const event = JSON.parse(line.slice('data: '.length)) as {response?: object};
  const response = event.response && {...event.response, instructions: null, tools: []};
  return `data: ${JSON.stringify({...event, response})}`;
}
