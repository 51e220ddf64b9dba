import { type CustomerRef, type ItemId, itemStream, rmaStream } from '@atelier/domain/kernel.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { StreamDecision } from '@atelier/event-store/command.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { EventMetadata, EventStore, StreamHistory } from '@atelier/event-store/types.ts';
import { sql } from 'kysely';
import { inlineRowOf } from '../aggregates.ts';
import type { CommandServices } from '../commands/run-command.ts';
import { withdrawExports } from '../remove-export-files.ts';
import { inScope } from '../platform/database.ts';
import { erasePersonFiles, listPersonFiles } from './erase-files.commands.ts';
import { listPackageWords } from './package-words.queries.ts';
import { listStreamsOfCustomers, type DepositStreams } from './person-streams.queries.ts';

export interface PersonErasure {
  /** All references under which the log knows the person: `customer-<id>` of the CRM, `rma-<id>` of a walk-in. */
  readonly customerRefs: readonly CustomerRef[];
  /** Goes into the ledger of erasures: a ground in the law, never a name. */
  readonly reason: string;
  /** The request that was approved; stands in the metadata of every event. */
  readonly requestId: number | string;
  readonly now: Date;
}

export interface ErasedPerson {
  /** Streams that got their event in this call; 0 when all had it before. */
  readonly streams: number;
  /** Of the last event written: readers that wait for it show the person no more. 0 when none was written. */
  readonly position: number;
}

/**
 * Erases a person for good: first the keys of their files, then in the ledger outside the database, then their own key and those of what was written about their packages, then by an event on each of their
 * deposits and pieces, whose rows are rewritten with it and which every projection, screen and rebuild follows.
 * Safe to repeat after any failure; who may ask, and that two have agreed, is the caller's to know.
 */
export async function erasePerson(
  services: Services,
  { customerRefs, reason, requestId, now }: PersonErasure,
): Promise<ErasedPerson> {
  const pieces = (await depositsOf(services, customerRefs)).flatMap(({ itemIds }) => itemIds);
  // Before the key is destroyed: afterwards the person's files cannot be found any more.
  await eraseFilesOf(services, pieces);
  const subjects = [...customerRefs, ...(await listPackageWords(services, pieces))];
  await services.store.erase(subjects, reason);
  let erased: ErasedPerson = { streams: 0, position: 0 };
  // Asked again: a deposit may have been under way until the key was gone.
  for (const deposit of await depositsOf(services, customerRefs)) {
    const { streams, position } = await eraseDeposit(services, deposit, { requestId, now });
    erased = { streams: erased.streams + streams, position: Math.max(erased.position, position) };
  }
  // What came in between, as far as the read model names it.
  await eraseFilesOf(services, pieces);
  await withdrawExports(services, pieces, metadataOf({ requestId, now }, 'exports'));
  await eraseRecords(services, subjects, now);
  return erased;
}

type Services = Pick<CommandServices, 'store' | 'db' | 'blobs'>;

async function eraseFilesOf(services: Services, pieces: readonly ItemId[]): Promise<void> {
  await erasePersonFiles(services, await listPersonFiles(services, pieces), pieces);
}

/** With the pieces whose events are in the log: of those in an archive, the row holds nothing personal. */
async function depositsOf(
  { store, db }: Services,
  customerRefs: readonly CustomerRef[],
): Promise<readonly DepositStreams[]> {
  const deposits = await inScope(db, { kind: 'all' }, (trx) => listStreamsOfCustomers(trx, customerRefs));
  const archived = await archivedAmong(
    store,
    deposits.flatMap(({ itemIds }) => itemIds),
  );
  return deposits.map((deposit) => ({
    ...deposit,
    itemIds: deposit.itemIds.filter((id) => !archived.has(id)),
  }));
}

async function archivedAmong(store: EventStore, itemIds: readonly ItemId[]): Promise<ReadonlySet<ItemId>> {
  const isIn = (ids: readonly ItemId[]): Promise<boolean> =>
    store.readLoggedStreams(ids.map(itemStream)).then(
      () => false,
      (error: unknown) => {
        if (error instanceof ArchivedHistory) return true;
        throw error;
      },
    );
  if (!(await isIn(itemIds))) return new Set();
  const each = await Promise.all(itemIds.map((id) => isIn([id])));
  return new Set(itemIds.filter((_, index) => each[index]));
}

/** The CRM's record, and the note that nothing readable is left. */
async function eraseRecords({ db }: Services, subjects: readonly string[], now: Date): Promise<void> {
  const ids = subjects.flatMap((ref) => /^customer-(\d{1,9})$/.exec(ref)?.[1] ?? []).map(Number);
  // The tables' owner is held to row-level security as well: without a scope it would write no record.
  await inScope(db, { kind: 'all' }, (trx) =>
    sql`select erase_customer_records(${ids}::integer[])`.execute(trx),
  );
  await sql`select erasure_applied(${subjects}::text[], ${now})`.execute(db);
}

interface Asked {
  readonly requestId: number | string;
  readonly now: Date;
}

/** The deposit and its pieces in one append, so that no screen shows half of it. */
async function eraseDeposit(
  { store }: Services,
  { rmaId, itemIds, customerRef }: DepositStreams,
  asked: Asked,
): Promise<ErasedPerson> {
  const result = await handleCommand(store, {
    streams: [rmaStream(rmaId), ...itemIds.map(itemStream)],
    metadata: metadataOf(asked, rmaId),
    decide: (histories) => ({
      ok: true,
      streams: [...histories.values()].flatMap((history) => eraseStream(history, customerRef, asked)),
    }),
  });
  return result.ok
    ? { streams: Object.keys(result.versions).length, position: result.position }
    : { streams: 0, position: 0 };
}

function eraseStream(
  { streamId, events, version }: StreamHistory,
  customerRef: CustomerRef,
  { now }: Asked,
): readonly StreamDecision[] {
  const type = streamId.startsWith('rma-') ? 'RmaCustomerErased' : 'ItemCustomerErased';
  if (version === 0 || events.some((event) => event.type === type)) return [];
  const erased = { type, data: { customerRef, at: now.toISOString() } };
  const row = inlineRowOf(streamId, [...events, erased]);
  return [{ streamId, events: [erased], ...(row && { row }) }];
}

function metadataOf({ requestId, now }: Asked, part: number | string): EventMetadata {
  return {
    actor: { id: 'system', kind: 'system', name: 'erase person' },
    commandId: `erase-${requestId}-${part}`,
    correlationId: `erasure-${requestId}`,
    occurredAt: now.toISOString(),
  };
}
