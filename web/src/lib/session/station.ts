import type { SessionView } from '@atelier/domain/identity/schema.ts';
import { FACTORY_WORKER_ROLE } from '@atelier/domain/shared/permissions.ts';
import { command } from '../api/client.ts';
import { noticeError } from '../api/notice-error.ts';
import { adoptView } from './refresh-session.ts';
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

/** Ends the worker's sign-in because somebody asked for it; the station stays. */
export async function signWorkerOut(): Promise<void> {
  try {
    const { data } = await command<SessionView>({ path: '/auth/rma_worker/logout' });
    ending = 'asked';
    adoptView(data);
  } catch (error) {
    noticeError(error);
  }
}

/** Nobody has worked here for too long: rights leave this screen at once, whether or not the server can be reached. */
export function endIdleWorker(): void {
  const view = currentSession()?.view;
  if (!view?.worker) return;
  ending = 'idle';
  adoptView({ ...view, worker: null, allPermission: [] });
  void command({ path: '/auth/rma_worker/logout' }).catch(() => undefined);
}
