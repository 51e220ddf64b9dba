import type { WeightIntervalView } from '@atelier/contracts/insight/gold-schema.ts';
import type { CustodySpan } from '@atelier/domain/repair/weights/interval.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

type SpanView = WeightIntervalView['spans'][number];

/** Names the holders of custody spans: sites by their names, packages by their numbers. Inside `inScope`. */
export async function holdersOf(
  trx: Kysely<Database>,
  spans: readonly CustodySpan[],
): Promise<(span: CustodySpan) => SpanView> {
  const [sites, packages] = [
    await namesOf(trx, idsOf(spans, 'site')),
    await numbersOf(trx, idsOf(spans, 'shipmentId')),
  ];
  return ({ site, shipmentId, status, from, until }) => ({
    site_id: site,
    holder: (site === null ? packages.get(shipmentId ?? 0) : sites.get(site)) ?? '',
    rma_status_id: status,
    from,
    until,
  });
}

const idsOf = (spans: readonly CustodySpan[], key: 'site' | 'shipmentId'): readonly number[] => [
  ...new Set(spans.flatMap((span) => span[key] ?? [])),
];

async function namesOf(trx: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('sites')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function numbersOf(trx: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('shipment_row')
    .select(['id', 'tracking_number'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, tracking_number: number }) => [id, number ?? '']));
}
