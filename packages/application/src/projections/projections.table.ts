import type { Generated } from 'kysely';

/** Rows of migrations/0007_projections_and_policies.sql. */
export interface CheckpointTable {
  name: string;
  position: number;
  /** Events set aside so far; not 0 = needs attention. */
  parked: number;
  updated_at: Date;
  /** The runner that may move it; null or a stopped runner = no leader now. */
  leader: Generated<number | null>;
}

/** A row of migrations/0026_projection_leases.sql. */
export interface RunnerTable {
  id: Generated<number>;
  name: string;
  projections: string[];
  beat: Generated<number>;
  joined_at: Generated<Date>;
}

export interface ParkedEventTable {
  projection: string;
  position: number;
  stream_id: string;
  type: string;
  /** Null: nothing wrong with it, but it comes after one that is. */
  error: string | null;
  parked_at: Date;
  undecodable: Generated<boolean>;
}

/** A row of migrations/0007_projections_and_policies.sql. */
export interface PolicyParkedEventTable {
  policy: string;
  position: number;
  stream_id: string;
  type: string;
  error: string;
  parked_at: Date;
}

declare module '../platform/database.ts' {
  interface Database {
    policy_parked_events: PolicyParkedEventTable;
    projection_checkpoints: CheckpointTable;
    projection_runners: RunnerTable;
    parked_events: ParkedEventTable;
  }
}
