import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  jsonSchema,
  streamText,
  tool,
  toUIMessageStream,
  type JSONSchema7,
  type LanguageModel,
  type ToolSet,
  type UIMessage,
} from 'ai';

interface ChatBody {
  readonly messages: UIMessage[];
  /** The tools of the page by name. The field is missing if the page has none. */
  readonly tools?: Readonly<Record<string, {description?: string; parameters: JSONSchema7}>>;
}

/** The tools of the page for the model. Without `execute`, the answer ends with the call, and the chat runs it. */
const pageTools = (tools: ChatBody['tools'] = {}): ToolSet =>
  Object.fromEntries(
    Object.entries(tools).map(([name, {description, parameters}]) => [
      name,
      tool({...(description && {description}), inputSchema: jsonSchema(parameters)}),
    ]),
  );

/** A chat route that offers the tools of the page beside its own, which keep their names. */
export const createRoute =
  (model: LanguageModel, serverTools: ToolSet = {}) =>
  async (request: Request): Promise<Response> => {
    const {messages, tools} = (await request.json()) as ChatBody;
    const {stream} = streamText({
      model,
      messages: await convertToModelMessages(messages),
      tools: {...pageTools(tools), ...serverTools},
      abortSignal: request.signal,
    });
    return createUIMessageStreamResponse({
      stream: toUIMessageStream({stream, originalMessages: messages, sendSources: true}),
    });
  };
