import {Hono, type Context} from 'hono';
import {z} from 'zod';
import type {ServerContext} from '../context.js';
import {ApiError, invalid, notFound, valid, validBody} from '../errors.js';
import {sessionOf, type Env} from '../identity.js';
import {parseJson} from '../json.js';
import type {Behaviour} from '../settings.js';
import type {Document, LinkedDocument} from '../store/documents.js';
import {pageOf, pageSchema} from './page.js';

/** How long a document is pending, and then processing, at pace 1. */
const pendingMs = 150;
const processingMs = 600;

/** Routes for uploaded documents (guide, "Managing workspaces"). */
export function documentRoutes(context: ServerContext): Hono<Env> {
  const {store, settings} = context;
  const {behaviour} = settings;
  const app = new Hono<Env>();

  app.post('/agent-sessions/:sid/upload', async c => {
    const {id} = sessionOf(c, context);
    const form = await readForm(c);
    const file = form.get('file');
    if (!(file instanceof File)) throw invalid(['body', 'file'], 'Field required', 'missing');
    const document = await storeFile(context, c.var.identity.user, file, form.get('api_metadata'));
    store.documents.link(id, document.id);
    return c.json(documentJson(document, behaviour));
  });

  app.post('/documents', async c => {
    const form = await readForm(c);
    const files = [...form.getAll('files'), ...form.getAll('files[]')].filter(
      file => file instanceof File,
    );
    if (files.length === 0) throw new ApiError(400, "Either 'files' or 'urls' must be provided.");
    const metadata = form.get('api_metadata');
    const documents = await Promise.all(
      files.map(file => storeFile(context, c.var.identity.user, file, metadata)),
    );
    return c.json(documents.map(document => documentJson(document, behaviour)));
  });

  app.get('/documents/:did', c =>
    c.json(documentJson(documentOf(c, context, c.req.param('did')), behaviour)),
  );

  app.get('/agent-sessions/:sid/documents', c => {
    const {id} = sessionOf(c, context);
    const {page, limit} = valid(pageSchema, c.req.query(), 'query');
    const {items, total} = store.documents.ofSession(id, page, limit);
    return c.json(
      pageOf(
        items.map(item => documentJson(item, behaviour)),
        total,
        page,
        limit,
      ),
    );
  });

  app.post('/agent-sessions/:sid/documents', async c => {
    const {id} = sessionOf(c, context);
    const {document_ids} = await validBody(c, z.object({document_ids: z.array(z.uuid())}));
    for (const document of document_ids) documentOf(c, context, document);
    for (const document of document_ids) store.documents.link(id, document);
    return c.json({linked: document_ids});
  });

  app.delete('/agent-sessions/:sid/documents/:did', c => {
    const {id} = sessionOf(c, context);
    store.documents.unlink(id, documentOf(c, context, c.req.param('did')).id);
    return c.body(null, 204);
  });

  app.put('/agent-sessions/:sid/documents/:did/star', async c => {
    const {id} = sessionOf(c, context);
    const document = documentOf(c, context, c.req.param('did'));
    const {is_starred} = await validBody(c, z.object({is_starred: z.boolean()}));
    store.documents.star(id, document.id, is_starred);
    return c.json({...documentJson(document, behaviour), is_starred});
  });
  return app;
}

/** `Document` of the OpenAPI description. Its status depends on its age, so that no timer is needed after a restart. */
export function documentJson(document: Document | LinkedDocument, {pace}: Behaviour): object {
  const age = Date.now() - Date.parse(document.createdAt);
  const read = age >= pace * (pendingMs + processingMs);
  const failed = read && document.error !== undefined;
  return {
    id: document.id,
    name: document.name,
    status: failed
      ? 'failed'
      : read
        ? 'completed'
        : age >= pace * pendingMs
          ? 'processing'
          : 'pending',
    file_name: document.name,
    file_type: document.type ?? null,
    error_message: failed ? document.error : null,
    markdown_content: read ? (document.text ?? null) : null,
    api_metadata: document.metadata ?? null,
    created_at: document.createdAt,
    updated_at: document.createdAt,
    ...('starred' in document ? {is_starred: document.starred} : {}),
  };
}

async function readForm(c: Context<Env>): Promise<FormData> {
  try {
    return await c.req.formData();
  } catch (error) {
    if (error instanceof TypeError)
      throw invalid(['body'], 'The body is not a form.', 'form_invalid');
    throw error;
  }
}

/** Stores the text of a file. */
export async function storeFile(
  {store}: ServerContext,
  user: string | undefined,
  file: File,
  metadata: FormDataEntryValue | null,
): Promise<Document> {
  const bytes = await file.arrayBuffer();
  const text = decodeText(bytes);
  const readable = text !== undefined || /^(image|audio|video)\//.test(file.type);
  return store.documents.create({
    user,
    name: file.name,
    type: file.type || undefined,
    text,
    error: readable ? undefined : 'No text could be read from this file.',
    metadata: typeof metadata === 'string' ? parseJson(metadata) : undefined,
  });
}

function decodeText(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The document with an id from a request; throws 404 unless it belongs to the user or to the account. */
export function documentOf(c: Context<Env>, {store}: ServerContext, id: string): Document {
  const document = store.documents.get(id);
  const {user} = c.var.identity;
  if (!document || (document.user !== undefined && user !== undefined && document.user !== user)) {
    throw notFound('Document');
  }
  return document;
}
