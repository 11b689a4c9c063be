import {asRecord, asText, type JsonRecord} from '../../core/values.js';
import type {ResourceResult} from '../../core/protocol/types.js';

/** The document of an app and what it declares (`_meta.ui`). */
export interface AppDocument {
  readonly html: string;
  readonly declared: JsonRecord;
  /** The tools of the server, if its route returns them. */
  readonly tools: readonly JsonRecord[] | undefined;
}

const maxDocumentLength = 2 * 2 ** 20;

/** Reads the document of an app from the result of `resources/read`. Throws if it is not one. */
export function readDocument({contents, tools}: ResourceResult): AppDocument {
  const content = asRecord(contents[0]);
  const type = asText(content['mimeType'])?.replace(/\s/g, '').toLowerCase();
  const html = asText(content['text']) ?? decoded(asText(content['blob']) ?? '');
  if (type !== 'text/html;profile=mcp-app' || html === '') {
    throw new TypeError('The resource is not an app (text/html;profile=mcp-app).');
  }
  if (html.length > maxDocumentLength)
    throw new RangeError('The document of the app is too large.');
  // Some servers write `meta`.
  const {ui} = asRecord(content['_meta'] ?? content['meta']);
  return {html, declared: asRecord(ui), tools};
}

function decoded(base64: string): string {
  return new TextDecoder().decode(
    Uint8Array.from(atob(base64), character => character.charCodeAt(0)),
  );
}

/** Whether an app may call a tool. Without a list of the tools, only the route of the page knows. */
export function isVisibleToApps(tool: string, tools: readonly JsonRecord[] | undefined): boolean {
  if (!tools) return true;
  const found = tools.find(({name}) => name === tool);
  const {visibility} = asRecord(asRecord(found?.['_meta'])['ui']);
  return found !== undefined && (!Array.isArray(visibility) || visibility.includes('app'));
}
