import { withSubjects } from '../../named-subjects.ts';
import type { DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import { inlineRowOf } from '../../aggregates.ts';
import { WHS } from '../../commands/testing-commands.ts';
import { readFixtureHistories, type FixtureHistory } from '../../event-fixtures/histories.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { seeded, META } from '../../projections/testing-histories.ts';
import type { World } from '../../projections/testing.ts';
import { ROUND, type RoundOptions, type RoundReport, type RoundTools } from './round.ts';

/** A round as tests want it: everything at once, without waiting. */
export const WHOLE: RoundOptions = {
  ...ROUND,
  streams: 5_000,
  chunk: 300,
  strayRows: 5_000,
  counterScopes: 200,
  budgetMs: 120_000,
  mostDifferences: 500,
  confirmAfterMs: 0,
  pace: 0,
};

/** Its sites are made up; accounts and workers stand at sites there are. */
const histories = (): readonly FixtureHistory[] =>
  JSON.parse(JSON.stringify(readFixtureHistories()).replaceAll(/"siteId":3\d/g, `"siteId":${WHS}`));

/** One stream of every kind there ever was, or of these, with its inline row. */
export async function writeFixtureStreams(
  store: EventStore,
  isWanted: (streamId: string) => boolean = () => true,
): Promise<void> {
  const seen = new Set<string>();
  for (const { stream: streamId, events: recorded } of histories().toReversed()) {
    const events = withSubjects(streamId, recorded);
    if (
      seen.has(streamId) ||
      !isWanted(streamId) ||
      events.some(({ schemaVersion, type }) => type === 'ItemDeposited' && schemaVersion < 2)
    )
      continue;
    seen.add(streamId);
    const row = inlineRowOf(streamId, events);
    await store.append({
      streams: [{ streamId, expectedVersion: 0, events, ...(row !== undefined && { row }) }],
      metadata: META,
    });
  }
}

export function roundTools(world: World, seed = 1): RoundTools {
  return {
    pool: world.projectorPool,
    store: world.store,
    clock: { now: () => new Date() },
    metadata: () => META,
    random: seeded(seed),
  };
}

/** What rounds reported. */
export interface Reported extends RoundReport {
  readonly found: (DifferencePlace & { readonly id: number })[];
  readonly repaired: string[];
  readonly postponed: unknown[];
}

export function reporting(): Reported {
  const found: Reported['found'] = [];
  const repaired: string[] = [];
  const postponed: unknown[] = [];
  return {
    found,
    repaired,
    postponed,
    onFound: (difference) => found.push(difference),
    onRepaired: ({ table, key }) => repaired.push(`${table} ${key}`),
    onPostponed: (error) => postponed.push(error),
  };
}
