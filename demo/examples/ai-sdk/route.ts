import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  streamText,
  toUIMessageStream,
  type LanguageModel,
  type UIMessage,
} from 'ai';

/** A chat route for `/api/chat`, for example `export const POST = createRoute('openai/gpt-5')` in Next.js. */
export const createRoute =
  (model: LanguageModel) =>
  async (request: Request): Promise<Response> => {
    const {messages} = (await request.json()) as {messages: UIMessage[]};
    const {stream} = streamText({
      model,
      messages: await convertToModelMessages(messages),
      // Stops the model when the user stops the answer or leaves the page.
      abortSignal: request.signal,
    });
    return createUIMessageStreamResponse({
      stream: toUIMessageStream({stream, originalMessages: messages, sendSources: true}),
    });
  };
