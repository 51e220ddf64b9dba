import type { ClearingRunView } from '@atelier/contracts/clearing/schema.ts';
import type { ClearingFilter } from '@atelier/domain/clearing/events.ts';
import type { AppDb } from '@atelier/application/platform/database.ts';
import {
  listClearedItems,
  type ClearingCandidate,
  type ClearingRunRecord,
} from '@atelier/application/clearing/clearing.queries.ts';

/** What a run would clear; writes nothing. */
export function previewView(
  filter: ClearingFilter,
  candidates: readonly ClearingCandidate[],
  requestedBy: string,
  now: Date,
): ClearingRunView {
  return {
    id: 0,
    version: 0,
    state: 'preview',
    requested_by: requestedBy,
    requested_at: now.toISOString(),
    scheduled: false,
    criteria: criteriaOf(filter),
    total: candidates.length,
    cleared: 0,
    skipped: [],
    items: candidates.map(lineOf),
  };
}

/** A run as the screen shows it: its progress is what its events have cleared so far. */
export async function runView(db: AppDb, run: ClearingRunRecord): Promise<ClearingRunView> {
  const passedOver = [...run.skipped, ...run.undo_skipped];
  const [items, skipped] = await Promise.all([
    listClearedItems(db, run.cleared),
    listClearedItems(
      db,
      passedOver.map(({ itemId }) => itemId),
    ),
  ]);
  const numbers = new Map(skipped.map(({ id, number }) => [id, number]));
  return {
    id: run.id,
    version: run.version,
    state: run.state,
    requested_by: run.requested_by_name ?? '',
    requested_at: run.started_at.toISOString(),
    scheduled: run.scheduled,
    criteria: criteriaOf(run.filter),
    total: run.cleared.length + run.skipped.length,
    cleared: run.cleared.length - run.restored.length,
    skipped: passedOver.map(({ itemId, because }) => ({
      item_id: itemId,
      number: numbers.get(itemId) ?? '',
      code: because,
    })),
    items: items.map(lineOf),
  };
}

function criteriaOf(filter: ClearingFilter): ClearingRunView['criteria'] {
  return {
    rma_id: filter.rmaIds.length === 0 ? null : [...filter.rmaIds],
    start_date: filter.startDate,
    end_date: filter.endDate,
    limit: filter.limit,
    valid_date_of_pruchase: filter.validPurchaseDateOnly,
  };
}

function lineOf({ id, number, store_name, waiting_since }: ClearingCandidate) {
  return { item_id: id, number, store_name, waiting_since: waiting_since.toISOString() };
}
