import { FINAL_STATUSES } from '@atelier/domain/shared/status.ts';

/**
 * A query of the streams of all items that came to their end: handed over, closed or cancelled. Of what else the log
 * holds (deposits, packages, accounts, settings) nothing says for good that it has ended: it stays.
 */
export const ENDED_STREAMS = `select 'item-' || id from item_row where status in (${FINAL_STATUSES.join(', ')})`;
