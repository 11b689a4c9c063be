/** Every table. Times are ISO 8601 text; structured fields are JSON text. */
export const schema = `
CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE IF NOT EXISTS owners (conversation TEXT PRIMARY KEY, user TEXT NOT NULL);

CREATE TABLE IF NOT EXISTS conversation_ids (id TEXT PRIMARY KEY, conversation TEXT NOT NULL);

CREATE TABLE IF NOT EXISTS sessions (
  id TEXT PRIMARY KEY, user TEXT, title TEXT, status TEXT NOT NULL, model TEXT,
  options TEXT NOT NULL, head TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS messages (
  n INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  parent TEXT, role TEXT NOT NULL, content TEXT NOT NULL, attachments TEXT NOT NULL, task TEXT, created_at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS messages_parent ON messages (session, parent);

CREATE TABLE IF NOT EXISTS tasks (
  n INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  question TEXT NOT NULL, message TEXT NOT NULL, status TEXT NOT NULL, origin TEXT, created_at TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS events (
  task TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE, n INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (task, n)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS waits (
  task TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE, n INTEGER NOT NULL,
  execution TEXT, types TEXT NOT NULL, answer TEXT, PRIMARY KEY (task, n)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS executions (
  n INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, task TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  tool TEXT NOT NULL, status TEXT NOT NULL, inputs TEXT NOT NULL, outputs TEXT, error TEXT,
  created_at TEXT NOT NULL, completed_at TEXT
);

CREATE TABLE IF NOT EXISTS assets (
  execution TEXT NOT NULL REFERENCES executions (id) ON DELETE CASCADE, name TEXT NOT NULL,
  type TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (execution, name)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS documents (
  id TEXT PRIMARY KEY, user TEXT, name TEXT NOT NULL, type TEXT, text TEXT, error TEXT,
  metadata TEXT, created_at TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS session_documents (
  session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  document TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
  starred INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, document)
) WITHOUT ROWID;
`;
