import type { PoolClient } from 'pg';
import type { EncodedCommand } from '../append/append-batch.ts';
import { IdempotencyConflict } from '../errors.ts';
import type { Queryable } from '@atelier/postgres/transaction.ts';
import type { Idempotency } from '../types.ts';
import { copied, copyRows } from './copy-rows.ts';
import { jsonbText } from '@atelier/postgres/jsonb-text.ts';

const findSql = `select h.person, h.key, h.fingerprint from unnest($1::text[], $2::text[]) i (person, key)
  join handled_commands h on h.person = i.person and h.key = i.key`;

const PAGE = 5_000;

const nameOf = ({ person, key }: Pick<Idempotency, 'person' | 'key'>): string =>
  JSON.stringify([person, key]);

/** The idempotency keys of an import: those found in the log's database, and those it brings. */
export class ImportedKeys {
  readonly #fingerprints = new Map<string, string>();
  readonly #lines: string[] = [];

  /** Looks up which of the commands' keys were used before. */
  async find(db: Queryable, commands: readonly EncodedCommand[]): Promise<void> {
    const used = commands.flatMap(({ idempotency }) => idempotency ?? []);
    if (used.length === 0) return;
    const { rows } = await db.query<Idempotency>(findSql, [
      used.map(({ person }) => person),
      used.map(({ key }) => key),
    ]);
    for (const row of rows) this.#fingerprints.set(nameOf(row), row.fingerprint);
  }

  /** Whether the command was carried out before. @throws IdempotencyConflict when its key was another one's */
  isHandled({ idempotency }: EncodedCommand): boolean {
    const known = idempotency && this.#fingerprints.get(nameOf(idempotency));
    if (known === undefined) return false;
    if (known !== idempotency?.fingerprint) throw new IdempotencyConflict();
    return true;
  }

  /** Keeps the key of a command whose last event has this position. */
  keep({ idempotency, streams }: EncodedCommand, position: number): void {
    if (idempotency === undefined) return;
    this.#fingerprints.set(nameOf(idempotency), idempotency.fingerprint);
    const versions = Object.fromEntries(
      streams.map(({ streamId, expectedVersion, events }) => [streamId, expectedVersion + events.length]),
    );
    const { person, key, fingerprint, answer } = idempotency;
    const columns = [person, key, fingerprint, jsonbText(versions), position, answer && jsonbText(answer)];
    this.#lines.push(columns.map(copied).join('\t'));
  }

  /** Fails when another command has used one of the keys meanwhile. */
  async write(client: PoolClient): Promise<void> {
    const columns = 'handled_commands (person, key, fingerprint, versions, position, answer)';
    // A page at a time: one text of millions of lines is longer than a string can be.
    for (let from = 0; from < this.#lines.length; from += PAGE) {
      const page = this.#lines.slice(from, from + PAGE);
      await copyRows(client, columns, page.map((line) => `${line}\n`).join(''));
    }
  }
}
