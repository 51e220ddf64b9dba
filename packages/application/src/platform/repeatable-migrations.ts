import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { readSqlFile, type SqlFile } from './migration-history.ts';

const FOLDER = 'repeatable';

/**
 * The files of `repeatable` that the database has with another text, or not at all, by name. Each holds the functions of a topic
 * (decisions/0219).
 */
export async function findChangedRepeatables(client: Client, directory: string): Promise<readonly SqlFile[]> {
  const files = await readRepeatables(directory);
  if (files.length === 0) return [];
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from repeatable_migrations',
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return files.filter(({ name, checksum }) => applied.get(name) !== checksum);
}

async function readRepeatables(directory: string): Promise<readonly SqlFile[]> {
  // A folder without any is one of an earlier release.
  const inFolder = (await readdir(directory)).includes(FOLDER) ? await readdir(join(directory, FOLDER)) : [];
  const names = inFolder.filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(names.map((name) => readSqlFile(directory, `${FOLDER}/${name}`)));
}

/** Applies a file and remembers its checksum, in the caller's transaction. */
export async function applyRepeatable(client: Client, { name, sql, checksum }: SqlFile): Promise<void> {
  await client.query(sql);
  await client.query(
    `insert into repeatable_migrations (name, checksum) values ($1, $2)
         on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  );
}
