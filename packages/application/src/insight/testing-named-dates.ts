import { testMetadata } from '@atelier/event-store/testing/test-store.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { World } from '../projections/testing.ts';
import { seeded } from '../projections/testing-histories.ts';

const DAY_MS = 86_400_000;

/** Half of the pieces have a date from their deposit: about as often kept as not. */
export async function nameDates(
  world: World,
  streams: ReadonlyMap<number, readonly StoredEvent[]>,
): Promise<void> {
  const chance = seeded(7);
  for (const [id, events] of streams) {
    if (chance() < 0.5) continue;
    const [deposit] = events;
    if (deposit === undefined || !('createdAt' in deposit.data)) continue;
    const begun = Date.parse(String(deposit.data.createdAt));
    const latest = new Date(begun + Math.floor(10 + chance() * 40) * DAY_MS).toISOString().slice(0, 10);
    const at = new Date(begun).toISOString();
    const by = { userId: null, workerId: null };
    const data = { likely: latest, latest, model: 1, because: { kind: 'deposit' }, at, by };
    const told = [{ type: 'ReadyDateExpected', data }];
    await world.store.append({
      streams: [{ streamId: `item-${id}`, expectedVersion: events.length, events: told }],
      metadata: testMetadata,
    });
  }
}
