import { MAX_UNKNOWN_FAILURES, UNKNOWN_WAIT_MS } from '@atelier/domain/identity/sign-in.ts';
import { countFailure, isShut, takeFailureBack } from '@atelier/application/shared/failure-count.ts';
import type { ApiDeps } from '../http/deps.ts';
import { tooMany } from '../http/errors.ts';
import { digestsOf } from '../shared/attempt-digests.ts';

/** As many as at a station: a list that answers barcodes must be no faster way to guess one. */
const GUESSES = { most: MAX_UNKNOWN_FAILURES, lockMs: UNKNOWN_WAIT_MS, quietMs: UNKNOWN_WAIT_MS } as const;

interface Lookup<Found> {
  readonly accountId: number;
  readonly look: () => Promise<Found>;
}

/**
 * Looks a barcode up. It counts as a guess of the account before the answer is known; a worker found takes the count back.
 * @throws ApiError 429 after 30 barcodes of no worker, until 15 minutes have passed
 */
export async function lookUpBadge<Found extends { readonly total: number }>(
  deps: ApiDeps,
  { accountId, look }: Lookup<Found>,
): Promise<Found> {
  const counted = digestsOf(deps, `badge lookups of ${accountId}`, '');
  const { failures, lockedUntil } = await countFailure(deps.db, counted, GUESSES, deps.clock.now());
  if (isShut({ failures, lockedUntil }, GUESSES.most)) throw tooMany(UNKNOWN_WAIT_MS / 1000);
  const found = await look();
  if (found.total > 0) await takeFailureBack(deps.db, counted, GUESSES.most);
  return found;
}
