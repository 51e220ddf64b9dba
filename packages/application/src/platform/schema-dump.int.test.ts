import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { dumpSchema } from './testing-schema-dump.ts';

const FILE = fileURLToPath(new URL('../../../../migrations/schema.sql', import.meta.url));

it('migrations/schema.sql is what the migrations make (UPDATE_SCHEMA=1 writes it again)', async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.connectionString });
  try {
    await client.connect();
    const dump = await dumpSchema(client);
    if (process.env['UPDATE_SCHEMA'] === '1') await writeFile(FILE, dump);
    expect(await readFile(FILE, 'utf8')).toBe(dump);
    expect(dump).toContain('create table events (');
  } finally {
    await client.end();
    await database.drop();
  }
});
