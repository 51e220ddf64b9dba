import { unreachable } from '../decider.ts';
import type { Actor, Instant } from '../kernel.ts';
import type { ErasureOrigin, ErasureReason, ErasureStage, KeptBecause } from './contract.ts';
import type { Covered, ErasureEvent, ErasureRequested } from './events.ts';

/** One request for erasure, from when it was asked for until it ended. */
export interface Erasure {
  readonly kind: 'erasure';
  readonly asked: Omit<ErasureRequested['data'], 'note'>;
  readonly stage: ErasureStage;
  readonly decidedAt: Instant | null;
  readonly decidedBy: Actor | null;
  readonly covered: Covered | null;
  readonly endedAt: Instant | null;
  /** Of the schedule: what kept the person in the end. */
  readonly keptBecause: KeptBecause | null;
}

export type ErasureState = { readonly kind: 'none' } | Erasure;
export const initialErasure: ErasureState = { kind: 'none' };

/** Folds one event into a request. */
export function evolveErasure(state: ErasureState, event: ErasureEvent): ErasureState {
  if (event.type === 'ErasureRequested') return requested(event.data);
  if (state.kind === 'none') return state;
  switch (event.type) {
    case 'ErasureApproved':
      return { ...state, stage: 'approved', decidedAt: event.data.at, decidedBy: event.data.by };
    case 'ErasureRefused': {
      const { at, by } = event.data;
      return { ...state, stage: 'refused', decidedAt: at, decidedBy: by, endedAt: at };
    }
    case 'ErasureWithdrawn':
      return { ...state, stage: 'withdrawn', endedAt: event.data.at };
    case 'ErasureStarted':
      return { ...state, stage: 'running', covered: event.data.covered };
    case 'ErasureCompleted':
      return { ...state, stage: 'done', endedAt: event.data.at };
    case 'ErasureKept': {
      const { because, at } = event.data;
      return { ...state, stage: 'kept', keptBecause: because, endedAt: at };
    }
    default:
      return unreachable(event);
  }
}

function requested({ note: _note, ...asked }: ErasureRequested['data']): Erasure {
  const open = { decidedAt: null, decidedBy: null, covered: null, endedAt: null, keptBecause: null };
  return { kind: 'erasure', asked, stage: 'requested', ...open };
}

/** Whether it still waits: for a decision, for its notice, or for a worker. */
export const isWaiting = ({ stage }: Pick<Erasure, 'stage'>): boolean =>
  stage === 'requested' || stage === 'approved';

export interface ErasureRow {
  readonly id: number;
  readonly customer_refs: readonly string[];
  readonly rma_ids: readonly number[];
  readonly reason: ErasureReason;
  readonly origin: ErasureOrigin;
  readonly stage: ErasureStage;
  readonly due_at: Instant | null;
  readonly requested_at: Instant;
  readonly requested_by: number | null;
  readonly decided_at: Instant | null;
  readonly decided_by: number | null;
  readonly ended_at: Instant | null;
  readonly repairs: number | null;
  readonly pieces: number | null;
  readonly pictures: number | null;
  readonly messages: number | null;
  readonly kept_because: KeptBecause | null;
}

/** The inline read-model row (`version` and `position` are the append's). No free text. */
export function toErasureRow(erasure: Erasure): ErasureRow {
  const { asked, stage, decidedAt, decidedBy, covered, endedAt, keptBecause } = erasure;
  return {
    id: asked.requestId,
    customer_refs: asked.customerRefs,
    rma_ids: asked.rmaIds,
    reason: asked.reason,
    origin: asked.origin,
    stage,
    due_at: asked.dueAt,
    requested_at: asked.at,
    requested_by: asked.by.userId,
    decided_at: decidedAt,
    decided_by: decidedBy?.userId ?? null,
    ended_at: endedAt,
    repairs: covered?.repairs ?? null,
    pieces: covered?.pieces ?? null,
    pictures: covered?.pictures ?? null,
    messages: covered?.messages ?? null,
    kept_because: keptBecause,
  };
}
