import { OCSF_TYPES } from '@atelier/contracts/exports/log/ocsf-meanings.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { readFixtureHistories } from '../../event-fixtures/histories.ts';

/** Recorded streams of accounts, roles, workers, settings, exports and privacy: every type of event that has a line in OCSF. */
const STREAMS = readFixtureHistories().filter(({ events }) =>
  events.some(({ type }) => OCSF_TYPES.includes(type)),
);
/** Numbers of one round lie together, apart from those of the others. */
const ROUND = 1_000_000;
const APART = 10_000;

/** Writes the recorded streams again and again, each time under other numbers, until so many events are in the log. */
export async function writeSecurityEvents(store: Pick<EventStore, 'append'>, count: number): Promise<void> {
  let written = 0;
  for (let round = 1; written < count; round += 1) {
    const streams = STREAMS.map(({ stream, events }, place) => ({
      streamId: renamed(stream, round * ROUND + place * APART),
      expectedVersion: 0,
      events,
    }));
    const actor = { id: 7, kind: 'user' } as const;
    const occurredAt = new Date().toISOString();
    await store.append({ streams, metadata: { actor, site: 1, commandId: `round-${round}`, occurredAt } });
    written += streams.reduce((sum, { events }) => sum + events.length, 0);
  }
}

/** `user-7` becomes `user-1000007`; a name without a number gets one behind. */
const renamed = (name: string, offset: number): string =>
  /-\d+$/.test(name) ? name.replace(/\d+$/, (id) => String(Number(id) + offset)) : `${name}-${offset}`;
