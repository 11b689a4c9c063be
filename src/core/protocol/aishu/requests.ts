import type {RequestShape, ToAgent, ApplicationContext} from '../types.js';
import {defined, pathPart, requiredId, asText, type JsonRecord} from '../decode.js';
import {parseJson} from '../../json.js';

/** How an agent of the platform is addressed. */
export interface AishuOptions {
  /** Tenant-like partition, sent as `x-business-domain`; `bd_public` if absent. */
  readonly businessDomain?: string;
  /** `latest` (the default), `v0` for the unpublished draft, or `vN`. */
  readonly agentVersion?: string;
  /** `v2` (the default) or `v1`. */
  readonly executorVersion?: string;
  /** Language of the server's own words: `zh-CN`, `zh-TW` or `en-US`. */
  readonly language?: string;
  /**
   * What the files of a message are: those of the sandbox workspace, which go up there (the default), or `documents` of
   * the platform's library, as earlier releases want them: named by their ids, and there is nothing to upload.
   */
  readonly files?: 'workspace' | 'documents';
  /** The temporary area that these documents lie in, where the site has made one. */
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

  /** A request to the agent itself. */
  app(
    method: RequestShape['method'],
    agent: ToAgent,
    path: string,
    part: RequestPart = {},
  ): RequestShape {
    return this.#at(method, `/app/${pathPart(agent.agent ?? '')}${path}`, part);
  }

  /** A request to a service beside the run prefix; `path` begins where `/api` ends. */
  beside(method: RequestShape['method'], path: string, part: RequestPart = {}): RequestShape {
    return this.#at(method, `/../..${path}`, part);
  }

  /** Whether files can go up. */
  get uploads(): boolean {
    return this.#options.files !== 'documents';
  }

  /** The temporary area; requests about conversations contain it too. */
  get area(): string | undefined {
    return this.#options.temporaryArea;
  }

  /** The fields of a message that name the files that go with it. */
  enclosed(files: readonly string[] = []): JsonRecord {
    if (files.length === 0) return {};
    if (this.uploads) return {selected_files: files.map(path => ({file_name: requiredId(path)}))};
    return defined({
      temporary_area_id: this.area,
      temp_files: files.map(id => ({id: requiredId(id), type: 'doc', name: id.split('/').at(-1)})),
    });
  }

  /** The fields of a body that name the agent: by its id, where that is known. */
  addressee({agent, agentId}: ToAgent): JsonRecord {
    return {
      ...defined({agent_id: asText(agentId) ?? asText(agent)}),
      agent_version: this.version,
      executor_version: this.#executor,
    };
  }

  /** The fields of every chat request: the agent it is for, and the format of the response. */
  chat(agent: ToAgent, fields: object): RequestPart {
    return {
      accept: 'stream',
      body: {
        json: {
          ...this.addressee(agent),
          stream: true,
          inc_stream: true,
          // All of these are off on the server, and without the second nothing can be shown.
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

/** A question with the page's context before it, as the platform's own client writes it. */
export function withContext(text: string, context: ApplicationContext | undefined): string {
  if (!context?.title) return text;
  return `【上下文: ${context.title}】\n${JSON.stringify(context.data ?? null, null, 2)}\n\n${text}`;
}

/** The same taken apart again; a text that is not exactly of this form stays whole. */
export function withoutContext(text: string): {readonly text: string; readonly context?: string} {
  const [whole, title, data] = /^【上下文: (.+?)】\n([\s\S]*?)\n\n/.exec(text) ?? [];
  if (whole === undefined || title === undefined || data === undefined) return {text};
  if (parseJson(data) === undefined) return {text};
  return {text: text.slice(whole.length), context: title};
}
