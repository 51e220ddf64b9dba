import { isStatusId, statusOf } from '@atelier/domain/shared/status.ts';
import type { Phase } from './phase-tag.tsx';

/** The tint and glyph of a status; what is cancelled looks like what is done. */
export function phaseOf(status: number): Phase {
  if (!isStatusId(status)) return 'done';
  const { phase } = statusOf(status);
  return phase === 'cancelled' ? 'done' : phase;
}

/** Parts of the six-part bar: 0 for what stands outside the way. */
export const stepOf = (status: number): number => (isStatusId(status) ? (statusOf(status).step ?? 0) : 0);
