import type { ImageEvent, ImageKind, ItemImage } from '@atelier/domain/images/item-images.ts';
import { IMAGE_EVENTS, imagesAfter } from '@atelier/domain/images/item-images.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { isOneOf } from '@atelier/event-store/projections/projection.ts';

export interface ImageReader {
  readonly userId: number;
  /** Kinds of images that this reader may see. */
  readonly kinds: readonly ImageKind[];
}

/**
 * Hash of a picture's bytes, inside `inScope`: for whoever uploaded it, and for whoever sees an item that names it as a
 * kind they may see. Undefined for everybody else, as for an id that does not exist.
 */
export async function findImageHash(
  trx: Kysely<Database>,
  imageId: string,
  reader: ImageReader,
): Promise<string | undefined> {
  const upload = await trx
    .selectFrom('image_uploads')
    .select(['hash', 'uploaded_by'])
    .where('image_id', '=', imageId)
    .executeTakeFirst();
  if (upload?.uploaded_by !== reader.userId && !(await isNamed(trx, imageId, reader))) return undefined;
  return upload === undefined ? hashIn(imageId) : upload.hash.toString('hex');
}

/**
 * Hash of a picture that the log names for an item which the reader sees, inside `inScope`: asked with the item's own
 * events at hand, it waits for no projection.
 */
export async function findNamedImageHash(
  trx: Kysely<Database>,
  imageId: string,
): Promise<string | undefined> {
  const upload = await trx
    .selectFrom('image_uploads')
    .select('hash')
    .where('image_id', '=', imageId)
    .executeTakeFirst();
  return upload === undefined ? hashIn(imageId) : upload.hash.toString('hex');
}

/** Whether an item that the reader sees names it. */
async function isNamed(trx: Kysely<Database>, imageId: string, { kinds }: ImageReader): Promise<boolean> {
  const named = await trx
    .selectFrom('item_images')
    .select('item_id')
    .where('image_id', '=', imageId)
    .where('kind', 'in', kinds)
    .limit(1)
    .executeTakeFirst();
  return named !== undefined;
}

/** Deposits that were not made through the API (imports, the demo) name the blob itself; commands never may. */
const hashIn = (imageId: string): string | undefined =>
  /^[0-9a-f]{64}$/.test(imageId) ? imageId : undefined;

const isImageEvent = isOneOf<ImageEvent>(IMAGE_EVENTS);

/**
 * Every picture of an item in the order in which they came, inside `inScope`. Read from the log itself: never late, and
 * empty once the customer is erased. Undefined when the item is not the caller's to see.
 */
export async function findItemImages(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  itemId: number,
): Promise<readonly ItemImage[] | undefined> {
  const seen = await trx.selectFrom('item_row').select('id').where('id', '=', itemId).executeTakeFirst();
  if (seen === undefined) return undefined;
  const { events } = await store.readStream(itemStream(itemId));
  return events.filter(isImageEvent).reduce<readonly ItemImage[]>(imagesAfter, []);
}
