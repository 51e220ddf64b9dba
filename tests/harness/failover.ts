import { randomBytes } from 'node:crypto';
import { runSql } from '@atelier/host/postgres/database.ts';
import type { TestDatabase } from './postgres.ts';

/** What an asynchronous standby had of a database when its primary died. */
export interface LaggingStandby {
  /** The primary dies, and the standby takes its place: what was committed since is lost. */
  readonly promote: () => Promise<void>;
}

/** As the superuser, who may write what only the server writes. */
export const asServer = (database: TestDatabase, ...statements: readonly string[]): Promise<void> =>
  runSql(database.adminUrl, ...statements);

/**
 * Copies a database as it is now, as a template, which takes about a tenth of a second. Sessions break and find the database again under
 * its name: the copy has another identity, as a promoted standby has another timeline.
 */
export async function laggingStandbyOf(database: TestDatabase): Promise<LaggingStandby> {
  const { name, adminUrl } = database;
  const server = new URL(adminUrl);
  server.pathname = '/postgres';
  const alone = (...statements: readonly string[]) => whenAlone(server.toString(), name, statements);
  const mark = randomBytes(4).toString('hex');
  const [copy, lost] = [`${name}_copy_${mark}`, `${name}_lost_${mark}`];
  await alone(
    `create database ${copy} template ${name} strategy file_copy owner ${ownerOf(database)}`,
    `alter database ${name} allow_connections true`,
  );
  return {
    promote: async () => {
      await alone(`alter database ${name} rename to ${lost}`);
      await runSql(
        server.toString(),
        `alter database ${copy} rename to ${name}`,
        `drop database ${lost} with (force)`,
      );
    },
  };
}

const TRIES = 20;
const IN_USE = '55006';

/** Ends every session of a database first, again where one was just being opened. */
async function whenAlone(server: string, name: string, statements: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runSql(
        server,
        `alter database ${name} allow_connections false`,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
        ...statements,
      );
      return;
    } catch (error) {
      const isInUse = error instanceof Error && 'code' in error && error.code === IN_USE;
      if (!isInUse || attempt === TRIES) throw error;
    }
  }
}

const ownerOf = ({ connectionString }: TestDatabase): string => new URL(connectionString).username;
