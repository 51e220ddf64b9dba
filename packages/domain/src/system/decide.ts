import { accept, reject, type Decision } from '../decider.ts';
import { DAY_MS, toMs, type ActorAtSite, type Instant } from '../kernel.ts';
import type { Rejection } from '../rejection.ts';
import { policyAt, policyTimeline, type ConfigState } from './config.ts';
import type { ConfigEvent } from './events.ts';
import { RETENTION } from './setting-schema.ts';
import { isSameValue, readValue, settingOf } from './settings.ts';

export interface ConfigContext {
  readonly now: Instant;
  readonly actor: ActorAtSite;
}

export interface ChangeConfig {
  readonly key: string;
  readonly value: unknown;
  /** null = at once. */
  readonly effectiveAt: Instant | null;
  readonly reason: string;
}

/** What is planned further ahead is a typing error. */
const FURTHEST_AHEAD_MS = 5 * 366 * DAY_MS;

/** The change that one account may make: a setting that two people change together is refused. */
export function decideChangeConfig(
  command: ChangeConfig,
  state: ConfigState,
  context: ConfigContext,
): Decision<ConfigEvent> {
  if (command.key === RETENTION.key) return reject('setting_needs_two', { key: command.key });
  return decideAgreedChange(command, state, context);
}

/** Writes down a value from a moment on: now, or later; never from a moment that decisions were already made in. */
export function decideAgreedChange(
  command: ChangeConfig,
  state: ConfigState,
  { now, actor }: ConfigContext,
): Decision<ConfigEvent> {
  const setting = settingOf(command.key);
  if (setting === undefined) return reject('setting_unknown', { key: command.key });
  const read = readValue(setting, command.value);
  if ('code' in read) return reject('invalid_input', { field: 'value', issue: read.code });
  if (command.reason.trim() === '') return reject('reason_required');
  const effectiveAt = command.effectiveAt ?? now;
  const refusal = momentRefusal(effectiveAt, now);
  if (refusal !== null) return { ok: false, rejection: refusal };
  const previous = setting.read(policyAt(policyTimeline(state), toMs(effectiveAt)));
  if (isSameValue(previous, read.value)) return reject('setting_unchanged', { key: command.key });
  const { userId, workerId } = actor;
  const data = {
    change: state.changes.length + 1,
    key: setting.key,
    value: read.value,
    previous,
    effectiveAt,
    reason: command.reason.trim(),
    at: now,
    by: { userId, workerId },
  };
  return accept<ConfigEvent>({ type: 'ConfigValueChanged', data });
}

function momentRefusal(effectiveAt: Instant, now: Instant): Rejection | null {
  const ahead = toMs(effectiveAt) - toMs(now);
  if (ahead < 0) return { code: 'effective_in_past' };
  return ahead > FURTHEST_AHEAD_MS ? { code: 'effective_too_late' } : null;
}

/** Takes back a change that has not taken hold yet; what holds is changed by another change. */
export function decideWithdrawChange(
  { change, reason }: { readonly change: number; readonly reason: string },
  state: ConfigState,
  { now, actor }: ConfigContext,
): Decision<ConfigEvent> {
  const planned = state.changes.find((each) => each.change === change);
  if (planned === undefined) return reject('not_found');
  const isWaiting = planned.withdrawn === null && toMs(planned.effectiveAt) > toMs(now);
  if (!isWaiting) return reject('change_not_scheduled', { change });
  if (reason.trim() === '') return reject('reason_required');
  const { userId, workerId } = actor;
  const data = { change, key: planned.key, reason: reason.trim(), at: now, by: { userId, workerId } };
  return accept<ConfigEvent>({ type: 'ConfigChangeWithdrawn', data });
}
