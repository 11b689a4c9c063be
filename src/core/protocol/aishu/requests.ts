import type {RequestShape, AgentInput, ApplicationContext} from '../types.js';
import {pathPart, requiredId} from '../operations/ids.js';
import {defined, asText, type JsonRecord} from '../../values.js';
import {parseJson} from '../../json.js';

/** Options that identify an agent of the platform. */
export interface AishuOptions {
  /** Tenant-like partition, sent as `x-business-domain`; `bd_public` if absent. */
  readonly businessDomain?: string;
  /** `latest` (the default), `v0` for the unpublished draft, or `vN`. */
  readonly agentVersion?: string;
  /** `v2` (the default) or `v1`. */
  readonly executorVersion?: string;
  /** Language of texts that the server writes: `zh-CN`, `zh-TW` or `en-US`. */
  readonly language?: string;
  /**
   * How files are sent: `workspace` uploads them to the workspace of the sandbox (the default); `documents` refers to
   * documents of the platform's library by id, as earlier releases require, and has no upload.
   */
  readonly files?: 'workspace' | 'documents';
  /** The temporary area that contains these documents, if the site has created one. */
  readonly temporaryArea?: string;
}

type RequestPart = Partial<Pick<RequestShape, 'query' | 'body' | 'accept'>>;

/** Describes requests. The endpoint ends with the run prefix, such as `/api/agent-factory/v1`. */
export class AishuRequests {
  readonly version: string;
  readonly #options: AishuOptions;
  readonly #executor: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(options: AishuOptions) {
    this.#options = options;
    this.version = options.agentVersion ?? 'latest';
    this.#executor = options.executorVersion ?? 'v2';
    this.#headers = {
      'x-business-domain': options.businessDomain ?? 'bd_public',
      ...(options.language !== undefined && {'x-language': options.language}),
    };
  }

  /** A request to the agent. */
  app(
    method: RequestShape['method'],
    agent: AgentInput,
    path: string,
    part: RequestPart = {},
  ): RequestShape {
    return this.#at(method, `/app/${pathPart(agent.agent ?? '')}${path}`, part);
  }

  /** A request to another service of the platform. `path` is relative to `/api`. */
  service(method: RequestShape['method'], path: string, part: RequestPart = {}): RequestShape {
    return this.#at(method, `/../..${path}`, part);
  }

  /** Whether files can be uploaded. */
  get uploads(): boolean {
    return this.#options.files !== 'documents';
  }

  /** The temporary area. Requests about conversations contain it too. */
  get area(): string | undefined {
    return this.#options.temporaryArea;
  }

  /** The fields that refer to the files of a message. */
  filesOf(files: readonly string[] = []): JsonRecord {
    if (files.length === 0) return {};
    if (this.uploads) return {selected_files: files.map(path => ({file_name: requiredId(path)}))};
    return defined({
      temporary_area_id: this.area,
      temp_files: files.map(id => ({id: requiredId(id), type: 'doc', name: id.split('/').at(-1)})),
    });
  }

  /** The fields that identify the agent: by its id, if known. */
  agentOf({agent, agentId}: AgentInput): JsonRecord {
    return {
      ...defined({agent_id: asText(agentId) ?? asText(agent)}),
      agent_version: this.version,
      executor_version: this.#executor,
    };
  }

  /** The fields of every chat request: the agent, and the format of the response. */
  chat(agent: AgentInput, fields: object): RequestPart {
    return {
      accept: 'stream',
      body: {
        json: {
          ...this.agentOf(agent),
          stream: true,
          inc_stream: true,
          // All of these are off by default on the server, and without the second one nothing can be displayed.
          chat_option: {
            is_need_history: true,
            is_need_progress: true,
            is_need_doc_retrival_post_process: true,
            enable_dependency_cache: true,
          },
          ...fields,
        },
      },
    };
  }

  #at(method: RequestShape['method'], path: string, part: RequestPart): RequestShape {
    return {method, path, headers: this.#headers, ...part};
  }
}

/** A question preceded by the page's context, in the format of the platform's own client. */
export function withContext(text: string, context: ApplicationContext | undefined): string {
  if (!context?.title) return text;
  return `【上下文: ${context.title}】\n${JSON.stringify(context.data ?? null, null, 2)}\n\n${text}`;
}

/** Separates a question from its context. A text that does not have exactly this format is returned unchanged. */
export function withoutContext(text: string): {readonly text: string; readonly context?: string} {
  const [whole, title, data] = /^【上下文: (.+?)】\n([\s\S]*?)\n\n/.exec(text) ?? [];
  if (whole === undefined || title === undefined || data === undefined) return {text};
  if (parseJson(data) === undefined) return {text};
  return {text: text.slice(whole.length), context: title};
}
