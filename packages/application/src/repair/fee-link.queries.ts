import { textIn } from '@atelier/domain/contract/translated-text.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import type { FeeAskedView } from '@atelier/contracts/repair/fee-link-schema.ts';
import { linkOf, standingOf } from '@atelier/domain/repair/fees/fee-links.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { FeeLink } from '@atelier/domain/repair/item/parts.ts';
import { nearestLanguage, type ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { productImagePath } from '@atelier/domain/shared/product.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import { itemAggregate } from '../aggregates.ts';
import type { Database } from '../platform/database.ts';
import { feeLinkHash, FEE_ID_BASE } from '../shared/fee-link-secret.ts';
import { feeConditionsIn, feeConditionsVersion } from './fee-conditions.queries.ts';

const TOKEN = /^([0-9a-z]{1,11})-[\w-]{32}$/;

export interface AskedFee {
  readonly item: Item;
  readonly link: FeeLink;
}

/** The piece and the link that a token leads to; undefined for any other text. */
export async function findAskedFee(
  store: Pick<EventStore, 'readStream'>,
  token: string,
): Promise<AskedFee | undefined> {
  const id = Number.parseInt(TOKEN.exec(token)?.[1] ?? '', FEE_ID_BASE);
  if (!Number.isSafeInteger(id)) return undefined;
  const item = itemAggregate.stateOf((await store.readStream(itemStream(id))).events);
  const link = item.kind === 'item' ? linkOf(item, feeLinkHash(token)) : undefined;
  return item.kind === 'item' && link !== undefined ? { item, link } : undefined;
}

const NOTHING = {
  number: '',
  product_name: '',
  product_kind: 'other',
  product_image: '',
  shop_name: '',
  shop_phone: '',
  work: [],
  language: 'en',
};

/** What the customer reads about it, inside `inScope` with everything visible; of an erased person nothing. */
export async function describeAskedFee(
  trx: Kysely<Database>,
  { item, link }: AskedFee,
  language: ReferenceLanguage | undefined,
  policy: Pick<Policy, 'feeConditions' | 'feeLinkLimits'>,
): Promise<FeeAskedView> {
  const { feeConditions } = policy;
  const asked = {
    standing: standingOf(item, link, policy),
    ...link.fee,
    conditions: feeConditionsVersion(feeConditions),
    conditions_text: null,
    answered_at: link.answeredAt,
  };
  if (asked.standing === 'erased') return { ...NOTHING, ...asked, answered_at: null };
  const row = await pieceOf(trx, item.id);
  return {
    ...asked,
    number: item.number,
    product_name: row.product_name,
    product_kind: row.product_kind,
    product_image: productImagePath(row.sku),
    shop_name: row.shop_name,
    shop_phone: row.shop_phone,
    language: row.language,
    conditions_text: feeConditionsIn(feeConditions, language ?? nearestLanguage(row.language) ?? 'en'),
    work: await workOf(trx, item, language ?? row.language),
  };
}

function pieceOf(trx: Kysely<Database>, itemId: number) {
  return trx
    .selectFrom('item_row as i')
    .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
    .innerJoin('sites as s', 's.id', 'i.store_id')
    .select(['i.sku', 'i.product_name', 'i.product_kind', 'r.language'])
    .select(['s.name as shop_name', 's.phone as shop_phone'])
    .where('i.id', '=', itemId)
    .executeTakeFirstOrThrow();
}

/** As exactly as it is known: the sub-reasons found, else the reasons found, else what was named at the counter. */
async function workOf(trx: Kysely<Database>, item: Item, language: string): Promise<string[]> {
  const { findings } = item.work;
  const from = findings !== null && findings.reasonIds.length > 0 ? findings : item;
  const ids = from.subReasons.map(({ id }) => id);
  const [table, wanted] =
    ids.length > 0 ? (['rma_sub_reasons', ids] as const) : (['rma_reasons', from.reasonIds] as const);
  const rows = await trx
    .selectFrom(table)
    .select(['id', 'names'])
    .where((where) => where('id', '=', where.fn.any(where.val([...wanted]))))
    .orderBy('id')
    .execute();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an unknown language falls back to English
  return rows.map(({ names }) => textIn(names, language as ReferenceLanguage));
}
