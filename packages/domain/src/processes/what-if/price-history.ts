import { currencyDigits, readUnits } from '../../shared/amount.ts';
import { toMs, type Instant } from '../../kernel.ts';
import type { FeeList } from '../../repair/fees/listed.ts';
import type { ReferenceRowSaved } from '../../reference/import/events.ts';
import { priceKey, type ListSpan, type PriceHistory } from './rule-book.ts';

/** A listed fee as it stands, minor units. */
export interface ListedFee {
  readonly subReasonId: number;
  readonly country: string;
  readonly currency: string;
  readonly amount: number;
}

/** A price that a person changed: what it was before; null = it was not listed. */
interface PriceEdit extends Omit<ListedFee, 'amount'> {
  readonly atMs: number;
  readonly before: number | null;
}

/** What a saved row of the set `repair_fees` says of a price; null where it left the amount as it was. */
function editOf({ key, changes, at }: ReferenceRowSaved['data']): PriceEdit | null {
  const change = changes.find(({ column }) => column === 'amount');
  const [id, country = '', currency = ''] = key.split('.');
  if (change === undefined) return null;
  const read = change.before === null ? null : readUnits(change.before, currencyDigits(currency));
  const before = read?.units ?? null;
  return { subReasonId: Number(id), country, currency, atMs: toMs(at), before };
}

/**
 * The price lists over time: those of now, with what persons saved one by one taken back. `importedAt`: when a file last changed prices,
 * which does not say what they were; null = never.
 */
export function priceHistory(
  fees: readonly ListedFee[],
  saved: readonly ReferenceRowSaved['data'][],
  importedAt: Instant | null,
): PriceHistory {
  const edits = saved.flatMap((each) => editOf(each) ?? []).toSorted((a, b) => b.atMs - a.atMs);
  const keys = new Set([...fees, ...edits].map(priceKey));
  const spansOf = (key: string) =>
    spansBack(
      listOf(fees.filter((fee) => priceKey(fee) === key)),
      edits.filter((edit) => priceKey(edit) === key),
    );
  return {
    spans: new Map([...keys].map((key) => [key, spansOf(key)])),
    knownFromMs: importedAt === null ? -Infinity : toMs(importedAt),
  };
}

const listOf = (fees: readonly ListedFee[]): FeeList =>
  new Map(fees.map(({ subReasonId, amount }) => [subReasonId, amount]));

/** Edits newest first. */
function spansBack(now: FeeList, edits: readonly PriceEdit[]): readonly ListSpan[] {
  const spans: ListSpan[] = [];
  let list = now;
  for (const { atMs, subReasonId, before } of edits) {
    spans.unshift({ fromMs: atMs, list });
    const earlier = new Map(list);
    if (before === null) earlier.delete(subReasonId);
    else earlier.set(subReasonId, before);
    list = earlier;
  }
  return [{ fromMs: -Infinity, list }, ...spans];
}
