import type { DomainEvent } from '../../decider.ts';
import type { Instant, SiteId } from '../../kernel.ts';
import type { FlowModel } from './flow-model.ts';

/** Stream `flow-model-<site>`: how the site works, as its log shows it; the newest is in force. It names stages alone. */
export type FlowModelFitted = DomainEvent<
  'FlowModelFitted',
  {
    /** The version of its stream. */
    readonly number: number;
    readonly siteId: SiteId;
    readonly model: FlowModel;
    readonly at: Instant;
  }
>;

export const flowModelStream = (siteId: SiteId): string => `flow-model-${siteId}`;

/** Every event has a line; null = nothing personal in it. */
export const SIMULATION_PERSONAL_DATA = {
  FlowModelFitted: null,
} as const satisfies Record<FlowModelFitted['type'], null>;
