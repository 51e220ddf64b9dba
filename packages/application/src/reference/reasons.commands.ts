import type { Rejection } from '@atelier/domain/rejection.ts';
import {
  reasonStream,
  subReasonStream,
  type ReasonSwitched,
  type SubReasonSaved,
} from '@atelier/domain/reference/reason-events.ts';
import { tableStream, type TableRecorded } from '@atelier/domain/recorded.ts';
import { mergedText } from '@atelier/domain/contract/translated-text.ts';
import type { SaveSubReasonBody } from '@atelier/contracts/reference/reason-schema.ts';
import type {
  CommandRequest,
  CommandResult,
  Histories,
  StreamDecision,
} from '@atelier/event-store/command.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { EventStore, InlineRow, StoredEvent } from '@atelier/event-store/types.ts';
import { recordedTable } from './recorded.table.ts';
import { rowRecorded } from '../shared/recorded/record-table.commands.ts';
import type { AppDb } from '../platform/database.ts';
import type { RmaSubReasonRow } from './repair.table.ts';

export interface ReasonServices {
  readonly store: EventStore;
  readonly db: AppDb;
}

type Extras = Pick<CommandRequest<Rejection>, 'metadata' | 'idempotency'> & {
  /** Version of the row the caller saw; 0 for one that was only ever imported. */
  readonly expectedVersion?: number | undefined;
};
type Outcome = Promise<CommandResult<Rejection>>;

/**
 * Creates or changes a sub-reason. The event holds all of it, so an import in between is neither lost nor undone unseen:
 * the last writer wins. It never moves to another reason, because old items name both.
 */
export function saveSubReason(
  { store, db }: ReasonServices,
  said: SaveSubReasonBody,
  id: number,
  extras: Extras,
): Outcome {
  const streamId = subReasonStream(id);
  const { metadata, idempotency, expectedVersion } = extras;
  return handleCommand<Rejection, SubReasonSaved | TableRecorded>(store, {
    streams: [streamId, tableStream('rma_sub_reasons')],
    metadata,
    idempotency,
    expected: expectedVersion === undefined ? undefined : { [streamId]: expectedVersion },
    decide: async (streams) => {
      const before = await rowOf(db, id);
      const rejection = await refusalOf(db, said, before);
      if (rejection !== undefined) return { ok: false, rejection };
      const data = savedOf(said, id, before, metadata.occurredAt);
      const answer = { sub_reason_id: id };
      if (before !== undefined && isSame(before, data)) return { ok: true, streams: [], answer };
      const row = { table: 'rma_sub_reasons', values: toRow(data) };
      const own = { streamId, events: [{ type: 'SubReasonSaved', data }], row } as const;
      return { ok: true, streams: [own, ...recordOf(streams, row, before, data.at)], answer };
    },
  });
}

const rowOf = (db: AppDb, id: number): Promise<RmaSubReasonRow | undefined> =>
  db.selectFrom('rma_sub_reasons').selectAll().where('id', '=', id).executeTakeFirst();

async function refusalOf(
  db: AppDb,
  said: SaveSubReasonBody,
  before: RmaSubReasonRow | undefined,
): Promise<Rejection | undefined> {
  if (said.id !== undefined && before === undefined) return { code: 'not_found' };
  if (before !== undefined && before.reason_id !== said.rma_reason_id) {
    return { code: 'invalid_input', details: { field: 'rma_reason_id' } };
  }
  const reason = await db
    .selectFrom('rma_reasons')
    .select('id')
    .where('id', '=', said.rma_reason_id)
    .executeTakeFirst();
  return reason === undefined ? { code: 'invalid_input', details: { field: 'rma_reason_id' } } : undefined;
}

function savedOf(
  said: SaveSubReasonBody,
  id: number,
  before: RmaSubReasonRow | undefined,
  at: string,
): SubReasonSaved['data'] {
  return {
    subReasonId: id,
    reasonId: said.rma_reason_id,
    names: mergedText(before?.names, said.names, said.name),
    descriptions: mergedText(before?.descriptions, said.descriptions, said.description),
    sort: said.sort ?? before?.sort ?? 0,
    active: said.IsActive ?? before?.is_active ?? true,
    warranty: said.is_under_warranty ?? before?.is_under_warranty ?? false,
    at,
  };
}

function toRow({
  subReasonId,
  reasonId,
  names,
  descriptions,
  sort,
  active,
  warranty,
}: SubReasonSaved['data']) {
  return {
    id: subReasonId,
    reason_id: reasonId,
    names,
    descriptions,
    sort,
    is_active: active,
    is_under_warranty: warranty,
  };
}

function isSame(row: RmaSubReasonRow, data: SubReasonSaved['data']): boolean {
  const after = toRow(data);
  const sameText = (one: object, other: object) =>
    Object.entries(one).every(([language, words]) => Reflect.get(other, language) === words);
  return (
    sameText(after.names, row.names) &&
    sameText(after.descriptions, row.descriptions) &&
    after.sort === row.sort &&
    after.is_active === row.is_active &&
    after.is_under_warranty === row.is_under_warranty
  );
}

/** Offers a reason for new items, or no more; old ones keep it (product/reference.md §2). */
export function switchReason(
  { store, db }: ReasonServices,
  id: number,
  active: boolean,
  { metadata, idempotency, expectedVersion }: Extras,
): Outcome {
  const streamId = reasonStream(id);
  return handleCommand<Rejection, ReasonSwitched | TableRecorded>(store, {
    streams: [streamId, tableStream('rma_reasons')],
    metadata,
    idempotency,
    expected: expectedVersion === undefined ? undefined : { [streamId]: expectedVersion },
    decide: async (streams) => {
      const before = await db.selectFrom('rma_reasons').selectAll().where('id', '=', id).executeTakeFirst();
      if (before === undefined) return { ok: false, rejection: { code: 'not_found' } };
      if (before.is_active === active) return { ok: true, streams: [] };
      const { names, sort } = before;
      const data = { reasonId: id, names, sort, active, at: metadata.occurredAt };
      const row = { table: 'rma_reasons', values: { id, names, sort, is_active: active } };
      const own = { streamId, events: [{ type: 'ReasonSwitched', data }], row } as const;
      return { ok: true, streams: [own, ...recordOf(streams, row, before, data.at)] };
    },
  });
}

const isRecord = (event: StoredEvent): event is StoredEvent<TableRecorded> => event.type === 'TableRecorded';

/** The table's own record of the row that the command writes (decisions/0204): an import in between loses this append. */
function recordOf(
  streams: Histories,
  { table, values }: InlineRow,
  before: object | undefined,
  at: string,
): readonly StreamDecision<TableRecorded>[] {
  const streamId = tableStream(table);
  const last = streams.get(streamId)?.events.findLast(isRecord);
  const change = { before: before && { ...before }, after: { ...before, ...values } };
  const record = rowRecorded(recordedTable(table), last?.data, change, at);
  return record === undefined ? [] : [{ streamId, events: [record] }];
}
