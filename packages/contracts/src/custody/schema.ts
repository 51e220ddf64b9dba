import { z } from 'zod';
import { envelope, instant, listQuery, trackingNumber, wireId } from '../contract/schema.ts';
import { siteRef } from '../shipping/schema.ts';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { HOLDER_KINDS } from '@atelier/domain/kernel.ts';

export const holderView = z.object({
  kind: z.enum(HOLDER_KINDS),
  /** Of 'site' and 'factory-kept'. */
  site: siteRef.nullable(),
  /** Of 'shipment'; `to` is null when it goes to the client's door. */
  shipment: z
    .object({
      id: z.number().int(),
      tracking_no: z.string(),
      from: siteRef.nullable(),
      to: siteRef.nullable(),
    })
    .nullable(),
  /** Of 'passed-on': the item that holds the jewel now; its number where the caller may see it. */
  item: z.object({ id: z.number().int(), number: z.string() }).nullable(),
});
export type HolderView = z.infer<typeof holderView>;

export const custodySpanView = z.object({
  /** 0 = the jewel the item goes on with; 1, 2 … = pieces that were replaced. */
  piece: z.number().int(),
  holder: holderView,
  /** Asked `at` this very moment, the answer is this holder. */
  since: z.string(),
  until: z.string().nullable(),
  /** Of the event it began with, in the log. */
  position: z.number().int(),
  until_position: z.number().int().nullable(),
  actor: z.string(),
  worker: z.string().nullable(),
  /** Where the actor stood. */
  at_site: siteRef.nullable(),
});
export type CustodySpanView = z.infer<typeof custodySpanView>;

export const custodyItemView = z.object({
  id: z.number().int(),
  rma_id: z.number().int(),
  number: z.string(),
  product_sku: z.string(),
  product_name: z.string(),
  product_kind: z.string(),
  product_image: z.string(),
  /** At the moment that is asked for. */
  rma_status_id: z.number().int(),
  version: z.number().int(),
});
export type CustodyItemView = z.infer<typeof custodyItemView>;

/** Before its deposit an item has no status, and version 0. */
const custodyHead = custodyItemView.extend({ rma_status_id: z.number().int().nullable() });
export type CustodyHead = z.infer<typeof custodyHead>;

/** `GET /custody`: exactly one of item, site and package; now, or at a past moment by the server's clock. */
export const custodyQuery = listQuery
  .omit({ sort: true })
  .extend({
    rma_item_id: wireId.optional(),
    site_id: wireId.optional(),
    tracking_no: trackingNumber.optional(),
    /** The same as `as_of`. */
    at: instant.optional(),
    ...momentQuery,
    /** Of a site: the jewels it holds, or the old pieces it kept of those it replaced. */
    kept: z.enum(['0', '1']).default('0'),
  })
  .strict()
  .refine((query) => [query.rma_item_id, query.site_id, query.tracking_no].filter(isGiven).length === 1, {
    path: ['rma_item_id'],
    message: 'give one of rma_item_id, site_id and tracking_no',
  })
  .refine(({ at, as_of }) => at === undefined || as_of === undefined, {
    path: ['at'],
    message: 'give at or as_of, which mean the same',
  });
export type CustodyQuery = z.infer<typeof custodyQuery>;

const isGiven = (value: unknown): boolean => value !== undefined;

const row = z.object({ item: custodyItemView, held: custodySpanView });
export type CustodyRow = z.infer<typeof row>;

export const custodyView = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('item'),
    at: z.string().nullable(),
    item: custodyHead,
    /** null only at a moment before the deposit. */
    held: custodySpanView.nullable(),
    /** Every holder up to the moment, oldest first; old pieces that were replaced among them. */
    chain: z.array(custodySpanView),
    linked_from: z.number().int().nullable(),
    linked_to: z.number().int().nullable(),
  }),
  z.object({ of: z.literal('site'), at: z.string().nullable(), site: siteRef, rows: z.array(row) }),
  z.object({
    of: z.literal('shipment'),
    at: z.string().nullable(),
    shipment: z.object({
      id: z.number().int(),
      tracking_no: z.string(),
      state: z.string(),
      from: siteRef,
      to: siteRef.nullable(),
    }),
    /** How many of the rows the package holds itself at that moment. */
    inside: z.number().int(),
    rows: z.array(row),
  }),
]);
export type CustodyView = z.infer<typeof custodyView>;
export const custodyResponse = envelope(custodyView).extend(pastEnvelope);
