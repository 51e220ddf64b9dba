import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { FACTORY_WORKER_ROLE } from '@atelier/domain/shared/factory-worker-role.ts';
import { command } from '../api/client.ts';
import { noticeError } from '../api/notice-error.ts';
import { adoptView, refreshSession } from './refresh-session.ts';
import { currentSession } from './session-store.ts';

/** Whether workers sign in on top of this account (product/workforce.md §1). */
export const isStation = (view: Pick<SessionView, 'roles'>): boolean =>
  view.roles.some(({ name }) => name === FACTORY_WORKER_ROLE);

/** Why a worker's sign-in has ended: asked for here, idle here, or decided elsewhere. */
export type WorkerEnd = 'asked' | 'idle' | 'elsewhere';
let ending: WorkerEnd = 'elsewhere';

/** Why the last one ended; said once. */
export function takeWorkerEnd(): WorkerEnd {
  const said = ending;
  ending = 'elsewhere';
  return said;
}

/**
 * Ends the worker's sign-in on request; the station stays. Rights leave this screen first: what it
 * would read meanwhile the server refuses. Where the server was not reached, it says who works here.
 */
export async function signWorkerOut(): Promise<void> {
  leaveBench('asked');
  try {
    const { data } = await sendSignOut();
    adoptView(data);
  } catch (error) {
    noticeError(error);
    await refreshSession();
  }
}

/**
 * The station was idle for too long: rights are removed from this screen at once, whether or not the server
 * can be reached.
 */
export function endIdleWorker(): void {
  if (leaveBench('idle')) void sendSignOut().catch(() => undefined);
}

/** Resolves when the worker before is signed out or could not be: the next badge is sent after it, or it would end too. */
export const whenSignedOut = (): Promise<void> => signingOut;
let signingOut: Promise<void> = Promise.resolve();

function sendSignOut(): Promise<{ data: SessionView }> {
  const sent = command({ path: '/auth/rma_worker/logout' });
  const settled = () => undefined;
  signingOut = sent.then(settled, settled);
  return sent;
}

/** Removes the worker's rights from this screen. False without a worker. */
function leaveBench(why: WorkerEnd): boolean {
  const view = currentSession()?.view;
  if (!view?.worker) return false;
  ending = why;
  adoptView({ ...view, worker: null, allPermission: [] });
  return true;
}
