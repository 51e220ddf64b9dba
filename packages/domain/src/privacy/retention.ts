import { addMonths, localDay } from '../calendar.ts';
import type { Day, Instant } from '../kernel.ts';
import type { RetentionSchedule } from '../shared/retention.ts';
import type { KeptBecause } from './contract.ts';
import { isOwed, type OwnedPiece } from './open-piece.ts';

/** A piece as far as the retention schedule is concerned. */
export interface RetainedPiece extends OwnedPiece {
  /** When it was collected, or its repair ended otherwise; the later one. */
  readonly endedAt: Instant;
  /** Of the site where it was deposited. */
  readonly country: string;
  readonly timeZone: string;
}

/** A customer as far as the retention schedule is concerned. */
export interface RetainedCustomer {
  readonly isHeld: boolean;
  /** A request for their erasure waits or is carried out. */
  readonly isRequested: boolean;
  readonly pieces: readonly RetainedPiece[];
}

/** Months that a country keeps its customers for. */
export const termOf = ({ countries, default_months }: RetentionSchedule, country: string): number =>
  countries.find(({ code }) => code === country)?.months ?? default_months;

/**
 * The last day of a piece's term: the day on which it ended, as the site's calendar has it, so many months later. A term ends
 * when that day is over (Regulation (EEC, Euratom) 1182/71, Art. 3).
 */
export function keptThrough(
  { endedAt, timeZone, country }: Pick<RetainedPiece, 'endedAt' | 'timeZone' | 'country'>,
  schedule: RetentionSchedule,
): Day {
  return addMonths(localDay(endedAt, timeZone), termOf(schedule, country));
}

/**
 * What keeps a customer on this day, the strongest reason; null where the schedule may ask for their erasure. The longest term
 * of their pieces counts: a customer of two countries is kept as long as either of them says.
 */
export function keptBecause(
  { isHeld, isRequested, pieces }: RetainedCustomer,
  schedule: RetentionSchedule,
  now: Instant,
): KeptBecause | null {
  if (isHeld) return 'legal_hold';
  if (pieces.some(isOwed)) return 'repair_open';
  const isInTerm = (piece: RetainedPiece) => localDay(now, piece.timeZone) <= keptThrough(piece, schedule);
  if (pieces.length === 0 || pieces.some(isInTerm)) return 'term';
  return isRequested ? 'requested' : null;
}
