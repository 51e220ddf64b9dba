import type { ReasonSeed } from './reason-seed.ts';
import { BREAKAGE_REASONS } from './reasons-breakage.ts';
import { OTHER_REASONS } from './reasons-other.ts';
import { WEAR_REASONS } from './reasons-wear.ts';

/** Why pieces come back. Ids follow the place in the list: append, and switch off with `active: false`. */
export const REASON_SEEDS: readonly ReasonSeed[] = [...BREAKAGE_REASONS, ...WEAR_REASONS, ...OTHER_REASONS];
