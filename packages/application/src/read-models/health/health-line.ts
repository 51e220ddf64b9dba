import { HEALTH_SAYINGS, type HealthSubject } from '@atelier/domain/system/health/contract.ts';
import type { HealthLine } from '@atelier/contracts/system/health/schema.ts';

type Says<What extends HealthSubject> = Extract<keyof (typeof HEALTH_SAYINGS)[What], string>;
type Facts = Partial<Omit<HealthLine, 'what' | 'says' | 'standing' | 'at'>> & { readonly at?: Date | null };

/** One sentence with its facts; how it stands follows from which it is. */
export function healthLineOf<What extends HealthSubject>(
  what: What,
  says: Says<What>,
  { at = null, ...facts }: Facts,
): HealthLine {
  const standings: Readonly<Record<string, HealthLine['standing']>> = HEALTH_SAYINGS[what];
  return {
    what,
    says,
    standing: standings[says] ?? 'bad',
    at: at?.toISOString() ?? null,
    count: 0,
    total: 0,
    limit_days: null,
    names: [],
    reason: null,
    days: [],
    ...facts,
  };
}

/** Names that a sentence shows; the count says how many there are. */
export const NAMES_SHOWN = 3;
