import {convertToModelMessages, streamText, type LanguageModel, type UIMessage} from 'ai6';

/** The same route with version 5 or 6. */
export const createRoute =
  (model: LanguageModel) =>
  async (request: Request): Promise<Response> => {
    const {messages} = (await request.json()) as {messages: UIMessage[]};
    const result = streamText({
      model,
      messages: await convertToModelMessages(messages),
      abortSignal: request.signal,
    });
    return result.toUIMessageStreamResponse({originalMessages: messages, sendSources: true});
  };
