import {
  CUSTODY_EVENTS,
  custodyStep,
  type CustodyEvent,
  type CustodyNow,
  type CustodySpan,
} from '@atelier/domain/custody/chain.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { type Folding, entityIdOf, isOneOf } from '@atelier/event-store/projections/projection.ts';
import type { Projection } from '../projections/projection.ts';
import { upsertRows } from '../projections/upsert.ts';
import { authorOf, fromSpanRow, toSpanRow, type HeldSpan, type SpanRow } from './held-span.table.ts';
import { spanRows } from './span-rows.queries.ts';

/** Who held which piece from when to when: the custody events of all items, a row per holder. */
export const custodyProjection: Projection = {
  name: 'custody',
  types: CUSTODY_EVENTS,
  tables: ['custody_spans'],
  begin: async (trx, events) => fold(trx, await loadOpen(trx, events)),
};

const isCustodyEvent = isOneOf<CustodyEvent>(CUSTODY_EVENTS);

/** What holds an item's jewel as far as folded, with the stream's version it is true of. */
interface Held extends CustodyNow {
  readonly span: HeldSpan;
  readonly version: number;
}

async function loadOpen(
  trx: Transaction<Database>,
  events: readonly StoredEvent[],
): Promise<Map<number, Held>> {
  const ids = [...new Set(events.map((event) => entityIdOf(event.streamId)))];
  const rows = await spanRows(trx)
    .where((where) => where('s.item_id', '=', where.fn.any(where.val(ids))))
    .where('s.left_at', 'is', null)
    .execute();
  const kept = Map.groupBy(
    rows.filter((row) => row.piece > 0),
    (row) => row.item_id,
  );
  const held = rows.filter((row) => row.piece === 0).map((row) => [row.item_id, heldOf(row, kept)] as const);
  return new Map(held);
}

function heldOf(row: SpanRow, kept: ReadonlyMap<number, readonly SpanRow[]>): Held {
  return { span: fromSpanRow(row), kept: kept.get(row.item_id)?.length ?? 0, version: row.version };
}

function fold(trx: Transaction<Database>, items: Map<number, Held>): Folding {
  const rows = new Map<string, SpanRow>();
  const put = (id: number, span: HeldSpan, version: number) =>
    rows.set(`${id} ${span.piece} ${span.enteredPosition}`, toSpanRow(id, span, version));
  return {
    apply: (event) => {
      if (!isCustodyEvent(event)) return;
      const id = entityIdOf(event.streamId);
      const before = items.get(id);
      if (before !== undefined && event.version <= before.version) return;
      const step = custodyStep(before, event);
      if (step === undefined) return;
      const author = authorOf(event.metadata);
      const named = (span: CustodySpan): HeldSpan => ({ ...span, ...author });
      if (step.ended !== null && before !== undefined) {
        put(id, { ...before.span, ...step.ended }, event.version);
      }
      const begun = step.begun.map(named);
      for (const span of begun) put(id, span, event.version);
      const jewel = begun.find((span) => span.piece === 0) ?? before?.span;
      if (jewel === undefined) return;
      put(id, jewel, event.version);
      items.set(id, { span: jewel, kept: step.now.kept, version: event.version });
    },
    save: () => upsertRows(trx, { ...SPANS, rows: [...rows.values()] }),
  };
}

const SPANS = {
  table: 'custody_spans',
  key: ['item_id', 'piece', 'entered_position'],
  columns: [
    'entered_at',
    'holder_kind',
    'holder_id',
    'from_site',
    'to_site',
    'left_at',
    'left_position',
    'actor',
    'worker',
    'actor_site',
    'version',
  ],
} as const;
