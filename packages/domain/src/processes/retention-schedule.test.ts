import { beforeEach, describe, expect, it } from 'vitest';
import type { StreamsDecision } from '../decider.ts';
import { toMs } from '../kernel.ts';
import { evolveProposal, initialProposal, type ProposalState } from '../privacy/retention-schedule.ts';
import type { RetentionScheduleEvent } from '../privacy/retention-events.ts';
import { NO_RETENTION } from '../shared/retention.ts';
import { evolveConfig, initialConfig, policyAt, policyTimeline, type ConfigState } from '../system/config.ts';
import { decideChangeConfig } from '../system/decide.ts';
import { CONFIG_STREAM, type ConfigEvent } from '../system/events.ts';
import { approveSchedule, proposeSchedule, refuseSchedule, withdrawSchedule } from './retention-schedule.ts';

type Event = RetentionScheduleEvent | ConfigEvent;
const now = '2026-11-20T10:00:00.000Z';
const account = (userId: number) => ({ now, actor: { userId, workerId: null, siteId: null } });
const [asker, decider] = [account(7), account(8)];
const schedule = { ...NO_RETENTION, on: true };

let state: ProposalState;
let config: ConfigState;
beforeEach(() => {
  state = initialProposal;
  config = initialConfig;
});

function take(decision: StreamsDecision<Event>): readonly string[] {
  if (!decision.ok) throw new Error(decision.rejection.code);
  const events = decision.streams.flatMap(({ streamId, events: own }) =>
    own.map((event) => ({ streamId, event })),
  );
  for (const { streamId, event } of events) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's name says which events stand in it
    if (streamId === CONFIG_STREAM) config = evolveConfig(config, event as ConfigEvent);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    else state = evolveProposal(state, event as RetentionScheduleEvent);
  }
  return events.map(({ event }) => event.type);
}
const codeOf = (decision: StreamsDecision<Event>) => (decision.ok ? 'accepted' : decision.rejection.code);
const propose = (given = schedule) =>
  proposeSchedule({ schedule: given, reason: 'the new law' }, state, config, asker);
const inForce = () => policyAt(policyTimeline(config), toMs(now)).retention;

describe('the schedule is changed by two people (product/privacy.md §6)', () => {
  it('is off until it is configured', () => {
    expect(inForce()).toMatchObject({ on: false });
  });

  it('holds once another account approves it, as a change of the configuration in the same append', () => {
    expect(take(propose())).toEqual(['RetentionScheduleProposed']);
    expect(inForce()).toEqual(NO_RETENTION);
    expect(codeOf(approveSchedule({ proposal: 1, ties: [] }, state, config, asker))).toBe(
      'other_person_needed',
    );
    expect(take(approveSchedule({ proposal: 1, ties: [] }, state, config, decider))).toEqual([
      'RetentionScheduleApproved',
      'ConfigValueChanged',
    ]);
    expect(inForce()).toEqual(schedule);
    expect(config.changes).toMatchObject([
      { key: 'retention', previous: NO_RETENTION, value: schedule, reason: 'the new law', by: { userId: 8 } },
    ]);
    expect(codeOf(approveSchedule({ proposal: 1, ties: [] }, state, config, decider))).toBe(
      'erasure_decided',
    );
  });

  it('is not changed like other settings, by one account', () => {
    const change = { key: 'retention', value: schedule, effectiveAt: null, reason: 'alone' };
    expect(decideChangeConfig(change, config, asker)).toMatchObject({
      ok: false,
      rejection: { code: 'setting_needs_two' },
    });
  });

  it('may be refused by another account, with a reason', () => {
    take(propose());
    expect(codeOf(refuseSchedule({ proposal: 1, ties: [], note: 'no' }, state, asker))).toBe(
      'other_person_needed',
    );
    expect(codeOf(refuseSchedule({ proposal: 1, ties: [], note: '' }, state, decider))).toBe(
      'reason_required',
    );
    take(refuseSchedule({ proposal: 1, ties: [], note: 'too short' }, state, decider));
    expect(state).toMatchObject({ stage: 'refused', decidedBy: { userId: 8 } });
    expect(codeOf(withdrawSchedule(1, state, asker))).toBe('erasure_decided');
  });

  it('is proposed once at a time, and never as it is', () => {
    expect(codeOf(propose(NO_RETENTION))).toBe('setting_unchanged');
    take(propose());
    expect(codeOf(propose({ ...schedule, default_months: 6 }))).toBe('schedule_open');
    take(withdrawSchedule(1, state, asker));
    take(propose({ ...schedule, default_months: 6 }));
    expect(state).toMatchObject({ proposal: 2, stage: 'proposed' });
  });

  it('is decided under its number', () => {
    for (const decision of [
      approveSchedule({ proposal: 1, ties: [] }, state, config, decider),
      refuseSchedule({ proposal: 1, ties: [], note: 'x' }, state, decider),
      withdrawSchedule(1, state, asker),
    ])
      expect(codeOf(decision)).toBe('not_found');
  });
});
