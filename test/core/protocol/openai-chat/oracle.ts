import OpenAI from 'openai';
import OpenAI6 from 'openai6';

/** What the official clients make of a body: the fields of the message that both define, and the facts. */
export interface Official {
  readonly content: string | null;
  readonly refusal: string | null;
  readonly calls: readonly (readonly [id: string, name: string, args: string])[];
  readonly reason: string;
  readonly usage: readonly [input: number, output: number] | undefined;
}

interface Completion {
  readonly choices: readonly {
    readonly finish_reason: string;
    readonly message: {
      readonly content: string | null;
      readonly refusal: string | null;
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly function?: {readonly name: string; readonly arguments: string};
      }[];
    };
  }[];
  readonly usage?: {readonly prompt_tokens: number; readonly completion_tokens: number};
}

/** The result of the official client of version 7, and of version 6. Rejects if they refuse the body. */
export async function official(body: string): Promise<readonly Official[]> {
  const options = {
    apiKey: 'none',
    baseURL: 'http://server.example/v1',
    maxRetries: 0,
    fetch: () =>
      Promise.resolve(new Response(body, {headers: {'content-type': 'text/event-stream'}})),
  };
  const asked = {model: 'm', messages: []};
  const completions: readonly Completion[] = await Promise.all([
    new OpenAI(options).chat.completions.stream(asked).finalChatCompletion(),
    new OpenAI6(options).chat.completions.stream(asked).finalChatCompletion(),
  ]);
  return completions.map(resultOf);
}

function resultOf({choices: [choice], usage}: Completion): Official {
  const {content = null, refusal = null, tool_calls: calls = []} = choice?.message ?? {};
  return {
    // Nothing is either null or empty, by the pieces that were received.
    content: content === '' ? null : content,
    refusal: refusal === '' ? null : refusal,
    calls: calls.map(({id, function: fn}) => [id, fn?.name ?? '', fn?.arguments ?? '']),
    reason: choice?.finish_reason ?? '',
    usage: usage && [usage.prompt_tokens, usage.completion_tokens],
  };
}
