import type { BlobRef } from '@atelier/domain/kernel.ts';
import type { DemoPeople } from '../people.ts';
import { generateReference, type ReferenceSet } from '../reference/generate.ts';
import { createRandom } from '../reference/random.ts';
import { planCases } from './demo-cases.ts';
import { withNavDocuments } from './demo-nav.ts';
import { planNamed } from './demo-named.ts';
import { planForgotten, tellClearing } from './demo-clearing.ts';
import { planFloors } from './demo-floors.ts';
import { planRadar } from './demo-radar.ts';
import { planChart, planPast } from './demo-past.ts';
import { planShop } from './demo-shops.ts';
import { Facts } from './facts.ts';
import { Pictures } from './pictures.ts';
import { Planner } from './planner.ts';
import { SHOP_QUOTAS } from './quotas.ts';
import { Repairs } from './repairs.ts';
import { Staff } from './staff.ts';
import { Story, type StoryCommand } from './story.ts';
import { tell } from './tell.ts';
import type { Teller } from './teller.ts';

/** What has happened until now: commands in order of time, and the picture files that their events name. */
export interface History {
  readonly commands: readonly StoryCommand[];
  readonly files: ReadonlyMap<BlobRef, Buffer>;
  /** The first id that is still free. */
  readonly endId: number;
}

export interface HistoryOptions {
  readonly seed: number;
  readonly now: Date;
  readonly people: DemoPeople;
  /** The same day's and seed's; made when not given. */
  readonly reference?: ReferenceSet;
}

/**
 * The demo's eighteen months up to `now`: the same bytes for the same seed, people and moment. Every event comes out
 * of the domain's own decisions.
 * @throws when the domain refuses a step: then the plan is wrong, not the world
 */
export function generateHistory({ seed, now, people, reference }: HistoryOptions): History {
  const facts = new Facts(reference ?? generateReference(now, seed));
  const planner = new Planner({ seed, facts, now: now.getTime() });
  const forgotten = planDemo(planner, seed);
  const teller = tellerFor(facts, people, new Pictures());
  tell(teller, planner);
  tellClearing(teller, forgotten, planner.now);
  const story = teller.story.play(planner.now);
  const commands = withNavDocuments(story, planner.now, teller.staff.admin());
  return { commands, files: teller.pictures.files, endId: story.endId };
}

/** The far past first, so that its pieces may come again; what stands open; then the weeks in between. */
function planDemo(planner: Planner, seed: number) {
  const random = (label: string) => createRandom(seed, `history ${label}`);
  for (const quota of SHOP_QUOTAS) planPast(planner, quota, random(`past ${quota.code}`));
  for (const quota of SHOP_QUOTAS) planShop(planner, quota, random(`shop ${quota.code}`));
  planFloors(planner, random('floors'));
  planCases(planner, random('cases'));
  const forgotten = planForgotten(planner, random('forgotten'));
  for (const quota of SHOP_QUOTAS) planChart(planner, quota, random(`chart ${quota.code}`));
  planNamed(planner);
  planRadar(planner, random('radar'));
  return forgotten;
}

/** A world where nothing has happened yet; ids begin after those of the people. */
export function tellerFor(
  facts: Facts,
  people: DemoPeople,
  pictures: Pictures,
  firstId = people.endId,
): Teller {
  return { story: new Story(firstId), staff: new Staff(people), facts, pictures, repairs: new Repairs() };
}
