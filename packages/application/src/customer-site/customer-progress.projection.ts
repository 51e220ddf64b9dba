import { customerProgress, stepsAfter } from '@atelier/domain/repair/customer-progress.ts';
import type { ItemStatusChanged } from '@atelier/domain/repair/item/events.ts';
import type { ItemDeposited } from '@atelier/domain/repair/item/deposit-events.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { type Folding, entityIdOf, isOneOf } from '@atelier/event-store/projections/projection.ts';
import type { Projection } from '../projections/projection.ts';
import { upsertRows } from '../projections/upsert.ts';
import type { CustomerProgressTable, ProgressStep } from './customer-progress.table.ts';

type ProgressEvent = ItemDeposited | ItemStatusChanged;
const PROGRESS_EVENTS = ['ItemDeposited', 'ItemStatusChanged'] as const;
const isProgressEvent = isOneOf<ProgressEvent>(PROGRESS_EVENTS);

/** The six steps of the customer's page, with the time each was reached. */
export const customerProgressProjection: Projection = {
  name: 'customer_progress',
  types: PROGRESS_EVENTS,
  tables: ['customer_progress'],
  begin: async (trx, events) => fold(trx, await load(trx, events)),
};

type Row = Omit<CustomerProgressTable, 'since'> & { readonly since: string };

async function load(trx: Transaction<Database>, events: readonly StoredEvent[]): Promise<Map<number, Row>> {
  const ids = [...new Set(events.map((event) => entityIdOf(event.streamId)))];
  const rows = await trx
    .selectFrom('customer_progress')
    .selectAll()
    .where((where) => where('item_id', '=', where.fn.any(where.val(ids))))
    .execute();
  return new Map(rows.map((row) => [row.item_id, { ...row, since: row.since.toISOString() }]));
}

function fold(trx: Transaction<Database>, items: Map<number, Row>): Folding {
  const touched = new Map<number, Row>();
  return {
    apply: (event) => {
      if (!isProgressEvent(event)) return;
      const id = entityIdOf(event.streamId);
      const before = items.get(id);
      if (before !== undefined && event.version <= before.version) return;
      const after =
        event.type === 'ItemDeposited' ? deposited(id, event.data) : before && moved(before, event.data);
      if (after === undefined) return;
      const row = { ...after, version: event.version };
      items.set(id, row);
      touched.set(id, row);
    },
    save: () =>
      upsertRows(trx, {
        table: 'customer_progress',
        key: ['item_id'],
        columns: ['rma_id', 'progress', 'cancelled', 'since', 'history', 'version'],
        rows: [...touched.values()],
      }),
  };
}

function deposited(id: number, { rmaId, createdAt }: ItemDeposited['data']): Row {
  const first = { at: createdAt, progress: 1 };
  return {
    item_id: id,
    rma_id: rmaId,
    progress: 1,
    cancelled: false,
    since: createdAt,
    history: [first],
    version: 0,
  };
}

function moved(row: Row, { to, at }: ItemStatusChanged['data']): Row {
  const { progress, cancelled } = customerProgress(to);
  const history = stepsAfter<ProgressStep>(row.history, { at, progress });
  const since = cancelled ? at : (history[0]?.at ?? at);
  return { ...row, progress, cancelled, since, history };
}
