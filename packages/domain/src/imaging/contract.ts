import { z } from 'zod';
import { envelope } from '../contract/envelope.ts';

export { IMAGE_LIMITS } from './fit.ts';

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
export const imageAnswer = envelope(imageView);

/** Why a picture was refused; a screen has a sentence for each. */
export const IMAGE_REFUSALS = ['image_unreadable', 'image_too_large', 'image_too_many_pixels'] as const;
export type ImageRefusal = (typeof IMAGE_REFUSALS)[number];
