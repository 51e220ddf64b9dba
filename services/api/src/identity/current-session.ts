import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { findSessionById } from '@atelier/application/identity/sessions.queries.ts';
import type { ApiDeps } from '../http/deps.ts';
import { tokenExpired } from '../http/errors.ts';
import { endOf, lacksSecondFactor, workerAt } from '../http/session-verdict.ts';
import { sessionViewOf } from './session-view.ts';

/** Who a session belongs to at this moment, worker included. */
export async function currentSession(
  deps: Pick<ApiDeps, 'db' | 'clock' | 'config'>,
  sessionId: string,
): Promise<SessionView> {
  const session = await findSessionById(deps.db, sessionId);
  if (session === undefined) throw tokenExpired('expired');
  const { account, mustChangePassword } = session;
  const hand = workerAt(session, deps.clock.now());
  const mustEnrol = deps.config.secondFactorRequired && lacksSecondFactor(session);
  return sessionViewOf(account, endOf(session), {
    hand,
    mustChangePassword,
    mustEnrol,
    wall: session.kind === 'wall',
  });
}
