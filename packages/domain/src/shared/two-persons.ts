import { DAY_MS, type Instant, type UserId } from '../kernel.ts';

/** How long an act on an account ties it to the account that acted. */
export const TIED_DAYS = 30;

/**
 * Events of an account by which another account gets a hold on it. `access`: they know its password or chose its address, so they
 * can sign in as it. `standing`: they gave it rights or let it in.
 */
const TYING = {
  UserOpened: 'access',
  UserPasswordChanged: 'access',
  UserProfileChanged: 'access',
  UserSecondFactorReset: 'access',
  UserPlaceChanged: 'standing',
  UserReactivated: 'standing',
  UserUnlocked: 'standing',
} as const;

type TyingEvent = keyof typeof TYING;
const isTying = (type: string): type is TyingEvent => type in TYING;

/**
 * The operator of the server, who changes accounts at its console (`npm run admin:create`) and counts like one more account. No
 * account has this number.
 */
export const OPERATOR: UserId = 0;
/** What the operator's events name as their actor. */
export const OPERATOR_ACTOR = 'admin:create';
/**
 * The actor of the first account of an administrators' role: the installation has to begin with an account for each, and ties
 * neither to the other (decisions/0194).
 */
export const INSTALLATION_ACTOR = 'installation';

/** The account that an event's actor stands for; null for the system, the installation and imports. */
export function actingAccount({
  kind,
  id,
}: {
  readonly kind: string;
  readonly id: string | number;
}): UserId | null {
  if (kind === 'user') return Number(id);
  return id === OPERATOR_ACTOR ? OPERATOR : null;
}

/** An event of an account, and the account that caused it. */
export interface AccountAct {
  readonly type: string;
  readonly accountId: UserId;
  /** Null for the system and for imports. */
  readonly actorId: UserId | null;
  /** The server's time. */
  readonly recordedAt: Instant;
}

/** A tie that counts now: one account acted on another within the last thirty days. */
export interface Tie {
  readonly accountId: UserId;
  readonly actorId: UserId;
  readonly gives: 'access' | 'standing';
}

/** The ties among these acts that count at this moment. */
export function tiesAt(acts: readonly AccountAct[], now: Instant): readonly Tie[] {
  const since = Date.parse(now) - TIED_DAYS * DAY_MS;
  return acts.flatMap(({ type, accountId, actorId, recordedAt }) => {
    if (!isTying(type) || actorId === null || actorId === accountId) return [];
    return Date.parse(recordedAt) > since ? [{ accountId, actorId, gives: TYING[type] }] : [];
  });
}

export type NotTwoPersons = 'other_person_needed' | 'decider_not_independent';

/**
 * Why this account may not decide what that account asked for; null when it may. Neither of them, nor an account that can sign in
 * as one of them, may have a hold on the other (product/privacy.md §1).
 */
export function notTwoPersons(
  askedBy: UserId | null,
  decidedBy: UserId | null,
  ties: readonly Tie[],
): NotTwoPersons | null {
  if (askedBy === null || decidedBy === null) return null;
  if (askedBy === decidedBy) return 'other_person_needed';
  return hasHold(askedBy, decidedBy, ties) || hasHold(decidedBy, askedBy, ties)
    ? 'decider_not_independent'
    : null;
}

/** Whether an account that can act as the first one can also act as the second, or acted on it. */
function hasHold(first: UserId, second: UserId, ties: readonly Tie[]): boolean {
  const holders = whoCanActAs(first, ties);
  const touching = ties.filter(({ accountId }) => accountId === second).map(({ actorId }) => actorId);
  return [second, ...touching].some((account) =>
    [...whoCanActAs(account, ties)].some((holder) => holders.has(holder)),
  );
}

/** The account, and those that have access to it, directly or through another account. */
function whoCanActAs(account: UserId, ties: readonly Tie[]): ReadonlySet<UserId> {
  const found = new Set([account]);
  for (const each of found) {
    for (const { accountId, actorId, gives } of ties) {
      if (accountId === each && gives === 'access') found.add(actorId);
    }
  }
  return found;
}
