import type { SearchWords } from '@atelier/key-vault/row-sealing.ts';
import { type Kysely, type Transaction, sql } from 'kysely';
import { type Database, sealingOf } from '../platform/database.ts';
import { upsertRows } from '../projections/upsert.ts';
import { contactTerms } from './search-terms.queries.ts';

const BATCH = 500;
/** Held by the one process that rewrites. */
const RENEWAL_LOCK = 4_715_095;

/**
 * Gives the index of search a new key where a person was erased since its last one, writes all words of persons again, and
 * has the key before destroyed: an older copy of the index is then unreadable. Continues where it was interrupted.
 * `rewriteOthers` does so for other tables with such words. `db`: sessions of role `atelier_projector`. False where there was nothing to do, or another process is at it.
 */
export function renewSearchWords(
  db: Kysely<Database>,
  rewriteOthers: (db: Kysely<Database>, isStopped: () => boolean) => Promise<unknown>,
  isStopped: () => boolean,
): Promise<boolean> {
  return db.connection().execute(async (session) => {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_lock(${RENEWAL_LOCK}) as mine`.execute(session);
    if (rows[0]?.mine !== true) return false;
    try {
      return await sealingOf(db).renewWords(async () => {
        await rewriteWords(db, isStopped);
        await rewriteOthers(db, isStopped);
      });
    } finally {
      await sql`select pg_advisory_unlock(${RENEWAL_LOCK})`.execute(session);
    }
  });
}

/** Again until none is left: a node that was slow to see the new key may have written behind us. */
async function rewriteWords(db: Kysely<Database>, isStopped: () => boolean): Promise<void> {
  for (let written = 1; written > 0;) {
    written = 0;
    for (let from = 0; from >= 0;) {
      if (isStopped()) throw new Error('stopped while words of search were written anew');
      const last = await writeFrom(db, from);
      written += last === undefined ? 0 : 1;
      from = last ?? -1;
    }
  }
}

const writeFrom = (db: Kysely<Database>, after: number): Promise<number | undefined> =>
  db.transaction().execute((trx) => rewriteBatch(trx, after));

/** Answers the last deposit it wrote. The projection waits meanwhile: it holds its checkpoint while it writes. */
async function rewriteBatch(trx: Transaction<Database>, after: number): Promise<number | undefined> {
  await sql`select from projection_checkpoints where name = 'search' for update`.execute(trx);
  const words = await sealingOf(trx).words();
  const found = await olderWords(trx, words, after);
  if (found.length === 0) return undefined;
  const ids = found.map(({ id }) => id);
  const versions = new Map(found.map(({ id, version }) => [id, version]));
  const contacts = await contactsOf(trx, ids);
  await trx
    .deleteFrom('search_terms')
    .where('kind', '=', 'contact')
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .execute();
  const rows = contacts.flatMap(({ id, ...contact }) =>
    contactTerms(contact).map(({ field, term }) => ({
      kind: 'contact',
      id,
      field,
      term: words.blind(term),
      version: versions.get(id) ?? 0,
    })),
  );
  await upsertRows(trx, {
    table: 'search_terms',
    key: ['kind', 'id', 'term', 'field'],
    columns: ['version'],
    rows,
  });
  return ids.at(-1);
}

/** Deposits with words of a key before, or in clear. */
async function olderWords(trx: Transaction<Database>, { mark }: SearchWords, after: number) {
  const last = mark + String.fromCodePoint(0x10ffff);
  return trx
    .selectFrom('search_terms')
    .select((term) => ['id', term.fn.max('version').as('version')])
    .where('kind', '=', 'contact')
    .where('id', '>', after)
    .where((term) => term.or([term('term', '<', mark), term('term', '>', last)]))
    .groupBy('id')
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

/** As they are now: an event that the projection has not come to yet will replace the words again. */
function contactsOf(trx: Transaction<Database>, ids: readonly number[]) {
  return trx
    .selectFrom('rma_row')
    .select(['id', 'firstname as firstName', 'lastname as lastName', 'email'])
    .select(['phone_code as phoneCode', 'phone'])
    .where((where) => where('id', '=', where.fn.any(where.val([...ids]))))
    .execute();
}
