import { unreachable } from '../decider.ts';
import type { Actor, Instant } from '../kernel.ts';
import type { RetentionSchedule } from '../shared/retention.ts';
import type { ProposalStage } from './contract.ts';
import { SCHEDULE_ID, type RetentionScheduleEvent } from './retention-events.ts';

/** The newest proposal for the retention schedule. */
export interface Proposal {
  readonly kind: 'proposal';
  readonly proposal: number;
  readonly schedule: RetentionSchedule;
  readonly previous: RetentionSchedule;
  readonly reason: string;
  readonly stage: ProposalStage;
  readonly proposedAt: Instant;
  readonly proposedBy: Actor;
  readonly decidedAt: Instant | null;
  readonly decidedBy: Actor | null;
}

export type ProposalState = { readonly kind: 'none' } | Proposal;
export const initialProposal: ProposalState = { kind: 'none' };

/** Folds one event into the newest proposal. */
export function evolveProposal(state: ProposalState, event: RetentionScheduleEvent): ProposalState {
  if (event.type === 'RetentionScheduleProposed') {
    const { at, by, ...proposed } = event.data;
    const undecided = { decidedAt: null, decidedBy: null };
    return { kind: 'proposal', ...proposed, stage: 'proposed', proposedAt: at, proposedBy: by, ...undecided };
  }
  if (state.kind === 'none') return state;
  const decided = { decidedAt: event.data.at, decidedBy: event.data.by };
  switch (event.type) {
    case 'RetentionScheduleApproved':
      return { ...state, ...decided, stage: 'approved' };
    case 'RetentionScheduleRefused':
      return { ...state, ...decided, stage: 'refused' };
    case 'RetentionScheduleWithdrawn':
      return { ...state, ...decided, stage: 'withdrawn' };
    default:
      return unreachable(event);
  }
}

export interface ProposalRow {
  readonly id: number;
  readonly proposal: number;
  readonly schedule: RetentionSchedule;
  readonly previous: RetentionSchedule;
  readonly reason: string;
  readonly stage: ProposalStage;
  readonly proposed_at: Instant;
  readonly proposed_by: number | null;
  readonly decided_at: Instant | null;
  readonly decided_by: number | null;
}

/** The inline read-model row (`version` and `position` are the append's). */
export function toProposalRow(state: Proposal): ProposalRow {
  return {
    id: SCHEDULE_ID,
    proposal: state.proposal,
    schedule: state.schedule,
    previous: state.previous,
    reason: state.reason,
    stage: state.stage,
    proposed_at: state.proposedAt,
    proposed_by: state.proposedBy.userId,
    decided_at: state.decidedAt,
    decided_by: state.decidedBy?.userId ?? null,
  };
}
