import type { TranslatedText } from '@atelier/domain/contract/translated-text.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database.ts';

export type StatusRow = Awaited<ReturnType<ReturnType<typeof statusRows>['execute']>>[number];

/** The shop that the page speaks of: the one its owner chose, once the piece lies there or is on its way; else its own. */
const PICKUP_SHOP = sql<number>`case when i.collect_shop is null then i.store_id
  when i.status = ${Status.ShopReceived} and i.custody_site is distinct from i.collect_shop then i.store_id
  else i.collect_shop end`;

/** An item that another one continues is left out: the jewel is shown once. */
export function statusRows(trx: Kysely<Database>, rmaId: number) {
  return trx
    .selectFrom('item_row as i')
    .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
    .innerJoin('sites as s', (join) => join.on(sql<boolean>`s.id = ${PICKUP_SHOP}`))
    .innerJoin('sites as h', 'h.id', 'i.store_id')
    .leftJoin('customer_progress as p', 'p.item_id', 'i.id')
    .select([
      'i.id',
      'i.rma_id',
      'i.version',
      'i.invoice_number',
      'i.order_number',
      'i.shipment_tracking',
      'i.tracking_number',
      'i.sku',
      'i.product_name',
      'i.product_kind',
      'i.fee_amount',
      'i.fee_currency',
      'i.fee_settled',
      'i.fee_asked',
      'i.waiver',
      'i.released_pictures',
      'i.created_at',
      'i.progress as current_progress',
      'i.status_entered_at',
      'i.cancelled',
      'i.outcome',
      'i.rank',
      'i.status',
      'i.holds',
      'i.expected_likely',
      'i.expected_latest',
      'i.expected_later',
      'i.store_id',
      'i.delivery',
      'i.custody_kind',
      'i.custody_site',
      'i.custody_to',
      'i.collect_kind',
      'i.collect_shop',
      'i.pickup_day',
      'i.pickup_from',
      'i.pickup_to',
      'r.fullname',
      'r.public_reference',
      'r.country',
      'r.address as rma_address',
      'r.number',
      'r.version as rma_version',
      'r.order_number as rma_order_number',
      'r.firstname',
      'r.lastname',
      'r.email',
      'r.phone_code',
      'r.phone',
      's.name as shop_name',
      'h.name as home_shop',
      'h.time_zone as home_zone',
      's.phone as shop_phone',
      's.address as shop_address',
      's.postal_code as shop_postal_code',
      's.city as shop_city',
      's.opening_hours as shop_hours',
      's.map_url as shop_map',
      'p.history',
      'p.since',
      'p.version as progress_version',
    ])
    .select(
      sql<readonly { readonly id: number; readonly names: TranslatedText }[]>`coalesce((
        select json_agg(json_build_object('id', n.id, 'names', n.names) order by a.place)
          from unnest(i.reasons) with ordinality a (id, place) join rma_reasons n on n.id = a.id), '[]')`.as(
        'reasons',
      ),
    )
    .where('i.rma_id', '=', rmaId)
    .where('i.linked_to', 'is', null)
    .orderBy('i.id');
}
