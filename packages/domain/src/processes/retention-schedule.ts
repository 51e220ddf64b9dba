import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import { notTwoPersons, type Tie } from '../shared/two-persons.ts';
import { toMs } from '../kernel.ts';
import { retentionScheduleStream, type RetentionScheduleEvent } from '../privacy/retention-events.ts';
import type { Proposal, ProposalState } from '../privacy/retention-schedule.ts';
import type { RetentionSchedule } from '../shared/retention.ts';
import { policyAt, policyTimeline, type ConfigState } from '../system/config.ts';
import { decideAgreedChange, type ConfigContext } from '../system/decide.ts';
import { CONFIG_STREAM, type ConfigEvent } from '../system/events.ts';
import { isSameValue } from '../system/settings.ts';

type Decided = StreamsDecision<RetentionScheduleEvent | ConfigEvent>;

const stamp = ({ now, actor: { userId, workerId } }: ConfigContext) => ({
  at: now,
  by: { userId, workerId },
});
const ofSchedule = (event: RetentionScheduleEvent) => ({
  streamId: retentionScheduleStream,
  events: [event],
});

/** Proposes another retention schedule; what holds stays until another account approves it. One waits at a time. */
export function proposeSchedule(
  { schedule, reason }: { readonly schedule: RetentionSchedule; readonly reason: string },
  state: ProposalState,
  config: ConfigState,
  context: ConfigContext,
): Decided {
  if (state.kind !== 'none' && state.stage === 'proposed')
    return reject('schedule_open', { proposal: state.proposal });
  const previous = policyAt(policyTimeline(config), toMs(context.now)).retention;
  if (isSameValue(previous, schedule)) return reject('setting_unchanged');
  const proposal = state.kind === 'none' ? 1 : state.proposal + 1;
  const data = { proposal, schedule, previous, reason, ...stamp(context) };
  return acceptStreams([ofSchedule({ type: 'RetentionScheduleProposed', data })]);
}

/** What waits for a decision under this number, or why it cannot be decided. */
function waiting(proposal: number, state: ProposalState) {
  if (state.kind === 'none' || state.proposal !== proposal) return reject('not_found');
  return state.stage === 'proposed' ? { ok: true as const, state } : reject('erasure_decided');
}
const notAnother = ({ proposedBy }: Proposal, { actor }: ConfigContext, ties: readonly Tie[]) =>
  notTwoPersons(proposedBy.userId, actor.userId, ties);

interface Deciding {
  readonly proposal: number;
  /** Between the accounts that proposed and decide. */
  readonly ties: readonly Tie[];
}

/** Another account agrees: from now on it holds, as a change of the configuration in the same append. */
export function approveSchedule(
  { proposal, ties }: Deciding,
  state: ProposalState,
  config: ConfigState,
  context: ConfigContext,
): Decided {
  const found = waiting(proposal, state);
  if (!found.ok) return found;
  const refused = notAnother(found.state, context, ties);
  if (refused !== null) return reject(refused);
  const { schedule: value, reason } = found.state;
  const change = decideAgreedChange({ key: 'retention', value, effectiveAt: null, reason }, config, context);
  if (!change.ok) return change;
  return acceptStreams<RetentionScheduleEvent | ConfigEvent>([
    ofSchedule({ type: 'RetentionScheduleApproved', data: { proposal, ...stamp(context) } }),
    { streamId: CONFIG_STREAM, events: change.events },
  ]);
}

/** Another account says no, and why. */
export function refuseSchedule(
  { proposal, note, ties }: Deciding & { readonly note: string },
  state: ProposalState,
  context: ConfigContext,
): Decided {
  const found = waiting(proposal, state);
  if (!found.ok) return found;
  const refused = notAnother(found.state, context, ties);
  if (refused !== null) return reject(refused);
  if (note === '') return reject('reason_required');
  return acceptStreams([
    ofSchedule({ type: 'RetentionScheduleRefused', data: { proposal, note, ...stamp(context) } }),
  ]);
}

/** Withdrawn by any account that may propose. */
export function withdrawSchedule(proposal: number, state: ProposalState, context: ConfigContext): Decided {
  const found = waiting(proposal, state);
  if (!found.ok) return found;
  return acceptStreams([
    ofSchedule({ type: 'RetentionScheduleWithdrawn', data: { proposal, ...stamp(context) } }),
  ]);
}
