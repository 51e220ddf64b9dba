import { sql } from 'kysely';
import type { CommandServices } from '../commands/run-command.ts';
import { erasePerson } from './erase-person.commands.ts';

interface Unapplied {
  readonly subject: string;
  readonly reason: string;
}

/**
 * Erases again whoever the ledger beside the vault names and this database does not know as wholly erased: after a restore of
 * an older database, and after an erasure that was cut short. Every start does so before it serves anybody, and so does a
 * restore, with the store of the restored database (`openStore` with the same vault). Answers how many persons were erased.
 */
export async function applyErasures(
  services: Pick<CommandServices, 'store' | 'db' | 'blobs' | 'clock'>,
): Promise<number> {
  const left = await listUnapplied(services);
  for (const { subject, reason } of left) {
    const now = services.clock.now();
    await erasePerson(services, { customerRefs: [subject], reason, requestId: 'ledger', now });
  }
  return left.length;
}

/** By the ledger outside, and by this database's own copy of it, which the releases without a vault wrote alone. */
async function listUnapplied({
  store,
  db,
}: Pick<CommandServices, 'store' | 'db'>): Promise<readonly Unapplied[]> {
  const ledger = await store.erasures();
  const { rows } = await sql<Unapplied>`
    select coalesce(l.subject, e.subject) as subject, coalesce(l.reason, e.reason) as reason
      from unnest(${ledger.map(({ subject }) => subject)}::text[], ${ledger.map(({ reason }) => reason)}::text[])
           l (subject, reason)
      full join erasures e on e.subject = l.subject
     where e.applied_at is null`.execute(db);
  return rows;
}
