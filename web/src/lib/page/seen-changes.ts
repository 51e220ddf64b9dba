/** The day of the newest entry of `features/system/docs/whats-new/whats-new.ts`: the shell must know it without loading the list. */
export const NEWEST_ON = '2026-11-29';

const keyOf = (account: number): string => `atelier.whats-new.${account}`;

/** The last day whose changes this account saw on this device; '' before its first visit. */
export const seenUntilOf = (account: number): string => localStorage.getItem(keyOf(account)) ?? '';

export const hasUnseenChanges = (account: number): boolean => seenUntilOf(account) < NEWEST_ON;

export const noteChangesSeen = (account: number): void => localStorage.setItem(keyOf(account), NEWEST_ON);
