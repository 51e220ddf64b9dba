import { accept, reject, unreachable, type Decision } from '../decider.ts';
import type { Instant, SiteId, WorkerId } from '../kernel.ts';
import type { WorkerEvent, WorkerPost, WorkerProfile, WorkerRegistered } from './events.ts';

/** A worker as its events make it. */
export interface Worker extends WorkerPost {
  readonly kind: 'registered';
  readonly workerId: WorkerId;
  readonly workId: string;
  readonly profile: WorkerProfile | null;
  readonly active: boolean;
  readonly hasPin: boolean;
}
export type WorkerState = { readonly kind: 'none' } | Worker;

export const initialWorker: WorkerState = { kind: 'none' };

export function evolveWorker(state: WorkerState, event: WorkerEvent): WorkerState {
  if (event.type === 'WorkerRegistered') return registered(event.data);
  if (state.kind === 'none') return state;
  switch (event.type) {
    case 'WorkerChanged': {
      const { workId, profile, department, roleKey, siteId } = event.data;
      return { ...state, workId, profile, department, roleKey, siteId };
    }
    case 'WorkerDeactivated':
      return { ...state, active: false };
    case 'WorkerReactivated':
      return { ...state, active: true };
    case 'WorkerPinChanged':
      return { ...state, hasPin: event.data.isSet };
    case 'WorkerBadgeRevealed':
      return state;
    default:
      return unreachable(event);
  }
}

function registered(data: WorkerRegistered['data']): WorkerState {
  const { workerId, workId, profile, department, roleKey, siteId } = data;
  const post = { department, roleKey, siteId };
  return { kind: 'registered', workerId, workId, profile, active: true, hasPin: false, ...post };
}

/** What an administrator says of a worker. */
export interface WorkerFacts extends WorkerPost {
  readonly workId: string;
  readonly profile: WorkerProfile;
}

export interface WorkerChange {
  readonly workId?: string | undefined;
  readonly name?: string | undefined;
  readonly barcode?: string | undefined;
  readonly department?: string | undefined;
  readonly roleKey?: string | undefined;
  readonly siteId?: SiteId | undefined;
  readonly active?: boolean | undefined;
  /** Whether there is a PIN from now on; undefined leaves it. */
  readonly pin?: boolean | undefined;
}

export type WorkerCommand =
  | ({ readonly type: 'RegisterWorker'; readonly workerId: WorkerId } & WorkerFacts)
  /** What is not said stays as it is. */
  | ({ readonly type: 'ChangeWorker' } & WorkerChange)
  | { readonly type: 'DeactivateWorker' }
  | { readonly type: 'RevealWorkerBadge'; readonly how: 'shown' | 'printed' };

/** Decides about one worker. Deleting a worker deactivates it: history names it for good (product/workforce.md §2). */
export function decideWorker(
  command: WorkerCommand,
  state: WorkerState,
  { now }: { readonly now: Instant },
): Decision<WorkerEvent> {
  if (command.type === 'RegisterWorker') return register(command, state, now);
  if (state.kind === 'none') return reject('not_found');
  const at = now;
  switch (command.type) {
    case 'ChangeWorker':
      return change(command, state, at);
    case 'DeactivateWorker':
      return change({ active: false }, state, at);
    case 'RevealWorkerBadge':
      if (state.profile === null) return reject('not_found');
      return accept({ type: 'WorkerBadgeRevealed', data: { how: command.how, at } });
    default:
      return unreachable(command);
  }
}

type Register = Extract<WorkerCommand, { type: 'RegisterWorker' }>;

function register(command: Register, state: WorkerState, at: Instant): Decision<WorkerEvent> {
  if (state.kind !== 'none') return reject('already_exists');
  const { type: _type, ...facts } = command;
  const workerRef = `worker-${command.workerId}`;
  return accept({ type: 'WorkerRegistered', data: { ...facts, workerRef, at } });
}

/**
 * Saying what already holds changes nothing. Who is no longer active keeps no PIN: it begins again when they come back.
 * An erased worker gets no name again.
 */
function change(said: WorkerChange, state: Worker, at: Instant): Decision<WorkerEvent> {
  const facts = factsOf(said, state);
  if (facts === null) return reject('not_found');
  const events: WorkerEvent[] = [];
  if (JSON.stringify(facts) !== JSON.stringify(factsOf({}, state))) {
    events.push({ type: 'WorkerChanged', data: { workerRef: `worker-${state.workerId}`, ...facts, at } });
  }
  const active = said.active ?? state.active;
  if (active !== state.active) {
    events.push(
      active ? { type: 'WorkerReactivated', data: { at } } : { type: 'WorkerDeactivated', data: { at } },
    );
  }
  const isSet = active ? said.pin : false;
  // A new PIN is an event even where there was one before.
  const isNews = isSet === true || (isSet === false && state.hasPin);
  if (isNews) events.push({ type: 'WorkerPinChanged', data: { isSet, at } });
  return accept(...events);
}

/** The worker's facts with what is said put in; null where an erased worker would get a name. */
function factsOf(said: WorkerChange, { workId, profile, department, roleKey, siteId }: Worker) {
  if (profile === null && (said.name !== undefined || said.barcode !== undefined)) return null;
  return {
    workId: said.workId ?? workId,
    profile:
      profile === null ? null : { name: said.name ?? profile.name, barcode: said.barcode ?? profile.barcode },
    department: said.department ?? department,
    roleKey: said.roleKey ?? roleKey,
    siteId: said.siteId ?? siteId,
  };
}

/** The inline row of `worker_row`; the barcode stays in the log. */
export function toWorkerRow(state: Worker): Record<string, unknown> {
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

const SHOWN_SIGNS = 2;

/** A barcode as lists show it: its length is no secret, its signs are, but for the last two (product/workforce.md §3). */
export function maskBarcode(barcode: string): string {
  const shown = Math.min(SHOWN_SIGNS, Math.floor(barcode.length / 3));
  return '•'.repeat(barcode.length - shown) + barcode.slice(barcode.length - shown);
}
