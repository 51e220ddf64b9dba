import type { Custody } from '@atelier/domain/kernel.ts';

/**
 * Names in EPCIS: private URNs in the forms of the Core Business Vocabulary 2.0, §8 (`obj`, `loc`, `party`, `bt`). They hold
 * numbers of this installation, and no names.
 */
const name = (kind: 'obj' | 'loc' | 'party' | 'bt', id: string): string => `urn:x-atelier:${kind}:${id}`;

export const itemEpc = (id: number): string => name('obj', `item-${id}`);
/** A piece that an item held, or holds since its first replacement: 1, 2 … in the order of replacement. */
export const pieceEpc = (itemId: number, piece: number): string =>
  name('obj', `item-${itemId}-piece-${piece}`);
export const packageEpc = (id: number): string => name('obj', `shipment-${id}`);
export const siteLocation = (id: number): string => name('loc', `site-${id}`);
export const depositTransaction = (rmaId: number): string => name('bt', `rma-${rmaId}`);
export const CUSTOMER = name('party', 'customer');
export const CLIENT_DOOR = name('loc', 'client');

/** Who possesses a jewel: a site, the carrier of a package, the customer, or none after a settlement. */
export function partyOf(holder: Custody): string {
  switch (holder.kind) {
    case 'site':
    case 'factory-kept':
      return name('party', `site-${holder.siteId}`);
    case 'shipment':
      return name('party', `carrier-of-shipment-${holder.shipmentId}`);
    case 'passed-on':
      return name('party', `holder-of-item-${holder.itemId}`);
    case 'customer':
      return CUSTOMER;
    case 'settled':
      return name('party', 'settled');
  }
}

/** Where what it holds is, or is going: two ends of a package's way. */
export function placesOf(holder: Custody): { readonly from: string | null; readonly to: string | null } {
  if (holder.kind === 'shipment')
    return {
      from: siteLocation(holder.from),
      to: holder.to === null ? CLIENT_DOOR : siteLocation(holder.to),
    };
  const place = 'siteId' in holder ? siteLocation(holder.siteId) : null;
  return { from: place, to: place };
}
