import type { Installation } from '../installation.ts';
import type { ScheduleResult } from '../schedule.ts';
import { Stage } from '../stage.ts';
import { senders } from './senders.ts';
import { vault } from './vault.ts';

/** A schedule without API nodes and screens: its own actors, and its own promises. */
export interface Aside {
  readonly name: string;
  /** Prepares what the actors work on, outside the schedule. */
  readonly prepare: (stage: Stage) => Promise<AsideStory>;
}

export interface AsideStory {
  readonly strands: readonly { readonly actor: string; readonly run: () => Promise<void> }[];
  /** What was broken, in plain words. Leaves nothing for the next schedule. */
  readonly judge: () => Promise<readonly string[]>;
}

/** By the last digit of the seed: the schedules of the other seeds stay what they are. */
const ASIDES: ReadonlyMap<number, Aside> = new Map([
  [7, vault],
  [8, senders],
]);

export const asideOf = (seed: number): Aside | undefined => ASIDES.get(seed % 10);

/** Runs all strands to their end, and judges what they leave. */
export async function runAside(
  installation: Installation,
  seed: number,
  { name, prepare }: Aside,
): Promise<ScheduleResult> {
  const stage = new Stage(installation, seed);
  const { strands, judge } = await prepare(stage);
  let left = strands.length;
  for (const { actor, run } of strands)
    stage
      .runAs(actor, run)
      .catch(stage.noteTrouble)
      .finally(() => (left -= 1));
  const broken: string[] = [];
  try {
    await stage.scheduler.drive(() => left === 0);
  } catch (error) {
    broken.push(String(error), ...stage.troubles.map(String));
  } finally {
    await stage.end();
  }
  broken.push(...(await judge()));
  return { seed, parts: [name], violations: broken, trace: stage.scheduler.trace };
}
