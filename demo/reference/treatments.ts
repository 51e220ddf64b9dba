import treatments from '../data/treatments.json' with { type: 'json' };
import type { Seven } from './seven.ts';

/** What the workshop does about a fault, and what it costs in euro cents out of warranty. */
export interface Treatment {
  readonly euroCents: number;
  readonly text: Seven;
}

export type TreatmentName = keyof typeof treatments;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON has lists where a text in seven languages is a tuple
export const TREATMENTS = treatments as unknown as Readonly<Record<TreatmentName, Treatment>>;
