import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestDatabase } from '@atelier/tests/harness/postgres.ts';

export interface DataFiles {
  /** SQL as superuser. */
  readonly admin: Client;
  /** The files of the database, and of the log written since this was opened, in which any of these stretches stands. */
  readonly holding: (stretches: readonly Buffer[]) => Promise<readonly string[]>;
}

/** The files of a server on this machine, as a base backup and an archive of its log would hold them. */
export async function openDataFiles({ adminUrl }: TestDatabase): Promise<DataFiles> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  const one = async (text: string): Promise<string> => {
    const { rows } = await admin.query<{ value: string }>(text);
    return rows[0]?.value ?? '';
  };
  const folder = await one(`select current_setting('data_directory') as value`);
  const oid = await one('select oid::text as value from pg_database where datname = current_database()');
  const begin = await one('select pg_walfile_name(pg_current_wal_lsn()) as value');
  return {
    admin,
    holding: async (stretches) => {
      // Twice: files of dropped tables go with the checkpoint after the next.
      await admin.query('checkpoint');
      await admin.query('checkpoint');
      const tables = await filesIn(join(folder, 'base', oid), () => true);
      const log = await filesIn(
        join(folder, 'pg_wal'),
        (name) => /^[0-9A-F]{24}$/.test(name) && name >= begin,
      );
      const found: string[] = [];
      for (const file of [...tables, ...log]) {
        const bytes = await readFile(file).catch(() => Buffer.alloc(0));
        if (stretches.some((stretch) => bytes.includes(stretch))) found.push(file.slice(folder.length));
      }
      return found;
    },
  };
}

async function filesIn(folder: string, wanted: (name: string) => boolean): Promise<readonly string[]> {
  return (await readdir(folder)).filter(wanted).map((name) => join(folder, name));
}

/** Stretches of a content, so that a page's end within one does not hide it. */
export const stretchesOf = (content: Buffer): readonly Buffer[] =>
  [0.1, 0.25, 0.4, 0.55, 0.7, 0.85].map((part) => {
    const at = Math.floor(content.length * part);
    return content.subarray(at, at + 24);
  });
