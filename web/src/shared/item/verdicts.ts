import type { ScanVerdictName } from '@atelier/contracts/repair/schema.ts';

/** The server's verdicts, the screen's own "queued offline", and the moment before any of them is known. */
export type ScreenVerdict = ScanVerdictName | 'queued_offline' | 'pending';

/** Three colours, each with its own shape (product/repair.md §8): ok ✓, repeat ↺, error ✕; waiting has none. */
export type VerdictTone = 'ok' | 'duplicate' | 'error' | 'waiting';

export const VERDICT_TONE = {
  pending: 'waiting',
  accepted: 'ok',
  already_done: 'duplicate',
  queued_offline: 'duplicate',
  wrong_stage: 'error',
  wrong_package: 'error',
  unknown: 'error',
  not_expected: 'error',
  cancelled: 'error',
  held: 'error',
} as const satisfies Record<ScreenVerdict, VerdictTone>;
