import { custodyView, type CustodyRow, type CustodyView } from '@atelier/contracts/custody/schema.ts';
import { dataOf, type Reply } from '../testing/testing-reply.ts';

export type ItemCustody = Extract<CustodyView, { of: 'item' }>;

/** The chain of an item, as `GET /custody?rma_item_id=` brings it. */
export function itemCustodyOf(reply: Reply): ItemCustody {
  const view = dataOf(custodyView, reply);
  if (view.of !== 'item') throw new Error(`custody of a ${view.of}, not of an item`);
  return view;
}

/** What a site or a package holds. */
export function heldRowsOf(reply: Reply): readonly CustodyRow[] {
  const view = dataOf(custodyView, reply);
  if (view.of === 'item') throw new Error('custody of an item, not of a site or a package');
  return view.rows;
}
