import { legalHoldStream } from '@atelier/domain/privacy/events.ts';
import type { LegalHoldView } from '@atelier/contracts/privacy/schema.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import { findUserNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import { findCustomerFacts } from './customer-facts.queries.ts';
import type { ErasureReader } from './erasures.queries.ts';

/** More are few: the newest are shown. */
const SHOWN = 200;

/** Legal holds in force, the newest first. */
export async function listLegalHolds(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readStreams'>,
  { seesNotes }: ErasureReader,
): Promise<readonly LegalHoldView[]> {
  const rows = await db
    .selectFrom('legal_hold_row')
    .selectAll()
    .where('released_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  const { deposits } = await findCustomerFacts(
    db,
    rows.map(({ customer_ref }) => customer_ref),
  );
  const names = await findUserNames(
    db,
    rows.flatMap(({ placed_by }) => placed_by ?? []),
  );
  const histories = await store.readStreams(seesNotes ? rows.map(({ id }) => legalHoldStream(id)) : []);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    customer_ref: row.customer_ref,
    deposits: deposits.filter((each) => each.customerRef === row.customer_ref).map(({ number }) => number),
    reason: row.reason,
    reference: referenceIn(histories.get(legalHoldStream(row.id))?.events ?? []),
    placed_at: row.placed_at.toISOString(),
    placed_by: {
      id: row.placed_by,
      name: row.placed_by === null ? '' : (names.get(row.placed_by) ?? ''),
    },
  }));
}

function referenceIn([placed]: readonly StoredEvent[]): string | null {
  if (placed === undefined || !('reference' in placed.data)) return null;
  return typeof placed.data.reference === 'string' ? placed.data.reference : null;
}
