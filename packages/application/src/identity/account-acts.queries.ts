import { userStream } from '@atelier/domain/identity/events.ts';
import { actingAccount, tiesAt, type AccountAct, type Tie } from '@atelier/domain/shared/two-persons.ts';
import type { EventStore } from '@atelier/event-store/types.ts';

/**
 * The ties that count now around these accounts: what other accounts did to them, and to those in turn, as the streams of the
 * accounts say.
 */
export async function readTies(
  store: Pick<EventStore, 'readStream'>,
  accounts: readonly (number | null)[],
  now: Date,
): Promise<readonly Tie[]> {
  const asked = new Set(accounts.filter((id) => id !== null));
  const ties: Tie[] = [];
  for (const accountId of asked) {
    const found = tiesAt(await readActs(store, accountId), now.toISOString());
    for (const { actorId } of found) asked.add(actorId);
    ties.push(...found);
  }
  return ties;
}

async function readActs(
  store: Pick<EventStore, 'readStream'>,
  accountId: number,
): Promise<readonly AccountAct[]> {
  const { events } = await store.readStream(userStream(accountId));
  return events.map(({ type, metadata: { actor }, recordedAt }) => ({
    type,
    accountId,
    actorId: actingAccount(actor),
    recordedAt,
  }));
}
