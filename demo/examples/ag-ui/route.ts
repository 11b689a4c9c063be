import {EventType, type BaseEvent} from '@ag-ui/core';
import {RunAgentInputSchema} from '@ag-ui/core/schemas';
import {EventEncoder} from '@ag-ui/encoder';

/** The texts of an answer to a conversation, in the order in which they are written. The signal stops the model. */
type Agent = (
  messages: readonly {readonly role: string}[],
  signal: AbortSignal,
) => AsyncIterable<string>;

/** A route with the official packages, for example `export const POST = createRoute(agent)` in Next.js. */
export const createRoute =
  (agent: Agent) =>
  async (request: Request): Promise<Response> => {
    const {threadId, runId, messages} = RunAgentInputSchema.parse(await request.json());
    const encoder = new EventEncoder();
    const messageId = crypto.randomUUID();
    async function* events(): AsyncGenerator<BaseEvent & Record<string, unknown>> {
      yield {type: EventType.RUN_STARTED, threadId, runId};
      try {
        yield {type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant'};
        for await (const delta of agent(messages, request.signal)) {
          yield {type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta};
        }
        yield {type: EventType.TEXT_MESSAGE_END, messageId};
        yield {type: EventType.RUN_FINISHED, threadId, runId};
      } catch (error) {
        // The user reads this text: write another one if the errors of your agent name internals.
        const message = error instanceof Error ? error.message : String(error);
        yield {type: EventType.RUN_ERROR, message};
      }
    }
    const written = events();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = await written.next();
        if (next.done) controller.close();
        else controller.enqueue(new TextEncoder().encode(encoder.encode(next.value)));
      },
      // Ends the agent when the user stops the answer or leaves the page.
      async cancel() {
        await written.return(undefined);
      },
    });
    return new Response(body, {headers: {'content-type': encoder.getContentType()}});
  };
