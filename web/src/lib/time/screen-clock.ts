import { past } from './past.ts';
import { serverNow } from './server-clock.ts';

/** A page of a past moment never ticks: its clock stands at that moment. */
const STANDS_AT = past === null ? null : Date.parse(past.as_of ?? past.known_at ?? '');

/**
 * The time that this page shows, in ms since epoch: the server's, or the past moment of the page. Ages, lateness and the order by urgency
 * count from it; what people do now (scans, drafts, forms) takes `serverNow`.
 */
export const screenNow = (): number => STANDS_AT ?? serverNow();
