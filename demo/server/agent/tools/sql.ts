import sqlite from 'node-sqlite3-wasm';
import {z} from 'zod';
import type {Corpus} from '../corpus.js';
import type {AgentTool} from '../tool.js';

interface Rows {
  readonly title: string;
  readonly sql: string;
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

/** Queries an in-memory database in which every section of the documentation is a row. */
export function sql(corpus: Corpus): AgentTool<{title: string; sql: string}, Rows> {
  return {
    id: '5c2a7f10-8a53-4a1e-9a55-0d6f3c1b7e07',
    name: 'sql',
    description: 'Queries the table sections(document, heading, words) with SQL.',
    input: z.object({title: z.string(), sql: z.string()}),
    run({title, sql: query}) {
      const database = new sqlite.Database();
      try {
        database.exec('CREATE TABLE sections (document TEXT, heading TEXT, words INTEGER)');
        for (const {name, heading, text} of corpus.all()) {
          const words = text.split(/\s+/).length;
          database.run('INSERT INTO sections VALUES (?, ?, ?)', [name, heading, words]);
        }
        return {title, sql: query, data: database.all(query)};
      } finally {
        database.close();
      }
    },
  };
}
