import { DAY_MS, HOUR_MS } from '@atelier/domain/kernel.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import type { Random } from '../reference/random.ts';
import { STAGE_SETTINGS } from '../reference/repair.ts';

export const SECOND_MS = 1000;

const targets = new Map(
  STAGE_SETTINGS.map((stage) => [stage.status_id, (stage.target_hours ?? 24) * HOUR_MS]),
);

/** How long a stage should take at most. */
export const targetOf = (status: StatusId): number => targets.get(status) ?? 24 * HOUR_MS;

const between = (random: Random, least: number, most: number): number =>
  least + random.next() * (most - least);

/** How long a piece stayed at a stage it has left: mostly within the target, now and then well over. */
export function dwell(status: StatusId, random: Random): number {
  const share = random.chance(0.07) ? between(random, 1.05, 1.7) : between(random, 0.08, 0.8);
  return targetOf(status) * share;
}

/** Before the first bench many wait: for a part, for an answer, for their turn. `most` bounds it, in milliseconds. */
export function queue(random: Random, most: number): number {
  const [least, longest] = random.weighted([
    [[0, 1], 24],
    [[1, 6], 26],
    [[6, 15], 28],
    [[15, 30], 22],
  ] as const);
  return Math.min(most, between(random, least, longest) * DAY_MS);
}

/** How long a piece has been at the stage where it is now: some fresh, some nearly due, some late, a few forgotten. */
export function ageAt(status: StatusId, random: Random): number {
  const [least, most] = random.weighted([
    [[0.04, 0.7], 62],
    [[0.75, 0.99], 18],
    [[1.05, 1.5], 14],
    [[1.7, 2.8], 6],
  ] as const);
  return targetOf(status) * between(random, least, most);
}

/** Days as milliseconds, drawn evenly. */
export const days = (random: Random, least: number, most: number): number =>
  between(random, least, most) * DAY_MS;
export const hours = (random: Random, least: number, most: number): number =>
  between(random, least, most) * HOUR_MS;
