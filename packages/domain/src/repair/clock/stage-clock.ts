import { accept, reject, type Decision } from '../../decider.ts';
import { HOUR_MS, toMs, type SiteId } from '../../kernel.ts';
import { stageLimitsOf } from '../../policy.ts';
import { isAtFactory } from '../../shared/status.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Item } from '../item/item.ts';
import { clockMs, pausesAfter, pausesBeforeMove, stageClock, type Clock } from './pauses.ts';
import { pauseReasonOf } from './waits.ts';

/** The clock after an event: what the piece waits for follows from its state, so every cause is met here. */
export function clockAfter(before: Item, after: Item, event: ItemEvent): Clock {
  const { clock } = after;
  const isUndo =
    event.type === 'ItemStatusChanged' && ['undo', 'undo-administrative'].includes(event.data.move);
  const pauses = isUndo ? pausesBeforeMove(clock.pauses, before.lastMove?.at ?? null) : clock.pauses;
  const at = 'at' in event.data ? event.data.at : after.enteredAt;
  const now = pausesAfter(pauses, pauseReasonOf(after) !== null, at);
  return now === clock.pauses ? clock : { ...clock, pauses: now };
}

const siteOf = ({ custody }: Item): SiteId | null => (custody.kind === 'site' ? custody.siteId : null);

function hasPassed(item: Item): boolean {
  const siteId = siteOf(item);
  return item.clock.passed.some(
    (stay) =>
      stay.status === item.status && stay.siteId === siteId && toMs(stay.enteredAt) === toMs(item.enteredAt),
  );
}

/** What lists and boards show of the clock; nothing outside the factory, where no stage has a target. */
export function clockRow(item: Item) {
  if (!isAtFactory(item.status)) return NO_STAGE;
  const { from, pausedSince } = stageClock(item.clock.pauses, item.enteredAt);
  return {
    stage_clock_from: from,
    stage_paused_since: pausedSince,
    stage_waits_for: pausedSince === null ? null : pauseReasonOf(item),
    stage_target_passed: hasPassed(item),
  };
}

const NO_STAGE = {
  stage_clock_from: null,
  stage_paused_since: null,
  stage_waits_for: null,
  stage_target_passed: false,
} as const;

type PassStageTarget = Extract<ItemCommand, { type: 'PassStageTarget' }>;

/** Notes that the piece passed its stage's target. Decides nothing where it did not, or where that is noted: any worker may ask. */
export function decidePassTarget(
  { usualHours }: PassStageTarget,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  if (!isAtFactory(item.status)) return reject('illegal_transition', { from: item.status });
  const { status, enteredAt } = item;
  const siteId = siteOf(item);
  const usual = { targetHours: usualHours, wipLimit: null };
  const { targetHours } = stageLimitsOf({ status, siteId }, usual, context.policy);
  const passed = clockMs(stageClock(item.clock.pauses, enteredAt), context.now);
  if (targetHours === null || passed < targetHours * HOUR_MS || hasPassed(item)) return accept<ItemEvent>();
  const clockSeconds = Math.floor(passed / 1000);
  const stay = { status, siteId, enteredAt, targetHours, clockSeconds };
  return accept<ItemEvent>({ type: 'StageTargetPassed', data: { ...stay, ...stamp(context) } });
}
