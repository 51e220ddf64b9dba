import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import { isItemEvent } from '@atelier/domain/personal-data.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { differenceOf, verdictOf } from '@atelier/domain/repair/weights/interval.ts';
import { evolveWeights, type WeightLedger } from '@atelier/domain/repair/weights/ledger.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import { holdersOf } from './weight-holders.queries.ts';
import type { Database } from '../platform/database.ts';

/** The weights of a piece between its weighings, folded from its stream. Inside `inScope`. */
export async function findWeights(
  trx: Kysely<Database>,
  stored: readonly StoredEvent[],
): Promise<ItemFileView['weights']> {
  const events: readonly (StoredEvent & ItemEvent)[] = stored.filter((event) => isItemEvent(event));
  const intervals = events.reduce<WeightLedger | undefined>(evolveWeights, undefined)?.intervals ?? [];
  const nameOf = await holdersOf(
    trx,
    intervals.flatMap(({ spans }) => spans),
  );
  const notes = notesOf(events);
  return intervals.map((interval) => ({
    weighing: interval.weighing,
    in_mg: interval.inMg,
    added_mg: interval.addedMg,
    out_mg: interval.outMg,
    scrap_mg: interval.scrapMg,
    loss_mg: interval.lossMg,
    difference_mg: differenceOf(interval),
    tolerance_mg: interval.toleranceMg,
    unweighed_parts: interval.unweighedParts,
    verdict: verdictOf(interval),
    opened_at: interval.openedAt,
    closed_at: interval.closedAt,
    explanation: interval.explanation,
    note: notes.get(interval.weighing) ?? '',
    spans: interval.spans.map(nameOf),
  }));
}

/** The newest note of each interval; none once the customer is erased. */
function notesOf(events: readonly ItemEvent[]): ReadonlyMap<number, string> {
  return new Map(
    events.flatMap((event) =>
      event.type === 'WeightDifferenceExplained' ? [[event.data.weighing, event.data.note ?? '']] : [],
    ),
  );
}
