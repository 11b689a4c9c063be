import {EventType, type BaseEvent} from '@ag-ui/core';
import {RunAgentInputSchema} from '@ag-ui/core/schemas';
import {EventEncoder} from '@ag-ui/encoder';

/** The texts of an answer to a conversation, in the order in which they are written. */
type Agent = (messages: readonly {readonly role: string}[]) => AsyncIterable<string>;

/** A route with the official packages, for example `export const POST = createRoute(agent)` in Next.js. */
export const createRoute =
  (agent: Agent) =>
  async (request: Request): Promise<Response> => {
    const {threadId, runId, messages} = RunAgentInputSchema.parse(await request.json());
    const encoder = new EventEncoder();
    const messageId = crypto.randomUUID();
    async function* events(): AsyncGenerator<BaseEvent & Record<string, unknown>> {
      yield {type: EventType.RUN_STARTED, threadId, runId};
      yield {type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant'};
      for await (const delta of agent(messages)) {
        yield {type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta};
      }
      yield {type: EventType.TEXT_MESSAGE_END, messageId};
      yield {type: EventType.RUN_FINISHED, threadId, runId};
    }
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for await (const event of events()) {
          controller.enqueue(new TextEncoder().encode(encoder.encode(event)));
        }
        controller.close();
      },
    });
    return new Response(body, {headers: {'content-type': encoder.getContentType()}});
  };
