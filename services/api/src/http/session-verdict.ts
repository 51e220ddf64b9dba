import { isOfHouse } from '@atelier/domain/identity/house.ts';
import { effectivePermissions, type Principal } from '@atelier/domain/identity/principal.ts';
import { IDLE_MS, WORKER_IDLE_MS } from '@atelier/domain/identity/sign-in.ts';
import { WALL_IDLE_MS, wallPermissions } from '@atelier/domain/identity/wall.ts';
import { holderOf } from '@atelier/application/identity/account.queries.ts';
import {
  sessionRights,
  type FoundSession,
  type SessionWorker,
} from '@atelier/application/identity/sessions.queries.ts';
import type { Authentication } from './authenticator.ts';

/**
 * When a session expires: idle for thirty minutes, or twelve hours after the sign-in; a wall's after an idle week or
 * ninety days. An API key holds to its last day.
 */
export function endOf(session: Pick<FoundSession, 'kind' | 'lastSeenAt' | 'endsAt'>): Date {
  if (session.kind === 'key') return session.endsAt;
  const idleMs = session.kind === 'wall' ? WALL_IDLE_MS : IDLE_MS;
  return new Date(Math.min(session.lastSeenAt.getTime() + idleMs, session.endsAt.getTime()));
}

/** The worker who counts as signed in: theirs ends after ten idle minutes, before the station's (product/workforce.md §1). */
export function workerAt(session: FoundSession, now: Date): SessionWorker | undefined {
  const { worker, workerSeenAt } = session;
  if (worker === null || workerSeenAt === null || !worker.active) return undefined;
  return now.getTime() < workerSeenAt.getTime() + WORKER_IDLE_MS ? worker : undefined;
}

/** When the rights of a session change without a request: it expires, or its worker's sign-in does. */
export function nextChangeOf(session: FoundSession, now: Date): Date {
  const { workerSeenAt } = session;
  const end = endOf(session).getTime();
  const hasWorker = workerSeenAt !== null && workerAt(session, now) !== undefined;
  return new Date(hasWorker ? Math.min(end, workerSeenAt.getTime() + WORKER_IDLE_MS) : end);
}

/** What a session allows at a moment. Nothing is written here, so every node comes to the same verdict. */
export function judge(session: FoundSession, now: Date): Authentication {
  const reason = endingOf(session, now);
  if (reason === undefined) return { state: 'ok', principal: principalOf(session, workerAt(session, now)) };
  if (session.kind !== 'key') return { state: 'ended', reason };
  return { state: 'key_ended', reason: reason === 'expired' ? reason : 'revoked' };
}

function endingOf(session: FoundSession, now: Date): 'expired' | 'revoked' | 'rights_changed' | undefined {
  if (session.revokedAt !== null) return 'revoked';
  if (now.getTime() >= endOf(session).getTime()) return 'expired';
  const hasSameRights =
    session.account.active && session.rights === sessionRights(session.kind, session.account);
  return hasSameRights ? undefined : 'rights_changed';
}

/** Whether an account of the house signed in with a password alone. */
export const lacksSecondFactor = ({ account, kind, hasSecondFactor }: FoundSession): boolean =>
  kind === 'password' && !hasSecondFactor && isOfHouse(holderOf(account));

function principalOf(session: FoundSession, hand: SessionWorker | undefined): Principal {
  const { account, sessionId, kind, mustChangePassword } = session;
  const siteId = account.site_id ?? undefined;
  const worker = hand && {
    id: hand.id,
    workId: hand.work_id,
    name: hand.name,
    permissions: hand.permissions,
  };
  const held = effectivePermissions(holderOf(account), worker);
  return {
    user: { id: account.id, name: account.name, email: account.email },
    userType: account.user_type,
    siteId,
    storeId: account.user_type === 'shop' ? siteId : undefined,
    roles: account.roles,
    permissions: kind === 'wall' ? wallPermissions(held) : held,
    worker,
    ...(kind === 'key' && { apiKey: true }),
    ...(kind === 'wall' && { wall: true }),
    ...(mustChangePassword && { mustChangePassword }),
    ...(lacksSecondFactor(session) && { lacksSecondFactor: true }),
    sessionId,
  };
}
