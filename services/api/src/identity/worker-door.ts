import { FACTORY_WORKER_ROLE } from '@atelier/domain/shared/factory-worker-role.ts';
import type { SignInFailure } from '@atelier/domain/identity/events.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { PinCount } from '@atelier/domain/shared/pin-attempts.ts';
import {
  clearStationTries,
  countStationTry,
  noteStationFailure,
  takeStationTryBack,
  type AttemptCount,
  type StationAttempt,
} from '@atelier/application/identity/login-attempts.commands.ts';
import { clearWorkerTries, countWorkerTry } from '@atelier/application/shared/pin-attempts.commands.ts';
import { findBadgeHolder, type BadgeHolder } from '@atelier/application/workforce/workers.queries.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ApiError, forbidden } from '../http/errors.ts';
import { verifyPassword } from '../shared/passwords.ts';
import { lockLeft, logFailure, suspended } from './sign-in.ts';
import { digestsOf, pinTarget } from '../shared/attempt-digests.ts';

interface Shown {
  /** A badge's barcode, or a work id typed by hand. */
  readonly barcode: string;
  readonly pin?: string | undefined;
}

/** One attempt at a station, and what it is counted under. */
interface Door {
  readonly accountId: number;
  readonly station: StationAttempt;
  readonly count: AttemptCount;
  readonly worker: BadgeHolder | undefined;
  readonly target: string;
  readonly pin: string;
}

/**
 * The worker who signs in at a station (product/workforce.md §1): of the station's site only, by a barcode, with
 * the PIN where one is set; by a work id only with a PIN. Failures count for the station, and for the worker over
 * all stations.
 * @throws ApiError 403, 400 `worker_unknown` or `login_suspended`
 */
export async function workerAtDoor(deps: ApiDeps, principal: Principal, shown: Shown): Promise<number> {
  const { siteId, user, roles } = principal;
  if (siteId === undefined || !roles.includes(FACTORY_WORKER_ROLE)) throw forbidden();
  const code = shown.barcode;
  const station = stationAttempt(deps, user.id, code);
  const count = await countStationTry(deps.db, station, deps.clock.now(), deps.policy());
  if (!count.admitted)
    throw suspended(Math.min(lockLeft(deps, count), Math.ceil(deps.policy().loginLockMs / 1000)));
  const worker = await findBadgeHolder(deps, { siteId, code });
  const target = worker === undefined ? codeTarget(deps, code) : pinTarget(deps, worker.id);
  const door = { accountId: user.id, station, count, worker, target, pin: shown.pin ?? '' };
  const opened = opensByBadge(worker) ? worker : await openByPin(deps, door);
  await clearStationTries(deps.db, station);
  return opened.id;
}

function stationAttempt(deps: ApiDeps, accountId: number, code: string): StationAttempt {
  const { account, address } = digestsOf(deps, `station ${accountId}`, 'station');
  return { account, address, code: digestsOf(deps, '', `code ${code}`).address };
}

/** A code that no worker has is counted alike, so that a lock does not tell which codes there are. */
const codeTarget = (deps: Pick<ApiDeps, 'masterKey'>, code: string): string =>
  digestsOf(deps, `pin of code ${code}`, '').account;

const opensByBadge = (worker: BadgeHolder | undefined): worker is BadgeHolder =>
  worker !== undefined && !worker.isWorkId && worker.pin_hash === null;

/** The right PIN clears what was counted for the worker; nothing else does but a new PIN, or a day without tries. */
async function openByPin(deps: ApiDeps, door: Door): Promise<BadgeHolder> {
  const { worker, target, pin } = door;
  if (pin === '') return askForPin(deps, door);
  const { admitted, count } = await countWorkerTry(deps.db, target, deps.clock.now(), deps.policy());
  if (!admitted) throw suspended(lockLeft(deps, lockOf(count)), 'worker');
  const fits = await verifyPassword(worker?.pin_hash, pin);
  if (worker === undefined || !fits) return refuse(deps, door, count);
  await clearWorkerTries(deps.db, target);
  return worker;
}

/** A badge that needs a PIN was scanned without one: that is how its worker begins, and no guess. The words are those of a refusal. */
async function askForPin(deps: ApiDeps, door: Door): Promise<never> {
  if (door.worker === undefined || door.worker.pin_hash === null) return refuse(deps, door);
  await takeStationTryBack(deps.db, door.station, deps.policy());
  throw unknownWorker(deps, door.count, undefined);
}

async function refuse(deps: ApiDeps, door: Door, tried?: PinCount): Promise<never> {
  const { accountId, station, count, worker } = door;
  await noteStationFailure(deps.db, station, deps.clock.now());
  const why: SignInFailure = worker === undefined ? 'unknown_worker' : 'wrong_pin';
  const failures = Math.max(count.failures, tried?.failures ?? 0);
  const cause = { why, userId: accountId, ...(worker && { workerId: worker.id }) };
  const { account, address } = station;
  await logFailure(deps, { account, address }, { ...count, failures }, cause);
  throw unknownWorker(deps, count, tried);
}

function unknownWorker(deps: ApiDeps, station: AttemptCount, tried: PinCount | undefined): ApiError {
  const most = deps.policy().loginFailures;
  const failures = Math.max(station.failures, tried?.failures ?? 0);
  return new ApiError(400, 'worker_unknown', 'This badge or PIN is not known here.', {
    data: { attempts_left: Math.max(0, most - failures), ...lockSaid(deps, station, tried) },
  });
}

/** A lock of the station holds up everybody there; one of a worker (`of`) only those who type the same code. */
function lockSaid(deps: ApiDeps, station: AttemptCount, tried: PinCount | undefined) {
  const ofStation = lockLeft(deps, station);
  const ofWorker = tried === undefined ? 0 : lockLeft(deps, lockOf(tried));
  if (ofWorker > ofStation) return { locked_for_s: ofWorker, of: 'worker' };
  return ofStation > 0 ? { locked_for_s: ofStation } : {};
}

const lockOf = ({ lockedUntil }: PinCount) => ({
  lockedUntil: lockedUntil === null ? null : new Date(lockedUntil),
});
