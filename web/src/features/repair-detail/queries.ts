import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import { DETAIL } from '../../shared/queries/item.ts';

/** Whether a till knows its invoice line or its order. */
export const purchaseRecordQuery = (itemId: number) =>
  readQuery(
    ['rma', 'purchase', itemId],
    '/rma/has_puchase_record',
    { rma_item_id: itemId },
    { ...DETAIL, staleTime: 60_000 },
  );

/** Calls to a customer whose piece waits. */
export const followUpsQuery = (itemId: number) =>
  readQuery(
    ['decisions', 'follow-ups', itemId],
    '/get_after_sale_list',
    { rma_item_id: itemId },
    { timeout: 'general' },
  );

/** Colleagues who see the piece: whom a remark may be for. */
export const addresseesQuery = (itemId: number) =>
  readQuery(
    ['decisions', 'addressees', itemId],
    '/comment/addressees',
    { rma_item_id: itemId },
    { staleTime: 5 * MINUTE_MS },
  );

/** What the SAV checks of its packages said of a piece. */
export const savOfPieceQuery = (itemId: number) =>
  readQuery(
    ['rma', 'sav', itemId],
    '/savcheck/piece',
    { rma_item_id: itemId },
    { ...DETAIL, staleTime: 60_000 },
  );
