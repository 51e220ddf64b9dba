import { AGE_BANDS, repeatPeriod, spanOf, type Period } from '@atelier/domain/insight/periods.ts';
import { localDay } from '@atelier/domain/calendar.ts';
import { codeKey } from '@atelier/domain/contract/codes.ts';
import { isFinal, Status } from '@atelier/domain/shared/status.ts';
import type { FigureAsked } from './figures.queries.ts';
import { fateOf, named, paidOf, quantile, type Lines, type RawPiece } from './testing-raw-figures.ts';

/** Figures counted from folded pieces alone: nothing here knows the read models. */

const DAY_MS = 86_400_000;

export const isIn = (time: number | null, period: Period): time is number => {
  const { from, until } = spanOf(period);
  return time !== null && time >= Date.parse(from) && time < Date.parse(until);
};
export const deposited = ({ item }: RawPiece) => Date.parse(item.createdAt);
const seconds = (from: number, until: number) => Math.floor((until - from) / 1000);

export function rawTurnaround(pieces: readonly RawPiece[], until: 'ready' | 'collected', period: Period) {
  const taken = pieces.flatMap((piece) => {
    const { readyAt, collectedAt, item } = piece;
    if (item.status === Status.Cancelled || readyAt === null) return [];
    if (until === 'ready') return isIn(readyAt, period) ? [seconds(deposited(piece), readyAt)] : [];
    return isIn(collectedAt, period) ? [seconds(readyAt, collectedAt)] : [];
  });
  return { count: taken.length, median_seconds: quantile(taken, 0.5), p90_seconds: quantile(taken, 0.9) };
}

/** Those of them that have a date from their deposit, and those that were ready by it on their shop's calendar. */
export function rawPromise(
  pieces: readonly RawPiece[],
  until: 'ready' | 'collected',
  period: Period,
  zones: Lines['zones'],
) {
  const told = pieces.filter(({ item, readyAt, collectedAt, toldLatest }) => {
    const isCounted = readyAt !== null && isIn(until === 'ready' ? readyAt : collectedAt, period);
    return item.status !== Status.Cancelled && isCounted && toldLatest !== null;
  });
  const kept = told.filter(({ item, readyAt, toldLatest }) => {
    const zone = zones.get(item.storeId) ?? 'UTC';
    return localDay(new Date(readyAt ?? 0).toISOString(), zone) <= (toldLatest ?? '');
  });
  return { told: told.length, kept: kept.length };
}

export function rawAges(pieces: readonly RawPiece[], { moment, now }: FigureAsked): number[] {
  const at = moment?.asOf ? Date.parse(moment.asOf) : now.getTime();
  const bands = Array.from({ length: AGE_BANDS.length + 1 }, () => 0);
  for (const piece of pieces.filter(({ item }) => !isFinal(item.status))) {
    const days = Math.floor((at - deposited(piece)) / DAY_MS);
    const band = AGE_BANDS.filter((edge) => days >= edge).length;
    bands[band] = (bands[band] ?? 0) + 1;
  }
  return bands;
}

export function rawFees(pieces: readonly RawPiece[], period: Period) {
  const rows = new Map<string, Record<string, number>>();
  const row = (currency: string) => {
    const held = rows.get(currency) ?? {};
    rows.set(currency, held);
    return held;
  };
  const add = (held: Record<string, number>, key: string, amount: number) => {
    held[key] = (held[key] ?? 0) + amount;
  };
  for (const piece of pieces) {
    const { item, quotedAt } = piece;
    const fate = fateOf(item);
    const { currency } = item.fee.due;
    if (fate !== null && isIn(quotedAt, period)) {
      const held = row(currency);
      add(held, 'count', 1);
      add(held, 'quoted', named(item));
      add(held, fate, named(item));
      add(held, 'paid', paidOf(item));
    }
    const free = fate === null && item.status !== Status.Cancelled ? (item.fee.agreed?.amount ?? 0) : 0;
    if (free > 0 && isIn(deposited(piece), period)) add(row(currency), 'free', free);
  }
  return rows;
}

export function rawAgain(all: readonly RawPiece[], pieces: readonly RawPiece[], period: Period) {
  const handed = pieces.filter(
    ({ item, collectedAt }) => item.product.serial !== null && isIn(collectedAt, repeatPeriod(period)),
  );
  const key = ({ item }: RawPiece) => codeKey(item.product.serial ?? '');
  const again = handed.filter((piece) =>
    all.some(
      (later) =>
        later.id !== piece.id &&
        later.item.product.serial !== null &&
        key(later) === key(piece) &&
        deposited(later) > (piece.collectedAt ?? 0) &&
        deposited(later) < (piece.collectedAt ?? 0) + 180 * DAY_MS,
    ),
  );
  return { count: handed.length, again: again.length };
}
