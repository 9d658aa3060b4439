/** A fresh, migrated database for one test file, copied from a template in milliseconds. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from './database-address.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    templateName: string;
  }
}

export interface TestDatabase {
  /** Address for `openDatabase`; already migrated, otherwise empty. */
  readonly url: string;
  drop(): Promise<void>;
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Call in `beforeAll`, and `drop()` in `afterAll` after closing the pool. */
export const testDatabase = (): Promise<TestDatabase> => makeDatabase(` TEMPLATE ${inject('templateName')}`);

/** Without a single table. */
export const emptyDatabase = (): Promise<TestDatabase> => makeDatabase('');

async function makeDatabase(from: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name}${from}`);
  return {
    url: withDatabase(inject('postgresUrl'), name),
    drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}
