import type { WarrantyView } from '@atelier/contracts/insight/schema.ts';
import type { RepeatsBy } from '@atelier/domain/insight/figures.ts';
import type { Period } from '@atelier/domain/insight/periods.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { named, type Lines, type RawPiece } from './testing-raw-figures.ts';
import { deposited, isIn } from './testing-raw-recount.ts';

/** Warranty cost counted from folded pieces alone: nothing here knows the read models. */

/** Agreed and not charged of pieces in warranty, by currency and by what `keyOf` says of a piece; and how many lack an amount. */
export function rawWarranty(
  pieces: readonly RawPiece[],
  period: Period,
  keyOf: (piece: RawPiece) => string | null,
) {
  const rows = new Map<string, { count: number; amount: number }>();
  const add = (key: string, amount: number) => {
    const { count, amount: sum } = rows.get(key) ?? { count: 0, amount: 0 };
    rows.set(key, { count: count + 1, amount: sum + amount });
  };
  let unpriced = 0;
  for (const piece of pieces) {
    const { fee, warranty, status } = piece.item;
    if (!warranty.inWarranty || status === Status.Cancelled || !isIn(deposited(piece), period)) continue;
    if (named(piece.item) !== 0) continue;
    const amount = fee.agreed?.amount ?? 0;
    if (amount === 0) unpriced += 1;
    else for (const key of ['all', `by ${keyOf(piece)}`]) add(`${fee.due.currency} ${key}`, amount);
  }
  return { rows, unpriced };
}

/** What the figures group by, as the piece and the reference data say. */
export const keysOf = ({
  lines: collections,
}: Lines): Record<RepeatsBy, (piece: RawPiece) => string | null> => ({
  line: ({ item }) => collections.get(item.product.sku) ?? null,
  sku: ({ item }) => item.product.sku,
  factory: ({ factory }) => (factory === null ? null : String(factory)),
});

/** Totals and rows of one side by currency and key; what is 0 on that side stands there for the other one. */
export function shownBy({ totals, rows }: WarrantyView, isBefore: boolean) {
  const all = [
    ...totals.map((row) => ({ ...row, at: 'all' })),
    ...rows.map((row) => ({ ...row, at: `by ${row.key}` })),
  ];
  return new Map(
    all.flatMap(({ currency, at, ...row }) => {
      const count = isBefore ? row.before_count : row.count;
      const amount = isBefore ? row.before_amount : row.amount;
      return count === null || count === 0 ? [] : [[`${currency} ${at}`, { count, amount }] as const];
    }),
  );
}
