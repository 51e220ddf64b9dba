import type { LiveRow } from '@atelier/domain/live/contract.ts';

/** Rows that say that something changed, not what. The newest of a kind is all that a screen that comes back needs. */
const KEPT_NOTICES = ['config', 'change', 'erasure'] as const;
export type KeptNotice = (typeof KEPT_NOTICES)[number];
export type Notice = KeptNotice | 'log';

export const isKeptNotice = (kind: LiveRow['kind']): kind is KeptNotice =>
  KEPT_NOTICES.some((notice) => notice === kind);

/** Whether a row is one of these: it names no person, so every subscriber of its topic may see it. */
export const isNotice = (kind: LiveRow['kind']): boolean => kind === 'log' || isKeptNotice(kind);
