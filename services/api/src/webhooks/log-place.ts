import { positionBefore } from '@atelier/application/webhooks/webhooks.queries.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badField } from '../http/errors.ts';

/** The end of the log: what is appended from now on comes after it. */
export async function endOfLog({ store }: ApiDeps): Promise<number> {
  return (await store.readHorizon()).position;
}

/** Where a replay goes on: after which position, by the position or the time that was named. @throws ApiError 400 */
export async function replayedAfter(
  deps: ApiDeps,
  { position, since }: { readonly position?: number | undefined; readonly since?: string | undefined },
): Promise<number> {
  const field = position === undefined ? 'since' : 'position';
  const after = position === undefined ? await positionBefore(deps.db, since ?? '') : position - 1;
  const end = await endOfLog(deps);
  if (after > end || (since !== undefined && Date.parse(since) > deps.clock.now().getTime()))
    throw badField(field, 'not_yet', `The log ends at position ${end}.`);
  await checkNotArchived(deps, after, field);
  return after;
}

/** @throws ApiError 400 where the events after it lie in an archive */
export async function checkNotArchived({ store }: ApiDeps, after: number, field: string): Promise<void> {
  try {
    await store.readLog({ after: { epoch: store.epoch(), position: after }, limit: 1 });
  } catch (error) {
    if (!(error instanceof ArchivedHistory)) throw error;
    throw badField(field, 'history_archived', `The events from there on lie in archive ${error.archive}.`);
  }
}
