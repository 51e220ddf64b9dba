import { createHash } from 'node:crypto';
import type { CredentialKind } from '@atelier/domain/recorded.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { CREDENTIALS } from './credentials.ts';
import { canonical } from './table-sum.ts';

/** Digests of credentials as they are kept now, by owner; of these owners, or of all. An owner without any is not in it. */
export async function credentialDigests(
  db: Kysely<Database>,
  kind: CredentialKind,
  owners?: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { table, owner, columns, only } = CREDENTIALS[kind];
  const ofThese = owners === undefined ? sql`true` : sql`t.${sql.ref(owner)} = any(${[...owners]}::bigint[])`;
  const { rows } = await sql<{ owner: number; kept: readonly unknown[] }>`
    select t.${sql.ref(owner)} as owner, jsonb_agg(kept.cells order by kept.cells) as kept
      from public.${sql.table(table)} t,
           lateral (select jsonb_build_array(${sql.raw(columns.join(', '))}) as cells) kept
     where ${sql.raw(only)} and ${ofThese}
     group by 1`.execute(db);
  return new Map(rows.map(({ owner: id, kept }) => [id, digestOf(kind, id, kept)]));
}

const digestOf = (kind: CredentialKind, owner: number, kept: unknown): string =>
  createHash('sha256')
    .update(canonical([kind, owner, kept]))
    .digest('hex');
