import { DAY_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { DemoPeople } from '../people.ts';
import { generateReference, type ReferenceSet } from '../reference/generate.ts';
import { Facts } from './facts.ts';
import { tellerFor, type History } from './generate.ts';
import { earlierAtWork } from './hours.ts';
import { Pictures } from './pictures.ts';
import { Planner } from './planner.ts';
import { tell } from './tell.ts';
import { planThrough } from './through.ts';

export interface BulkOptions {
  readonly seed: number;
  readonly now: Date;
  readonly people: DemoPeople;
  readonly items: number;
  readonly reference?: ReferenceSet;
  /** Jewels made at a time, 2,000 by default; they are held in memory. */
  readonly chunk?: number;
  /** Months that the deposits are spread over, 18 by default. */
  readonly months?: number;
}

const FEW_PICTURES = 16;

/**
 * Histories of as many jewels as wanted, for benchmarks: chunk by chunk, each in order of time, with ids that
 * go on from chunk to chunk. Deposits are spread evenly; each jewel stands wherever it has come to by `now`.
 */
export function* bulkHistories(options: BulkOptions): Generator<History, void> {
  const { seed, now, people, items, chunk = 2_000 } = options;
  const facts = new Facts(options.reference ?? generateReference(now, seed));
  const pictures = new Pictures(FEW_PICTURES);
  let firstId = people.endId;
  for (let batch = 1, told = 0; told < items; batch += 1) {
    const planner = new Planner({ seed: seed + batch, facts, now: now.getTime(), batch });
    told += planEvenly(planner, Math.min(chunk, items - told), options.months ?? 18);
    const teller = tellerFor(facts, people, pictures, firstId);
    tell(teller, planner);
    const { commands, endId } = teller.story.play(planner.now);
    yield { commands, files: pictures.files, endId };
    firstId = endId;
  }
}

/** Exactly as many as wanted, the youngest first; answers how many that are. */
function planEvenly(planner: Planner, wanted: number, months: number): number {
  const random = planner.nextRandom();
  let planned = 0;
  while (planned < wanted) {
    const shop = random.pick(planner.facts.shops);
    const age = (planned / wanted) * months * 30 * DAY_MS + 30 * MINUTE_MS;
    const depositAt = earlierAtWork(planner.now - age, shop.time_zone);
    const count = Math.min(
      wanted - planned,
      random.weighted([
        [1, 74],
        [2, 20],
        [3, 6],
      ] as const),
    );
    planned += planThrough(planner, shop, depositAt, count).pieces.length;
  }
  return planned;
}
