import type { NavSimulator } from '@atelier/tests/nav-simulator/server.ts';
import type { FaultPlan } from '@atelier/tests/nav-simulator/faults.ts';
import type { NavSettings } from './nav-settings.ts';

/** NAV's times shortened so that a test can wait for them: a document comes 500 ms late at most, the window is 1.5 s. */
export function quickSettings({
  url,
  company,
  token,
}: Pick<NavSimulator, 'url' | 'company' | 'token'>): NavSettings {
  return {
    url,
    company,
    token,
    user: undefined,
    timeoutMs: 200,
    windowMs: 1_500,
    dispatchMs: 400,
    breakAfter: 5,
    breakMs: 300,
    slotMs: 150,
  };
}

export const QUICK_FAULTS: Partial<FaultPlan> = { slowMs: 400, lateMs: 250, retryAfterSeconds: 1 };

/** Everything that can go wrong, about every second time. */
export const EVERYTHING: FaultPlan['chances'] = {
  slow: 0.06,
  throttled: 0.06,
  error: 0.06,
  'error-after': 0.08,
  cut: 0.06,
  lost: 0.12,
  late: 0.1,
};
