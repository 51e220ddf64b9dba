import { phaseOf, type StatusId } from '../status.ts';

/** What the ready date of an open piece depends on, at one moment (docs/product/promise.md §2). Nothing of it is personal. */
export interface PieceMoment {
  readonly status: StatusId;
  /** Status before; null at the deposit. */
  readonly from: StatusId | null;
  /** The site that holds it; null on its way. */
  readonly site: number | null;
  /** The site whose bench it entered last; null before. */
  readonly factory: number | null;
  readonly storeId: number;
  readonly country: string;
  readonly delivery: 'store' | 'client';
  readonly kind: string;
  readonly collection: string;
  readonly reasonIds: readonly number[];
  readonly inWarranty: boolean;
  /** An amount was named to the customer and not answered. */
  readonly isUnanswered: boolean;
  /** Pieces in the factories' hands when the day began. */
  readonly load: number;
  /** Days since the epoch on the wall of its shop, with the part of the day. */
  readonly entered: number;
  readonly now: number;
}

/** A moment as the model reads it: which stage's part, from when it counts, and the effects that add up. */
export interface Described {
  readonly stage: string;
  readonly wall: number;
  readonly effects: readonly string[];
  readonly load: number;
}

/** A past moment of a piece with the day on which it became ready; null = not yet. */
export interface ReadySample extends Described {
  readonly readyDay: number | null;
}

/** A stay is looked at when it begins, and again after so many days of it. */
export const LANDMARK_DAYS = [0, 2, 5, 10, 20, 40] as const;

export const landmarkOf = (days: number): number =>
  LANDMARK_DAYS.findLast((landmark) => landmark <= days) ?? 0;

/** Days since the epoch count from a Thursday; 0 = Sunday. */
export const weekdayOf = (wall: number): number => (((Math.floor(wall) + 4) % 7) + 7) % 7;

export const stageKey = (status: StatusId, landmark: number): string => `${status}@${landmark}`;

/**
 * The stage's part from a landmark on: within it a date stays as it is. Where `isNow`, it counts from the moment itself,
 * for a piece that outlasted the date of its landmark.
 */
export function describe(piece: PieceMoment, isNow = false): Described {
  const landmark = landmarkOf(piece.now - piece.entered);
  const wall = isNow ? piece.now : piece.entered + landmark;
  return { stage: stageKey(piece.status, landmark), wall, effects: effectsOf(piece, wall), load: piece.load };
}

function effectsOf(piece: PieceMoment, wall: number): readonly string[] {
  const weekday = weekdayOf(wall);
  const isLate = wall - Math.floor(wall) > 0.6 ? 'pm' : 'am';
  const part = phaseOf(piece.status) === 'shop' ? `${weekday}${isLate}` : weekday;
  return [
    `status ${piece.status}`,
    `day ${part}`,
    `shop ${piece.storeId}`,
    `country ${piece.country}`,
    `shop ${piece.storeId} day ${part}`,
    `site ${piece.site}`,
    `site ${piece.site} day ${weekday}`,
    `factory ${piece.factory}`,
    `factory ${piece.factory} shop ${piece.storeId}`,
    `from ${piece.from}`,
    `delivery ${piece.delivery}`,
    `kind ${piece.kind}`,
    `collection ${piece.collection}`,
    ...piece.reasonIds.map((reason) => `reason ${reason}`),
    ...(piece.inWarranty ? ['warranty'] : []),
    ...(piece.isUnanswered ? ['unanswered'] : []),
  ];
}
