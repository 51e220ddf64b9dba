import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@atelier/postgres/fault.ts';
import type { Client } from 'pg';

/** The database was made by other migrations than those of this release. Its sentence says which, and what to do. */
export class UnfitMigrations extends Fault {
  override name = 'UnfitMigrations';
}

const NEWER = 'the database is of a newer release, or of another product: use the release that wrote it';
const ALTERED = 'put the files of the release back as they were delivered';

/** @throws UnfitMigrations */
export function refuseGone(name: string): never {
  throw new UnfitMigrations(`Migration ${name} was applied, but its file is gone: ${NEWER}.`);
}

/** @throws UnfitMigrations */
export function refuseChanged(name: string): never {
  throw new UnfitMigrations(`Migration ${name} was changed after it was applied: ${ALTERED}.`);
}

/** A file that was applied, as the table schema_migrations names it. */
export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  /** SHA-256 of the file in hexadecimal. */
  readonly checksum: string;
}

/** A file of SQL, named by its path below the folder of the migrations. */
export interface SqlFile {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hexadecimal, its line ends taken as line feeds. */
  readonly checksum: string;
}

export async function readSqlFile(directory: string, name: string): Promise<SqlFile> {
  const sql = await readFile(join(directory, name), 'utf8');
  const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
  return { name, sql, checksum };
}

/** The migrations that the baseline took the place of: what `replaced.json` beside the files holds (decisions/0123). */
export interface ReplacedMigrations {
  /** The baseline's last file. A database that is carried over has everything up to it, and nothing after it. */
  readonly baselineEnd: string;
  /** The last commit that holds the replaced files. */
  readonly lastCommit: string;
  readonly replaced: readonly { readonly name: string; readonly checksum: string }[];
}

/** The replaced migrations of a folder; undefined when it names none. */
export const readReplaced = (directory: string): Promise<ReplacedMigrations | undefined> =>
  readJson<ReplacedMigrations>(directory, 'replaced.json');

/** Checksums that a file had before its release, by its name: a later migration brings databases with an earlier text up to it. */
export type AmendedMigrations = Readonly<Record<string, readonly string[]>>;

/** The amended migrations of a folder, none without `amended.json`. */
export const readAmended = async (directory: string): Promise<AmendedMigrations> =>
  (await readJson<AmendedMigrations>(directory, 'amended.json')) ?? {};

async function readJson<T>(directory: string, name: string): Promise<T | undefined> {
  const text = await readFile(join(directory, name), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const value: T = JSON.parse(text);
  return value;
}

/**
 * Whether all replaced migrations were applied, so that the database holds what the baseline makes. False where none of
 * them was. Throws when one was changed, when another one stands among them, and when some are missing: those can no
 * longer be applied.
 */
export function isMadeByReplaced(
  applied: readonly AppliedMigration[],
  { replaced, lastCommit }: ReplacedMigrations,
): boolean {
  const checksums = new Map(replaced.map(({ name, checksum }) => [name, checksum]));
  if (!applied.some(({ name }) => checksums.has(name))) return false;
  for (const { name, checksum } of applied) {
    const known = checksums.get(name);
    if (known === undefined) refuseGone(name);
    if (known !== checksum) refuseChanged(name);
  }
  const missing = replaced.find(({ name }) => !applied.some((one) => one.name === name));
  if (missing === undefined) return true;
  throw new UnfitMigrations(
    `The database has ${applied.length} of ${replaced.length} migrations of an earlier version, ${missing.name} is the first` +
      ` that it lacks: start it once with commit ${lastCommit}, which applies the others, then start this version.`,
  );
}

/**
 * Makes the bookkeeping of a database that the replaced migrations made that of one made by the baseline, and gives its
 * tables and functions the baseline's comments, in which alone the two differ. The replaced ones stay as history under
 * numbers below zero. Runs in the caller's transaction.
 */
export async function carryOver(
  client: Client,
  baseline: readonly (AppliedMigration & { readonly sql: string })[],
): Promise<void> {
  await client.query('update schema_migrations set number = - number');
  for (const migration of baseline) {
    const comments = commentsOf(migration.sql);
    if (comments !== '') await client.query(comments);
    await recordApplied(client, migration);
  }
}

/** Notes that a migration was applied, in the caller's transaction. */
export async function recordApplied(
  client: Client,
  { number, name, checksum }: AppliedMigration,
): Promise<void> {
  await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ]);
}

const comment = /^comment on (?:[^';]|'[^']*')*;$/gm;

/** The statements `comment on …` of a file, which begin at the start of a line. */
const commentsOf = (sql: string): string => [...sql.matchAll(comment)].map(([text]) => text).join('\n');
