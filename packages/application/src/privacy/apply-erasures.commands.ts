import { sql } from 'kysely';
import type { CommandServices } from '../commands/run-command.ts';
import { erasePerson } from './erase-person.commands.ts';

type Services = Pick<CommandServices, 'store' | 'db' | 'blobs' | 'clock'>;

interface Unapplied {
  readonly subject: string;
  readonly reason: string;
}

const PAGE = 1_000;

/**
 * Erases again the persons whom the ledger in the vault names and this database does not know as wholly erased:
 * after a restore of an older database, and after an erasure that was cut short. Every start does so before it
 * serves requests, and so does a restore, with the store of the restored database (`openStore` with the same
 * vault). The database notes how far it came in the ledger. Answers how many persons were erased.
 */
export async function applyErasures(services: Services): Promise<number> {
  let erased = await eraseAll(services, await listUnfinished(services));
  for (let after = await appliedUpTo(services); ;) {
    const entries = await services.store.erasures(after, PAGE);
    const last = entries.at(-1);
    if (last === undefined) return erased;
    erased += await eraseAll(services, await withoutApplied(services, entries));
    after = last.number;
    await noteApplied(services, after);
  }
}

async function eraseAll(services: Services, persons: readonly Unapplied[]): Promise<number> {
  for (const { subject, reason } of persons) {
    const now = services.clock.now();
    await erasePerson(services, { customerRefs: [subject], reason, requestId: 'ledger', now });
  }
  return persons.length;
}

/** By the database's own copy of the ledger, which the releases without a vault wrote alone. */
async function listUnfinished({ db }: Services): Promise<readonly Unapplied[]> {
  const { rows } = await sql<Unapplied>`
    select subject, reason from erasures where coalesce(applied_at, 'infinity') = 'infinity'`.execute(db);
  return rows;
}

async function appliedUpTo({ db }: Services): Promise<number> {
  const { rows } = await sql<{ ledger: number }>`select ledger from key_vault`.execute(db);
  return rows[0]?.ledger ?? 0;
}

/** A writer of the vault may hold the row for as long as appends under way take. */
async function noteApplied({ db }: Services, number: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = 0`.execute(trx);
    await sql`update key_vault set ledger = greatest(ledger, ${number})`.execute(trx);
  });
}

async function withoutApplied(
  { db }: Services,
  entries: readonly Unapplied[],
): Promise<readonly Unapplied[]> {
  const subjects = entries.map(({ subject }) => subject);
  const { rows } = await sql<{ subject: string }>`
    select subject from erasures where subject = any (${subjects}::text[]) and applied_at is not null`.execute(
    db,
  );
  const applied = new Set(rows.map(({ subject }) => subject));
  return entries.filter(({ subject }) => !applied.has(subject));
}
