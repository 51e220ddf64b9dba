import { rmaStatus } from '@atelier/domain/repair-detail/rma-status.ts';
import type { RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import type { Kysely, QueryCreator } from 'kysely';
import type { Database } from '../platform/database.ts';
import { findItemRecords, type ItemRecord } from './item-record.queries.ts';
import { findPastItemRecords, pastDeposits } from './past-item-record.queries.ts';
import type { PastReader } from '../commands/past-streams.ts';
import { toItemView, type ViewOptions } from './item-view.queries.ts';

/** The same at a moment; undefined, too, while nothing of it was there or theirs to see. */
export async function findPastRmaView(
  trx: Kysely<Database>,
  rmaId: number,
  options: ViewOptions,
  reader: PastReader,
): Promise<Omit<RmaView, 'duplicates'> | undefined> {
  const items = await findPastItemRecords(trx, await itemIdsOf(trx, rmaId), reader);
  if (items.length === 0) return undefined;
  const rma = await rmaRecord(await pastDeposits(trx, [rmaId], reader), rmaId);
  return rma && viewOf(rma, items, options);
}

/**
 * One deposit with its contact and those of its items that the caller may see, inside `inScope`. Undefined when there
 * is none, or it is not theirs to see.
 */
export async function findRmaView(
  trx: Kysely<Database>,
  rmaId: number,
  options: ViewOptions,
): Promise<Omit<RmaView, 'duplicates'> | undefined> {
  const rma = await rmaRecord(trx, rmaId);
  if (rma === undefined) return undefined;
  return viewOf(rma, await findItemRecords(trx, await itemIdsOf(trx, rmaId)), options);
}

function viewOf(rma: RmaRecord, items: readonly ItemRecord[], options: ViewOptions) {
  return {
    ...headOf(rma, items),
    ...contactOf(rma, options),
    items: items.map((item) => toItemView(item, options)),
  };
}

type RmaRecord = NonNullable<Awaited<ReturnType<typeof rmaRecord>>>;

function rmaRecord(db: QueryCreator<Database>, rmaId: number) {
  return db
    .selectFrom('rma_row as r')
    .innerJoin('sites as s', 's.id', 'r.store_id')
    .selectAll('r')
    .select(['s.code as store_code', 's.name as store_name', 's.time_zone as store_time_zone'])
    .where('r.id', '=', rmaId)
    .executeTakeFirst();
}

async function itemIdsOf(trx: Kysely<Database>, rmaId: number): Promise<readonly number[]> {
  const rows = await trx
    .selectFrom('item_row')
    .select('id')
    .where('rma_id', '=', rmaId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

function headOf(rma: RmaRecord, items: readonly ItemRecord[]) {
  return {
    id: rma.id,
    version: rma.version,
    number: rma.number,
    created_at: rma.created_at.toISOString(),
    store: {
      id: rma.store_id,
      code: rma.store_code,
      name: rma.store_name,
      time_zone: rma.store_time_zone,
    },
    is_agent: rma.is_agent,
    delivery: rma.delivery,
    language: rma.language,
    platform_type: rma.platform,
    fulfilled_date: rma.fulfilled_date,
    original_order_id: rma.order_id ?? '',
    original_order_number: rma.order_number ?? '',
    rma_status_id: rmaStatus(items.map((item) => item.status)) ?? 1,
  };
}

const NOBODY = {
  firstname: '',
  lastname: '',
  fullname: '',
  email: '',
  phone_code: '',
  phone: '',
  fullphone: '',
  country: '',
  province: '',
  city: '',
  address: '',
  receiver_name: '',
  receiver_phone: '',
  public_reference: '',
};

/** The shop sees its customer; operation the name and the country alone; a worker none (see `Audience`). */
function contactOf(rma: RmaRecord, { audience }: ViewOptions) {
  if (audience === 'worker') return NOBODY;
  const { firstname, lastname, fullname, country } = rma;
  if (audience === 'operation') return { ...NOBODY, firstname, lastname, fullname, country };
  return {
    firstname,
    lastname,
    fullname,
    email: rma.email ?? '',
    phone_code: rma.phone_code,
    phone: rma.phone,
    fullphone: rma.fullphone,
    country,
    province: rma.province ?? '',
    city: rma.city ?? '',
    address: rma.address,
    receiver_name: rma.receiver_name,
    receiver_phone: rma.receiver_phone,
    public_reference: rma.public_reference,
  };
}
