import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { connectionFault } from '@atelier/postgres/connection/connection-fault.ts';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { readMasterKey } from '@atelier/key-vault/master-key.ts';
import { readSignerKey } from '@atelier/transparency-log/proof/log-key.ts';
import type { Config } from '@atelier/api/config.ts';
import { hasEmbeddedDatabase } from './database.ts';
import { ensureLogKey } from './log-key.ts';
import { ensureMasterKey } from '@atelier/host/master-key.ts';

type Places = Pick<Config, 'databaseUrl' | 'masterKeyFile' | 'logKeyFile'>;

/** The master key's file, once it could be read. One is made only for a database that holds nothing it would have to open. */
export async function masterKeyFor(
  { databaseUrl, masterKeyFile }: Places,
  dataFolder: string,
): Promise<string> {
  const isThere = masterKeyFile !== undefined || existsSync(join(dataFolder, 'master.key'));
  const isUsed = async (): Promise<boolean> =>
    databaseUrl === undefined ? hasEmbeddedDatabase(dataFolder) : holdsAny(databaseUrl, 'key_vault');
  const file = ensureMasterKey(masterKeyFile, dataFolder, isThere || !(await isUsed()));
  await readMasterKey(file);
  return file;
}

/** The log key's file, once it could be read. One is made only for a log of which no checkpoint is signed yet. */
export async function logKeyFor({ databaseUrl, logKeyFile }: Places, dataFolder: string): Promise<string> {
  const isThere = logKeyFile !== undefined || existsSync(join(dataFolder, 'log.key'));
  const isUsed = async (): Promise<boolean> =>
    existsSync(join(dataFolder, 'log-checkpoint')) ||
    (databaseUrl !== undefined && (await holdsAny(databaseUrl, 'log_checkpoints')));
  const file = ensureLogKey(logKeyFile, dataFolder, isThere || !(await isUsed()));
  await readSignerKey(file, 'log', 'log');
  return file;
}

const UNDEFINED_TABLE = '42P01';

async function holdsAny(databaseUrl: string, rows: string): Promise<boolean> {
  const client = new Client({ ...connectionTo(databaseUrl), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows: found } = await client.query<{ is_used: boolean }>(
      `select exists (select from ${rows}) as is_used`,
    );
    return found[0]?.is_used === true;
  } catch (error) {
    // A database that is not migrated yet holds nothing.
    if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return false;
    throw connectionFault('DATABASE_URL', databaseUrl, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
