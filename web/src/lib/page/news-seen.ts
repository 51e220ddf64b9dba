/** The day of the newest entry of `features/system/docs/news/news.ts`: the shell must know it without loading the list. */
export const NEWEST_ON = '2026-11-28';

const keyOf = (account: number): string => `atelier.news.${account}`;

/** The last day whose news this account saw on this device; '' before its first visit. */
export const newsSeenUntil = (account: number): string => localStorage.getItem(keyOf(account)) ?? '';

export const hasUnseenNews = (account: number): boolean => newsSeenUntil(account) < NEWEST_ON;

export const noteNewsSeen = (account: number): void => localStorage.setItem(keyOf(account), NEWEST_ON);
