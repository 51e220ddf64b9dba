import type { Custody } from '../kernel.ts';

/** With a carrier, on its way to its client's own door. */
export const isToClient = ({ custody }: { readonly custody: Custody }): boolean =>
  custody.kind === 'shipment' && custody.to === null;
