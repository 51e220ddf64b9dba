import type { Seven } from './seven.ts';
import type { TreatmentName } from './treatments.ts';

export interface SubReasonSeed {
  readonly names: Seven;
  readonly treatment: TreatmentName;
  /** Covered by the warranty. */
  readonly covered: boolean;
  readonly active?: false;
}

export interface ReasonSeed {
  readonly names: Seven;
  readonly active?: false;
  readonly subReasons: readonly SubReasonSeed[];
}
