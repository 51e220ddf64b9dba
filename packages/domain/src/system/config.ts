import { toMs, type Actor, type Instant } from '../kernel.ts';
import { DEFAULT_POLICY, type Policy } from '../policy.ts';
import type { ConfigEvent } from './events.ts';
import { readValue, settingOf } from './settings.ts';
import type { ConfigValue } from './contract.ts';

/** One change as it stands now. */
export interface ConfigChange {
  readonly change: number;
  readonly key: string;
  readonly value: ConfigValue;
  readonly previous: ConfigValue;
  readonly effectiveAt: Instant;
  readonly reason: string;
  readonly at: Instant;
  readonly by: Actor;
  /** Taken back before it took hold. */
  readonly withdrawn: { readonly reason: string; readonly at: Instant; readonly by: Actor } | null;
}

/** Every change ever written down, oldest first. */
export interface ConfigState {
  readonly changes: readonly ConfigChange[];
}

export const initialConfig: ConfigState = { changes: [] };

/** Folds one event. */
export function evolveConfig(state: ConfigState, event: ConfigEvent): ConfigState {
  if (event.type === 'ConfigValueChanged') {
    return { changes: [...state.changes, { ...event.data, withdrawn: null }] };
  }
  const { change, reason, at, by } = event.data;
  const withdrawn = { reason, at, by };
  return { changes: state.changes.map((each) => (each.change === change ? { ...each, withdrawn } : each)) };
}

/** What takes hold, in the order in which it does; changes of one moment in the order they were written down. */
export function inOrderOfEffect({ changes }: ConfigState): readonly ConfigChange[] {
  return changes
    .filter(({ withdrawn }) => withdrawn === null)
    .toSorted((a, b) => toMs(a.effectiveAt) - toMs(b.effectiveAt) || a.change - b.change);
}

/** The values in force from a moment on; the first span has no beginning. */
export interface PolicySpan {
  readonly fromMs: number;
  readonly policy: Policy;
}

/**
 * The versions over time. Nothing can be made to hold from a past moment, so the spans that have begun never change
 * and a version (1 + the changes in force) names the same values for ever.
 */
export function policyTimeline(state: ConfigState): readonly PolicySpan[] {
  const spans: PolicySpan[] = [{ fromMs: -Infinity, policy: DEFAULT_POLICY }];
  let policy = DEFAULT_POLICY;
  for (const change of inOrderOfEffect(state)) {
    policy = { ...withChange(policy, change), version: policy.version + 1 };
    spans.push({ fromMs: toMs(change.effectiveAt), policy });
  }
  return spans;
}

/** A value that this release no longer knows, or no longer takes, changes nothing but the version. */
function withChange(policy: Policy, { key, value }: ConfigChange): Policy {
  const setting = settingOf(key);
  if (setting === undefined) return policy;
  const read = readValue(setting, value);
  return 'code' in read ? policy : setting.write(policy, read.value);
}

/** Since when a setting has the value it has at a moment; null where it was never changed. */
export function inForceSince(state: ConfigState, key: string, nowMs: number): Instant | null {
  const change = inOrderOfEffect(state).findLast(
    (each) => each.key === key && toMs(each.effectiveAt) <= nowMs,
  );
  return change?.effectiveAt ?? null;
}

/** The values in force at a moment: a change holds from its very millisecond on. */
export function policyAt(timeline: readonly PolicySpan[], nowMs: number): Policy {
  return timeline.findLast(({ fromMs }) => fromMs <= nowMs)?.policy ?? DEFAULT_POLICY;
}

/** When other values take hold next; null when nothing is scheduled. */
export function nextChangeMs(timeline: readonly PolicySpan[], nowMs: number): number | null {
  return timeline.find(({ fromMs }) => fromMs > nowMs)?.fromMs ?? null;
}
