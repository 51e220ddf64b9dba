import { codeKey } from '@atelier/domain/contract/codes.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { DAY_MS, type ShipmentId } from '@atelier/domain/kernel.ts';
import type { NavCounts, NavDocumentView } from '@atelier/contracts/nav/schema.ts';
import type { NavState } from '@atelier/domain/nav/document.ts';
import { sql, type Kysely } from 'kysely';
import { inScope, type Database, type AppDb } from '../platform/database.ts';

/** Documents as lists give them; call inside `inScope`: the package beside it says who sees it. */
function navRecords(trx: Kysely<Database>) {
  return trx
    .selectFrom('nav_document_row as n')
    .innerJoin('shipment_row as p', 'p.id', 'n.id')
    .innerJoin('sites as s', 's.id', 'n.store_id')
    .innerJoin('sites as o', 'o.id', 'p.origin')
    .leftJoin('users as u', 'u.id', 'n.requested_by')
    .selectAll('n')
    .select(['p.visible_sites', 'p.origin as origin_id', 'o.code as origin_code', 'o.name as origin_name'])
    .select(['s.code as store_code', 's.name as store_name', 's.country as store_country'])
    .select('u.name as requested_by_name');
}

export type NavRecord = Awaited<ReturnType<ReturnType<typeof navRecords>['execute']>>[number];

export function toNavView(record: NavRecord): NavDocumentView {
  const { answer_code: code, answer_message: message, store_id, origin_id } = record;
  return {
    id: record.id,
    version: record.version,
    tracking_no: record.tracking_number,
    store: { id: store_id, code: record.store_code, name: record.store_name, country: record.store_country },
    origin: { id: origin_id, code: record.origin_code, name: record.origin_name },
    item_count: record.item_ids.length,
    state: record.state,
    attempts: record.attempts,
    nav_number: record.nav_number ?? '',
    answer: code === null ? null : { code, message: message ?? '' },
    attention: record.attention,
    reason: record.reason ?? '',
    requested_at: record.requested_at.toISOString(),
    requested_by: record.requested_by_name ?? '',
    changed_at: record.changed_at.toISOString(),
    due_at: record.due_at?.toISOString() ?? null,
  };
}

export interface NavListRequest {
  readonly state?: NavState | undefined;
  readonly attentionOnly?: boolean;
  /** The beginning of a tracking number. */
  readonly trackingNumber?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface NavPage {
  readonly documents: readonly NavDocumentView[];
  readonly total: number;
  /** Of everything in sight, by state; `attention` beside them. */
  readonly counts: NavCounts;
}

/** The newest change first. */
export async function listNavDocuments(trx: Kysely<Database>, request: NavListRequest): Promise<NavPage> {
  const { state, trackingNumber, page, pageSize } = request;
  const chosen = trx
    .selectFrom('nav_document_row as n')
    .innerJoin('shipment_row as p', 'p.id', 'n.id')
    .select('n.id')
    .$if(state !== undefined, (query) => query.where('n.state', '=', state ?? 'pending'))
    .$if(request.attentionOnly === true, (query) => query.where('n.attention', 'is not', null))
    .$if(trackingNumber !== undefined && trackingNumber !== '', (query) =>
      query.where(sql<boolean>`starts_with(code_key(n.tracking_number), ${codeKey(trackingNumber ?? '')})`),
    );
  const ids = await chosen
    .orderBy('n.changed_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const records = await findNavRecords(
    trx,
    ids.map(({ id }) => id),
  );
  const byId = new Map(records.map((record) => [record.id, toNavView(record)]));
  const counted = await trx
    .selectFrom(chosen.limit(COUNTED_UP_TO).as('some'))
    .select((some) => some.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    documents: ids.flatMap(({ id }) => byId.get(id) ?? []),
    total: counted.total,
    counts: await countsByState(trx),
  };
}

/** Lists count exactly up to here, as those of items do. */
const COUNTED_UP_TO = 10_000;

async function countsByState(trx: Kysely<Database>): Promise<NavCounts> {
  const rows = await trx
    .selectFrom('nav_document_row as n')
    .innerJoin('shipment_row as p', 'p.id', 'n.id')
    .select('n.state')
    .select((some) => [
      some.fn.countAll<number>().as('count'),
      some.fn.count<number>('n.attention').as('attention'),
    ])
    .groupBy('n.state')
    .execute();
  const of = (state: NavState): number => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    pending: of('pending'),
    sending: of('sending'),
    sent: of('sent'),
    rejected: of('rejected'),
    unknown: of('unknown'),
    skipped: of('skipped'),
    withdrawn: of('withdrawn'),
    attention: rows.reduce((sum, row) => sum + row.attention, 0),
  };
}

/** Documents by id, in no particular order. */
export async function findNavRecords(
  trx: Kysely<Database>,
  ids: readonly ShipmentId[],
): Promise<readonly NavRecord[]> {
  if (ids.length === 0) return [];
  return navRecords(trx)
    .where('n.id', 'in', [...ids])
    .execute();
}

export interface NavItem {
  readonly id: number;
  readonly number: string;
  readonly sku: string;
}

/** The pieces a document speaks of, by number; call inside `inScope`. */
export function listNavItems(trx: Kysely<Database>, ids: readonly number[]): Promise<NavItem[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return trx
    .selectFrom('item_row')
    .select(['id', 'number', 'sku'])
    .where('id', 'in', [...ids])
    .orderBy('number')
    .execute();
}

/** Where a site's documents stand in the log: moves with every change of one; call inside `inScope`. */
export async function newestNavPosition(trx: Kysely<Database>): Promise<number> {
  const row = await trx
    .selectFrom('nav_document_row as n')
    .innerJoin('shipment_row as p', 'p.id', 'n.id')
    .select('n.position')
    .orderBy('n.changed_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? 0;
}

const EVERYTHING: DataScope = { kind: 'all' };

/** Documents that are due for a worker by now, the longest due first, with their versions. */
export function listDueNavDocuments(
  db: AppDb,
  now: Date,
  limit: number,
): Promise<readonly { id: ShipmentId; version: number }[]> {
  return db
    .selectFrom('nav_document_row')
    .select(['id', 'version'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** A queue that lost its memory is noticed within days; older packages have passed through the policy long ago. */
const RECENT_MS = 30 * DAY_MS;

/**
 * Factory packages that left since NAV sending began, for stores of other countries than the excluded ones, and have no
 * document yet: what a lost queue forgot.
 */
export function listPackagesWithoutNav(
  db: AppDb,
  asked: { readonly now: Date; readonly excluded: readonly string[]; readonly limit: number },
): Promise<readonly { id: ShipmentId }[]> {
  const since = new Date(asked.now.getTime() - RECENT_MS);
  return inScope(db, EVERYTHING, (trx) =>
    trx
      .selectFrom('shipment_row as p')
      .innerJoin('sites as s', (join) =>
        join.on(
          's.id',
          '=',
          sql<number>`coalesce(p.destination, (select i.store_id from item_row i where i.id = p.item_ids[1]))`,
        ),
      )
      .select('p.id')
      .where('p.order_type', '=', 2)
      .where('p.sent_at', '>', since)
      .where('p.sent_at', '>', (query) => query.selectFrom('nav_since').select('at'))
      .where('s.country', 'not in', asked.excluded.length === 0 ? [''] : [...asked.excluded])
      .where((where) =>
        where.not(
          where.exists(
            where.selectFrom('nav_document_row as n').select('n.id').whereRef('n.id', '=', 'p.id'),
          ),
        ),
      )
      .orderBy('p.sent_at')
      .limit(asked.limit)
      .execute(),
  );
}
