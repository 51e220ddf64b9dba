import type { DomainEvent } from '../decider.ts';
import type { Actor, Instant } from '../kernel.ts';
import type { ConfigValue } from './contract.ts';

/** Events of the configuration, one stream for all of it: `system-config` (product/system.md §1). */
export const CONFIG_STREAM = 'system-config';

/** One value, from a moment on. Nothing is ever overwritten: an earlier moment still finds what held then. */
export type ConfigValueChanged = DomainEvent<
  'ConfigValueChanged',
  {
    /** 1, 2, … in the order they were written down. */
    readonly change: number;
    readonly key: string;
    readonly value: ConfigValue;
    /** What would have held from that moment without it. */
    readonly previous: ConfigValue;
    readonly effectiveAt: Instant;
    readonly reason: string;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** A change that had not taken hold yet never will. */
export type ConfigChangeWithdrawn = DomainEvent<
  'ConfigChangeWithdrawn',
  {
    readonly change: number;
    readonly key: string;
    readonly reason: string;
    readonly at: Instant;
    readonly by: Actor;
  }
>;

export type ConfigEvent = ConfigValueChanged | ConfigChangeWithdrawn;
export type ConfigEventType = ConfigEvent['type'];

/** Nothing personal: values, a reason, and who by id. */
export const SYSTEM_PERSONAL_DATA = {
  ConfigValueChanged: null,
  ConfigChangeWithdrawn: null,
} as const satisfies Record<ConfigEventType, null>;
