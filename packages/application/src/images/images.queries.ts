import {
  type ImageEvent,
  type ImageKind,
  type ItemImage,
  IMAGE_EVENTS,
  imagesAfter,
} from '@atelier/domain/images/item-images.ts';
import { releasablePictures, releasedPictures } from '@atelier/domain/repair/pictures/pictures.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import type { Kysely } from 'kysely';
import { itemAggregate } from '../aggregates.ts';
import type { Database } from '../platform/database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { isOneOf } from '@atelier/event-store/projections/projection.ts';
import { AlteredFile } from '../blobs/altered-file.ts';
import { sha256InId } from '../blobs/picture-id.ts';

export interface ImageReader {
  readonly userId: number;
  /** Kinds of images that this reader may see. */
  readonly kinds: readonly ImageKind[];
}

/**
 * Hash of a picture's bytes, inside `inScope`: for its uploader, and for accounts that see an item that names it as a
 * kind they may see. Undefined for everybody else, as for an id that does not exist.
 * @throws AlteredFile when the row of the upload names another picture than the id
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
  return recordedHash(imageId, upload?.hash ?? null);
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
  return recordedHash(imageId, upload?.hash ?? null);
}

/** Hash of a picture that staff released for a customer, inside `inScope` with everything visible; undefined for every other. */
export async function findReleasedImageHash(
  trx: Kysely<Database>,
  imageId: string,
): Promise<string | undefined> {
  const shown = await trx
    .selectFrom('item_images as m')
    .innerJoin('item_row as i', 'i.id', 'm.item_id')
    .select('i.id')
    .where('m.image_id', '=', imageId)
    .where((where) => where(where.val(imageId), '=', where.fn.any('i.released_pictures')))
    .limit(1)
    .executeTakeFirst();
  return shown === undefined ? undefined : findNamedImageHash(trx, imageId);
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

/**
 * Hash that an upload's row names, if it is the one in the picture's id (decisions/0198). Deposits that were not made through the
 * API (imports, the demo) have no upload and name the blob itself; commands never may.
 * @throws AlteredFile when the row names another picture
 */
export function recordedHash(imageId: string, uploaded: Buffer | null): string | undefined {
  const recorded = sha256InId(imageId);
  if (uploaded === null) return recorded === imageId ? recorded : undefined;
  const found = uploaded.toString('hex');
  if (recorded !== undefined && recorded !== found) throw new AlteredFile(recorded, found);
  return found;
}

const isImageEvent = isOneOf<ImageEvent>(IMAGE_EVENTS);

/** Pictures of an item, and which of them staff may show to the customer, and do. */
export interface ItemImages {
  readonly images: readonly ItemImage[];
  readonly releasable: readonly string[];
  readonly released: readonly string[];
}

/**
 * Every picture of an item in the order in which they came, inside `inScope`. Read from the log itself: never late, and
 * empty once the customer is erased. Undefined when the item is not the caller's to see.
 */
export async function findItemImages(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  itemId: number,
): Promise<ItemImages | undefined> {
  const seen = await trx.selectFrom('item_row').select('id').where('id', '=', itemId).executeTakeFirst();
  if (seen === undefined) return undefined;
  const { events } = await store.readStream(itemStream(itemId));
  const item = itemAggregate.stateOf(events);
  const images = events.filter(isImageEvent).reduce<readonly ItemImage[]>(imagesAfter, []);
  if (item.kind === 'none') return { images, releasable: [], released: [] };
  return { images, releasable: releasablePictures(item), released: releasedPictures(item) };
}
