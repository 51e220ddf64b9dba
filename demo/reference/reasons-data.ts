import reasons from '../data/reasons.json' with { type: 'json' };
import type { ReasonSeed } from './reason-seed.ts';

/** Why pieces come back. Ids follow the place in the list: append, and switch off with `active: false`. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON has lists where a text in seven languages is a tuple
export const REASON_SEEDS = reasons as unknown as readonly ReasonSeed[];
