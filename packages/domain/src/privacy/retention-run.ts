import { unreachable } from '../decider.ts';
import type { Actor, CustomerRef, Instant } from '../kernel.ts';
import type { RetentionSchedule } from '../shared/retention.ts';
import type { KeptBecause, RetentionRunStage } from './contract.ts';
import type { RetentionRunEvent, RetentionRunStarted } from './retention-events.ts';

/** One run of the retention schedule. */
export interface RetentionRun {
  readonly kind: 'run';
  readonly runId: number;
  readonly stage: RetentionRunStage;
  readonly found: number;
  readonly schedule: RetentionSchedule;
  readonly startedAt: Instant;
  readonly asked: number;
  /** Kept after all, by reason. */
  readonly kept: Readonly<Partial<Record<KeptBecause, number>>>;
  /** Every customer up to here is done; null = none yet. */
  readonly through: CustomerRef | null;
  readonly decidedAt: Instant | null;
  readonly decidedBy: Actor | null;
  readonly endedAt: Instant | null;
}

export type RetentionRunState = { readonly kind: 'none' } | RetentionRun;
export const initialRetentionRun: RetentionRunState = { kind: 'none' };

/** Folds one event into a run. */
export function evolveRetentionRun(state: RetentionRunState, event: RetentionRunEvent): RetentionRunState {
  if (event.type === 'RetentionRunStarted') return started(event.data);
  if (state.kind === 'none') return state;
  switch (event.type) {
    case 'RetentionRunApproved':
      return { ...state, stage: 'running', decidedAt: event.data.at, decidedBy: event.data.by };
    case 'RetentionRunRefused': {
      const { at, by } = event.data;
      return { ...state, stage: 'refused', decidedAt: at, decidedBy: by, endedAt: at };
    }
    case 'RetentionBatchAsked': {
      const { asked, kept, through } = event.data;
      return { ...state, asked: state.asked + asked.length, kept: counted(state.kept, kept), through };
    }
    case 'RetentionRunEnded':
      return { ...state, stage: event.data.because, endedAt: event.data.at };
    default:
      return unreachable(event);
  }
}

function started({ runId, found, needsApproval, schedule, at }: RetentionRunStarted['data']): RetentionRun {
  return {
    kind: 'run',
    runId,
    stage: needsApproval ? 'waiting' : 'running',
    found,
    schedule,
    startedAt: at,
    asked: 0,
    kept: {},
    through: null,
    decidedAt: null,
    decidedBy: null,
    endedAt: null,
  };
}

function counted(
  before: RetentionRun['kept'],
  more: readonly { readonly because: KeptBecause }[],
): RetentionRun['kept'] {
  const kept = { ...before };
  for (const { because } of more) kept[because] = (kept[because] ?? 0) + 1;
  return kept;
}

export interface RetentionRunRow {
  readonly id: number;
  readonly stage: RetentionRunStage;
  readonly found: number;
  readonly asked: number;
  readonly kept: RetentionRun['kept'];
  readonly through: string | null;
  readonly started_at: Instant;
  readonly decided_at: Instant | null;
  readonly decided_by: number | null;
  readonly ended_at: Instant | null;
}

/** The inline read-model row (`version` and `position` are the append's). */
export function toRetentionRunRow(run: RetentionRun): RetentionRunRow {
  return {
    id: run.runId,
    stage: run.stage,
    found: run.found,
    asked: run.asked,
    kept: run.kept,
    through: run.through,
    started_at: run.startedAt,
    decided_at: run.decidedAt,
    decided_by: run.decidedBy?.userId ?? null,
    ended_at: run.endedAt,
  };
}
