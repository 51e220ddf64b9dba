import type { Instant } from '../../kernel.ts';
import type { StatusId } from '../../shared/status.ts';

/** One stay of a piece at a stage. Hours since 1970; `until` null = it still lasts. */
export interface Visit {
  readonly stage: StatusId;
  readonly from: number;
  readonly until: number | null;
}

/** The hour of the week of a moment, UTC, Monday first. Hour 0 of 1970 was a Thursday's. */
export const hourOfWeek = (at: number): number => (Math.floor(at) + 72) % 168;

/** A piece's time at a site, from its arrival until it is done or goes elsewhere; the visits in their order, at least one. */
export type Episode = readonly Visit[];

export const cameAt = (episode: Episode): number => episode[0]?.from ?? 0;
/** When the piece was done or gone; null while it is there. */
export const leftAt = (episode: Episode): number | null => episode.at(-1)?.until ?? null;

/** How many pieces a stage works on at once. */
export interface StagePlaces {
  readonly stage: StatusId;
  /** null: pieces took no longer when more of them stood there, so that no limit shows in the log. */
  readonly places: number | null;
}

/** A piece as it is simulated. */
export interface Life {
  /** The hour of the week (UTC, Monday first) at which it came: a bench rests at night and on Sundays. */
  readonly hour: number;
  /** Stage, hours of work there, next stage, hours … */
  readonly steps: readonly number[];
}

/** Of a past quarter that the model had not seen: hours at the site, as they were and as they were simulated. */
export interface Check {
  readonly from: Instant;
  readonly to: Instant;
  readonly pieces: number;
  readonly real: Quantiles;
  readonly simulated: Quantiles;
}

/** Hours: half, and 85 of 100 pieces, took no longer. */
export interface Quantiles {
  readonly p50: number;
  readonly p85: number;
}

/** How a site works, as its log shows it (docs/product/insight.md §8). */
export interface FlowModel {
  readonly at: Instant;
  /** Pieces that came in a week. */
  readonly weekly: number;
  /** How many came at once: pieces of one package are received together. */
  readonly parcels: readonly number[];
  /** How these spread over the 168 hours of a week (UTC, Monday first; shares of 1). */
  readonly hours: readonly number[];
  readonly stages: readonly StagePlaces[];
  /** In the order of their hours. */
  readonly lives: readonly Life[];
  /** null: too few pieces to check by. */
  readonly check: Check | null;
}

/** A simulation may be off by this share before anything is changed in it. */
export const MOST_ERROR = 0.05;

/** The larger of the two errors, as a share of what was real. */
export const errorOf = ({ real, simulated }: Check): number =>
  Math.max(Math.abs(simulated.p50 / real.p50 - 1), Math.abs(simulated.p85 / real.p85 - 1));

/** The smallest value that the share of a list, in rising order, does not exceed; 0 for an empty one. */
export function quantileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
