import type { StatusId } from '../../shared/status.ts';
import { WARM_WEEKS, withLives } from './fit-flow.ts';
import { hourOfWeek, type FlowModel } from './flow-model.ts';
import { seededNumbers } from './random.ts';
import { simulate, type Simulated } from './simulate.ts';

const WEEK = 168;
/** Weeks that are measured. */
const MEASURED_WEEKS = 26;
const SEED = 34;

/** What is changed: places of stages (null = no limit), and pieces per week. */
export interface Change {
  readonly places: ReadonlyMap<StatusId, number | null>;
  readonly weekly: number;
}

/**
 * Half a year of the site's pieces with the change. The same pieces come at the same hours whatever is changed but their
 * number, so that two results differ by the change.
 */
export function simulateChange(model: FlowModel, { places, weekly }: Change): Simulated {
  const from = WARM_WEEKS * WEEK;
  const until = from + MEASURED_WEEKS * WEEK;
  const arrivals = withLives(arrivalsOf(model, weekly, until), model.lives, SEED);
  const stages = model.stages.map(({ stage, places: own }) => ({
    stage,
    places: places.has(stage) ? (places.get(stage) ?? null) : own,
  }));
  return simulate(arrivals, stages, { from, until });
}

/** Parcels come by chance, as often in each hour of the week as they did in the past, until so many pieces a week have come. */
function arrivalsOf({ hours, parcels }: FlowModel, weekly: number, until: number): readonly number[] {
  const random = seededNumbers(SEED + 1);
  const size = parcels.reduce((sum, each) => sum + each, 0) / Math.max(1, parcels.length);
  const found: number[] = [];
  for (let hour = 0; hour < until; hour += 1) {
    const mean = (weekly / size) * (hours[hourOfWeek(hour)] ?? 0);
    for (let come = countOf(mean, random); come > 0; come -= 1) {
      const at = hour + random();
      const count = parcels[Math.floor(random() * parcels.length)] ?? 0;
      for (let piece = 0; piece < count; piece += 1) found.push(at);
    }
  }
  return found.toSorted((a, b) => a - b);
}

/** How often something happens by chance that happens so often on average (Poisson, by Knuth's product). */
function countOf(mean: number, random: () => number): number {
  const least = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > least; product *= random()) count += 1;
  return count;
}
