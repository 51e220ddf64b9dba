import type { SavCheckView } from '@atelier/contracts/shipping/sav-check-schema.ts';

export type TickKind = 'wrong' | 'without';

/** The pieces ticked in each column, by id. */
export type Ticks = Readonly<Record<TickKind, ReadonlySet<number>>>;

export const NO_TICKS: Ticks = { wrong: new Set(), without: new Set() };

export function toggled(ticks: Ticks, kind: TickKind, id: number): Ticks {
  const column = new Set(ticks[kind]);
  if (!column.delete(id)) column.add(id);
  return { ...ticks, [kind]: column };
}

/** A package checked before begins with the ticks of its newest check, where these are known. */
export function ticksOf(newest: SavCheckView | undefined): Ticks {
  return {
    wrong: new Set(newest?.wrong_reason_items),
    without: new Set(newest?.no_warranty_items),
  };
}

/** What the ticks come to: the two numbers of `POST /savcheck`, and the pieces without any. */
export function countsOf({ wrong, without }: Ticks, pieces: readonly { readonly id: number }[]) {
  const fine = pieces.filter(({ id }) => !wrong.has(id) && !without.has(id)).length;
  return { wrong: wrong.size, without: without.size, fine, of: pieces.length };
}

/** The body of `POST /savcheck` (product/shipping.md §12). */
export const bodyOf = (trackingNumber: string, { wrong, without }: Ticks) => ({
  tracking_no: trackingNumber,
  wrong_reason: wrong.size,
  no_warranty: without.size,
  wrong_reason_items: [...wrong],
  no_warranty_items: [...without],
});
