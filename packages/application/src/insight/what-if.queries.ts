import type { WhatIfPiece, WhatIfView } from '@atelier/contracts/insight/what-if-schema.ts';
import { spanOf } from '@atelier/domain/insight/periods.ts';
import { comparePiece } from '@atelier/domain/processes/what-if/compare.ts';
import { shortestLimit, wasMarked, wouldBeMarked } from '@atelier/domain/processes/what-if/marks.ts';
import { createRuleBook } from '@atelier/domain/processes/what-if/rule-book.ts';
import { changesMarks, type RuleChange } from '@atelier/domain/processes/what-if/rules.ts';
import {
  differsIn,
  sumsOf,
  WhatIfTally,
  type Check,
  type Differing,
  type Kind,
} from '@atelier/domain/processes/what-if/tally.ts';
import { DAY_MS, HOUR_MS, toInstant } from '@atelier/domain/kernel.ts';
import { CHARGED_CAUSES } from '@atelier/domain/repair/scanning/quality.ts';
import { policyAt, type PolicySpan } from '@atelier/domain/system/config.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { inTurns } from '../shared/in-turns.ts';
import {
  decidedPieces,
  overdueStays,
  readPrices,
  readShops,
  type DecisionsAsked,
  type Shop,
  type StayFound,
} from './what-if-inputs.queries.ts';

type Db = Kysely<Database>;

export interface WhatIfAsked extends DecisionsAsked {
  readonly change: RuleChange;
  /** Every version of the configuration. */
  readonly timeline: readonly PolicySpan[];
  readonly kind?: Kind | undefined;
  readonly page: number;
  readonly pageSize: number;
}
interface Answer {
  readonly view: WhatIfView;
  /** Pieces of the list. */
  readonly total: number;
}

/** The decisions of a period made once more by changed rules. Reads, and writes nothing. Inside `inScope` of every piece. */
export async function whatIf(trx: Db, asked: WhatIfAsked): Promise<Answer> {
  const shops = new Map((await readShops(trx)).map((shop) => [shop.id, shop]));
  const tally = new WhatIfTally();
  await addDecisions(trx, asked, shops, tally);
  if (changesMarks(asked.change)) await addMarks(trx, asked, shops, tally);
  const differing = tally.differing();
  const { kind, page, pageSize } = asked;
  const listed = kind === undefined ? differing : differing.filter((piece) => differsIn(piece, kind));
  const { assumed, ...check } = tally.check();
  const view = {
    rules: rulesInForce(asked),
    check: await checkView(trx, check),
    assumed,
    sums: sumsView(differing),
    shops: byShop(differing, shops),
    countries: byCountry(differing, shops),
    rows: await rowsOf(trx, listed.slice((page - 1) * pageSize, page * pageSize), shops),
  };
  return { view, total: listed.length };
}

type Shops = ReadonlyMap<number, Shop>;

async function addDecisions(trx: Db, asked: WhatIfAsked, shops: Shops, tally: WhatIfTally): Promise<void> {
  const { timeline, change, period } = asked;
  const book = createRuleBook({ timeline, change, prices: await readPrices(trx), period: spanOf(period) });
  for await (const pieces of decidedPieces(trx, asked))
    await inTurns(pieces, ({ item_id: itemId, deposited_at: depositedAt, deposit_day, decisions: piece }) => {
      const { storeId } = piece;
      const shop = shops.get(storeId);
      const compared = comparePiece({ piece, depositDay: deposit_day, shop, book });
      const { currency } = piece.fee.due;
      if (compared !== null) tally.addDecided({ itemId, storeId, depositedAt, currency }, compared);
    });
}

/** Stays of one piece in one status come together: it was marked where one of them was. */
async function addMarks(trx: Db, asked: WhatIfAsked, shops: Shops, tally: WhatIfTally): Promise<void> {
  const { timeline, change, period } = asked;
  const span = spanOf(period);
  let open: { readonly stay: StayFound; before: boolean; after: boolean } | null = null;
  const close = () => {
    if (open === null || open.before === open.after) return;
    const { item_id: itemId, store_id: storeId, deposited_at: depositedAt, status } = open.stay;
    const piece = { itemId, storeId, depositedAt, currency: shops.get(storeId)?.currency ?? '' };
    tally.addMark(piece, { status, before: open.before, after: open.after });
  };
  for await (const stays of overdueStays(trx, asked, shortestLimit(timeline, change)))
    await inTurns(stays, (stay) => {
      const marked = {
        status: stay.status,
        enteredAt: toInstant(stay.entered_at),
        from: toInstant(stay.true_from),
        until: toInstant(stay.ended_at),
      };
      if (open?.stay.item_id !== stay.item_id || open.stay.status !== stay.status) {
        close();
        open = { stay, before: false, after: false };
      }
      open.before ||= wasMarked(marked, timeline, span);
      open.after ||= wouldBeMarked(marked, timeline, change, span);
    });
  close();
}

function rulesInForce({ timeline, moment, now }: WhatIfAsked): WhatIfView['rules'] {
  const policy = policyAt(timeline, moment?.asOf == null ? now.getTime() : Date.parse(moment.asOf));
  return {
    warranty_years: policy.warrantyYears,
    extended_months: policy.extendedWarrantyMonths,
    ready_hours: policy.readyToShipOverMs / HOUR_MS,
    waiting_days: policy.waitingOverMs / DAY_MS,
    charged: [...CHARGED_CAUSES],
  };
}

function sumsView(pieces: readonly Differing[]): WhatIfView['sums'] {
  const { pieces: count, intoWarranty, outOfWarranty, fees, marks } = sumsOf(pieces);
  return {
    pieces: count,
    into_warranty: intoWarranty,
    out_of_warranty: outOfWarranty,
    fees: fees.map((sum) => ({ ...sum })),
    marks: marks.map(({ status, ...sum }) => ({ rma_status_id: status, ...sum })),
  };
}

function byShop(pieces: readonly Differing[], shops: Shops): WhatIfView['shops'] {
  const groups = [...Map.groupBy(pieces, ({ storeId }) => storeId)];
  return groups
    .map(([id, own]) => ({
      shop_id: id,
      shop: shops.get(id)?.name ?? '',
      country: shops.get(id)?.country ?? '',
      ...sumsView(own),
    }))
    .toSorted((a, b) => b.pieces - a.pieces || a.shop_id - b.shop_id);
}

function byCountry(pieces: readonly Differing[], shops: Shops): WhatIfView['countries'] {
  const groups = [...Map.groupBy(pieces, ({ storeId }) => shops.get(storeId)?.country ?? '')];
  return groups
    .map(([country, own]) => ({ country, ...sumsView(own) }))
    .toSorted((a, b) => b.pieces - a.pieces || (a.country < b.country ? -1 : 1));
}

const namesOf = (trx: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom('item_row')
        .select(['id', 'rma_id', 'number', 'sku', 'product_name'])
        .where('id', 'in', ids)
        .execute();

async function checkView(trx: Db, { undecided, ...counts }: Check): Promise<WhatIfView['check']> {
  const found = [...undecided];
  const rows = await namesOf(
    trx,
    found.flatMap(([, { examples }]) => examples),
  );
  const named = new Map(rows.map(({ id, rma_id, number }) => [id, { item_id: id, rma_id, number }]));
  return {
    ...counts,
    undecided: found.map(([cause, { pieces, examples }]) => ({
      cause,
      pieces,
      examples: examples.flatMap((id) => named.get(id) ?? []),
    })),
  };
}

async function rowsOf(trx: Db, pieces: readonly Differing[], shops: Shops): Promise<WhatIfPiece[]> {
  const rows = await namesOf(
    trx,
    pieces.map(({ itemId }) => itemId),
  );
  const named = new Map(rows.map((row) => [row.id, row]));
  return pieces.flatMap(({ itemId, storeId, depositedAt, inWarranty, currency, due, cause, marks }) => {
    const row = named.get(itemId);
    if (row === undefined) return [];
    return {
      item_id: itemId,
      rma_id: row.rma_id,
      number: row.number,
      sku: row.sku,
      product_name: row.product_name,
      shop_id: storeId,
      shop: shops.get(storeId)?.name ?? '',
      deposited_at: toInstant(depositedAt),
      in_warranty: changedOf(inWarranty),
      currency,
      fee: changedOf(due),
      cause: changedOf(cause),
      marks: marks.map(({ status, ...mark }) => ({ rma_status_id: status, ...mark })),
    };
  });
}

const changedOf = <T>({ before, after }: { readonly before: T; readonly after: T }) =>
  before === after ? null : { before, after };
