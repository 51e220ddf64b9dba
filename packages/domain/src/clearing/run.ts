import type { Actor, ClearingRunId, Instant, ItemId } from '../kernel.ts';
import type { ClearingEvent, ClearingFilter, Skipped } from './events.ts';

/** One order-clearing run: what it was asked, what it cleared, and whether it was taken back. */
export interface ClearingRun {
  readonly kind: 'run';
  readonly id: ClearingRunId;
  readonly filter: ClearingFilter;
  readonly scheduled: boolean;
  readonly requestedBy: Actor;
  readonly startedAt: Instant;
  readonly state: 'running' | 'done' | 'undone';
  readonly cleared: readonly ItemId[];
  readonly skipped: readonly Skipped[];
  readonly undo: {
    readonly restored: readonly ItemId[];
    readonly skipped: readonly Skipped[];
    readonly at: Instant;
  } | null;
}

export type ClearingRunState = { readonly kind: 'none' } | ClearingRun;

export const initialClearingRun: ClearingRunState = { kind: 'none' };

/** Folds one event into a run. */
export function evolveClearingRun(state: ClearingRunState, event: ClearingEvent): ClearingRunState {
  if (event.type === 'ClearingRunStarted') return started(event.data);
  if (state.kind === 'none') return state;
  switch (event.type) {
    case 'ClearingRunItemsCleared': {
      const { itemIds, skipped } = event.data;
      return { ...state, cleared: [...state.cleared, ...itemIds], skipped: [...state.skipped, ...skipped] };
    }
    case 'ClearingRunFinished':
      return { ...state, state: 'done' };
    case 'ClearingRunUndone': {
      const { restored, skipped, at } = event.data;
      return { ...state, state: 'undone', undo: { restored, skipped, at } };
    }
  }
}

function started(data: Extract<ClearingEvent, { type: 'ClearingRunStarted' }>['data']): ClearingRun {
  return {
    kind: 'run',
    id: data.runId,
    filter: data.filter,
    scheduled: data.scheduled,
    requestedBy: data.by,
    startedAt: data.at,
    state: 'running',
    cleared: [],
    skipped: [],
    undo: null,
  };
}

export interface ClearingRunRow {
  readonly id: ClearingRunId;
  readonly state: ClearingRun['state'];
  readonly scheduled: boolean;
  readonly requested_by: number | null;
  readonly started_at: Instant;
  readonly filter: ClearingFilter;
  readonly cleared: readonly ItemId[];
  readonly skipped: readonly Skipped[];
  readonly undone_at: Instant | null;
  readonly restored: readonly ItemId[];
  readonly undo_skipped: readonly Skipped[];
}

/** The inline read-model row of a run (`version` and `position` are the append's). */
export function toClearingRunRow(run: ClearingRun): ClearingRunRow {
  return {
    id: run.id,
    state: run.state,
    scheduled: run.scheduled,
    requested_by: run.requestedBy.userId,
    started_at: run.startedAt,
    filter: run.filter,
    cleared: run.cleared,
    skipped: run.skipped,
    undone_at: run.undo?.at ?? null,
    restored: run.undo?.restored ?? [],
    undo_skipped: run.undo?.skipped ?? [],
  };
}
