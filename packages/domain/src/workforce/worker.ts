import { accept, reject, unreachable } from '../decider.ts';
import type { Decision } from '../decider.ts';
import type { Instant, WorkerId } from '../kernel.ts';
import type { WorkerEvent, WorkerPost, WorkerProfile, WorkerRegistered } from './events.ts';

/** A factory hand as the history tells it. */
export type WorkerState =
  | { readonly kind: 'none' }
  | ({
      readonly kind: 'registered';
      readonly workerId: WorkerId;
      readonly workId: string;
      readonly profile: WorkerProfile | null;
      readonly active: boolean;
    } & WorkerPost);

export const initialWorker: WorkerState = { kind: 'none' };

export function evolveWorker(state: WorkerState, event: WorkerEvent): WorkerState {
  switch (event.type) {
    case 'WorkerRegistered':
      return registered(event.data);
    case 'WorkerDeactivated':
      return state.kind === 'none' ? state : { ...state, active: false };
    default:
      return unreachable(event);
  }
}

function registered(data: WorkerRegistered['data']): WorkerState {
  const { workerId, workId, profile, department, roleKey, siteId } = data;
  return { kind: 'registered', workerId, workId, profile, active: true, department, roleKey, siteId };
}

export type WorkerCommand =
  | ({
      readonly type: 'RegisterWorker';
      readonly workerId: WorkerId;
      readonly workId: string;
      readonly profile: WorkerProfile;
    } & WorkerPost)
  | { readonly type: 'DeactivateWorker' };

/** Decides about one worker. Deleting a worker deactivates it: history names it for good (product.md §4). */
export function decideWorker(
  command: WorkerCommand,
  state: WorkerState,
  { now }: { readonly now: Instant },
): Decision<WorkerEvent> {
  switch (command.type) {
    case 'RegisterWorker': {
      if (state.kind !== 'none') return reject('already_exists');
      const { type: _type, ...facts } = command;
      const workerRef = `worker-${command.workerId}`;
      return accept({ type: 'WorkerRegistered', data: { ...facts, workerRef, at: now } });
    }
    case 'DeactivateWorker':
      if (state.kind === 'none') return reject('not_found');
      return state.active ? accept({ type: 'WorkerDeactivated', data: { at: now } }) : accept();
    default:
      return unreachable(command);
  }
}

/** The inline row of `worker_row`; the barcode stays in the log. */
export function toWorkerRow(state: Extract<WorkerState, { kind: 'registered' }>): Record<string, unknown> {
  return {
    id: state.workerId,
    work_id: state.workId,
    name: state.profile?.name ?? '',
    department: state.department,
    role_key: state.roleKey,
    site_id: state.siteId,
    active: state.active,
  };
}
