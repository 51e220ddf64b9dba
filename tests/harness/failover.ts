import { randomBytes } from 'node:crypto';
import { runSql } from '../../scripts/lib/postgres/database.ts';
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
  const onServer = (...statements: readonly string[]) => runSql(server.toString(), ...statements);
  const mark = randomBytes(4).toString('hex');
  const [copy, lost] = [`${name}_copy_${mark}`, `${name}_lost_${mark}`];
  const close = [
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  ];
  await onServer(
    ...close,
    `create database ${copy} template ${name} strategy file_copy owner ${ownerOf(database)}`,
    `alter database ${name} allow_connections true`,
  );
  return {
    promote: () =>
      onServer(
        ...close,
        `alter database ${name} rename to ${lost}`,
        `alter database ${copy} rename to ${name}`,
        `drop database ${lost} with (force)`,
      ),
  };
}

const ownerOf = ({ connectionString }: TestDatabase): string => new URL(connectionString).username;
