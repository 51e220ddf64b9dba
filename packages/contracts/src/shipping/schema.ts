import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import {
  envelope,
  line,
  requiredText,
  signatureImage,
  strokes,
  text,
  trackingNumber,
  wireId,
  wireIds,
} from '../contract/schema.ts';
import { itemView } from '../repair-detail/schema.ts';
import {
  SHIPMENT_STATES,
  PARCEL_LIMITS,
  READ_SIGNATURE_KINDS,
  SIGNATURE_KINDS,
} from '@atelier/domain/shipping/contract.ts';
import { PAGE_ROWS, TEXT_LENGTH, TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';

/** 1 shop→factory, 2 factory→shop (or client), 3 transfer, 4 shop→shop (product/shipping.md §2). */
export const orderType = z.coerce.number().int().min(1).max(4);

export const siteRef = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  kind: z.string(),
});

export const shipmentView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  tracking_no: z.string(),
  /** Numbers it had before; each still finds it. */
  former_tracking_nos: z.array(z.string()),
  order_type: z.number().int(),
  state: z.enum(SHIPMENT_STATES),
  from: siteRef,
  to: siteRef.nullable(),
  to_client: z.boolean(),
  /** Code of `/carrier/list`; '' while none is named. */
  carrier: z.string(),
  /** The carrier has it: it cannot be taken back any more. */
  picked_up: z.boolean(),
  seal_number: z.string(),
  gross_weight: z.number().nullable(),
  signed: z.boolean(),
  currency: z.string(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  received_at: z.string().nullable(),
  item_count: z.number().int(),
  received_count: z.number().int(),
  /** Flagged missing now, and set apart now: what keeps it in discrepancy. */
  missing_count: z.number().int(),
  extra_count: z.number().int(),
});
export type ShipmentView = z.infer<typeof shipmentView>;

/** One reason why a package cannot be sent: a stable code and, where it is about an item, which. */
export const blockingView = z.object({
  code: z.string(),
  item_id: z.number().int().nullable(),
  number: z.string().nullable(),
});
export type BlockingView = z.infer<typeof blockingView>;

/** What one piece is declared at, in minor units; null while unknown. */
export const declaredPrice = z.object({
  item_id: z.number().int(),
  amount: z.number().int().nullable(),
  currency: z.string(),
});
export type DeclaredPrice = z.infer<typeof declaredPrice>;

export const packageView = z.object({
  shipment: shipmentView.nullable(),
  items: z.array(itemView),
  prices: z.array(declaredPrice),
  can_send: z.boolean(),
  blocking: z.array(blockingView),
});
export type PackageView = z.infer<typeof packageView>;

/** `POST /rma/packagelist`: with `rma_tracking` the RMAs' items are bound to that draft; without it, it only reads. */
export const packageListBody = z.strictObject({
  rma_id: wireIds.optional(),
  rma_item_ids: wireIds.optional(),
  rma_tracking: trackingNumber.optional(),
  rma_status_id: z.coerce.number().int().min(1).max(21).optional(),
  order_type: orderType.optional(),
  destination: wireId.optional(),
  to_client: z.boolean().optional(),
});
export type PackageListBody = z.infer<typeof packageListBody>;
export const packageResponse = envelope(packageView);

export const packageQuery = z.strictObject({
  tracking_no: trackingNumber,
  order_type: orderType.optional(),
  min_position: z.coerce.number().int().min(0).optional(),
});
/** `GET /packagestatus`, now or at a past moment, at which nothing is to be sent. */
export const pastPackageQuery = packageQuery.extend(momentQuery);
export const packageStatusResponse = envelope(
  z.object({ can_send: z.boolean(), blocking: z.array(blockingView), shipment: shipmentView.nullable() }),
).extend(pastEnvelope);

/** `POST /storepackage`, `/factorypackage`: send what is bound; idempotent by tracking number. */
export const sendPackageBody = z.strictObject({
  tracking_no: trackingNumber,
  destination: wireId.optional(),
  carrier: text(PARCEL_LIMITS.carrier).optional(),
  seal_number: text(PARCEL_LIMITS.sealNumber).optional(),
  gross_weight: z.number().positive().max(PARCEL_LIMITS.grams).optional(),
  to_client: z.boolean().optional(),
});

export type SendPackageBody = z.infer<typeof sendPackageBody>;
/** Answer of every command on one package: its id and new version (0 when nothing had to change). */
export const shipmentCommandResponse = envelope(
  z.object({ id: z.number().int(), tracking_no: z.string(), version: z.number().int() }),
);

/** `POST /trackingrma`: a package with its items, for the site that receives it. */
export const trackingBody = z.strictObject({ tracking_number: trackingNumber });

export const priceLine = z.object({
  item_id: z.number().int(),
  number: z.string(),
  product_sku: z.string(),
  product_name: z.string(),
  quantity: z.literal(1),
  amount: z.number().int(),
});
/** `GET /packageprice`: a line per item, quantity 1, minor units of `currency`. */
export const packagePriceResponse = envelope(
  z.object({ currency: z.string(), lines: z.array(priceLine), total: z.number().int() }),
);

/** `POST /saveSign`: strokes in a 0..1 box, and their picture as a data URL (PNG, ≤ 300 kB); versions are immutable. */
export const saveSignBody = z
  .strictObject({
    kind: z.enum(SIGNATURE_KINDS),
    rma_item_ids: wireIds.optional(),
    tracking_no: trackingNumber.optional(),
    signer_name: line(TEXT_LENGTH.signer).default(''),
    strokes,
    image: signatureImage.optional(),
  })
  .refine((body) => (body.rma_item_ids === undefined) !== (body.tracking_no === undefined), {
    path: ['tracking_no'],
    message: 'give rma_item_ids or tracking_no',
  });
export type SaveSignBody = z.infer<typeof saveSignBody>;
export const saveSignResponse = envelope(z.object({ signature_id: z.string(), version: z.number().int() }));

/** `GET /getSignature?rma_item_id=` or `?tracking_no=`: every version, the newest first; one kind when `kind` is given. */
export const signatureQuery = z
  .strictObject({
    rma_item_id: wireId.optional(),
    tracking_no: trackingNumber.optional(),
    kind: z.enum(READ_SIGNATURE_KINDS).optional(),
    min_position: z.coerce.number().int().min(0).optional(),
  })
  .refine((query) => (query.rma_item_id === undefined) !== (query.tracking_no === undefined), {
    path: ['rma_item_id'],
    message: 'give rma_item_id or tracking_no',
  });
export const signatureView = z.object({
  signature_id: z.string(),
  kind: z.enum(READ_SIGNATURE_KINDS),
  version: z.number().int(),
  /** When it was made; null for a package, whose events say so. */
  at: z.string().nullable(),
  signer_name: z.string(),
  strokes,
  /** The picture as a data URL, where one was sent along. */
  image: z.string().nullable(),
});
export type SignatureView = z.infer<typeof signatureView>;
export const signaturesResponse = envelope(z.array(signatureView));

/** `POST /package/unbind` and `/package/unsend`. */
export const unbindBody = z.strictObject({ tracking_no: trackingNumber, rma_item_ids: wireIds });
export const unsendBody = z.strictObject({
  tracking_no: trackingNumber,
  reason: requiredText(TEXT_LENGTH.reason),
});

/** `GET /packages`: the packages of the user's site, inbound and outbound. */
export const packagesQuery = z.strictObject({
  ...momentQuery,
  direction: z.enum(['inbound', 'outbound', 'both']).default('inbound'),
  state: text(60).optional(),
  /** The beginning of a tracking number; case and blanks do not count. */
  q: text(TRACKING_NUMBER.most).optional(),
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(PAGE_ROWS.most).default(PAGE_ROWS.usual),
  min_position: z.coerce.number().int().min(0).optional(),
});
export const packagesResponse = envelope(z.array(shipmentView)).extend(pastEnvelope);
