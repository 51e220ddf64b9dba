import { z } from 'zod';
import { envelope, wireId } from '../contract/schema.ts';
import { IMAGE_ID_SHAPE } from '@atelier/domain/images/contract.ts';
import { IMAGE_KINDS } from '@atelier/domain/images/item-images.ts';

/**
 * `POST /upload/img` (multipart, field `file`): the picture as it is kept, re-encoded and without its metadata. `image_id` is
 * what other calls name it by; `url` needs the bearer header like any call.
 */
export const imageView = z.object({
  image_id: z.string(),
  url: z.string(),
  media_type: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  size: z.number().int(),
});
export type ImageView = z.infer<typeof imageView>;
export const imageResponse = envelope(imageView);

export const imageParams = z.object({ id: z.string().max(100) });

/** A picture of an item, and what it was taken for. */
export const itemImageView = z.object({
  image_id: z.string(),
  url: z.string(),
  kind: z.enum(IMAGE_KINDS),
  /** The stage at which it was taken; null for what came with the deposit. */
  rma_status_id: z.number().int().nullable(),
  taken_at: z.string(),
  /** Whether staff may show it to the customer, and whether they do. */
  releasable: z.boolean(),
  released: z.boolean(),
});
export type ItemImageView = z.infer<typeof itemImageView>;
/** `POST /rma/images/release`: shows the customer a picture, or no longer. */
export const releasePictureBody = z.strictObject({
  rma_item_id: wireId,
  image_id: z.string().regex(IMAGE_ID_SHAPE),
  released: z.boolean(),
});
export const itemImagesQuery = z.object({
  rma_item_id: wireId,
  min_position: z.coerce.number().int().min(0).optional(),
});
export const itemImagesResponse = envelope(z.array(itemImageView));
