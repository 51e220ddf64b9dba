import { type ImageEvent, IMAGE_EVENTS, imagesNamedBy } from '@atelier/domain/images/item-images.ts';
import type { ItemCustomerErased } from '@atelier/domain/repair/item/events.ts';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';
import { type Folding, entityIdOf, isOneOf } from '@atelier/event-store/projections/projection.ts';
import type { Projection } from '../projections/projection.ts';
import type { ItemImageTable } from './image-uploads.table.ts';

const isImageEvent = isOneOf<ImageEvent>(IMAGE_EVENTS);
const isErasure = isOneOf<ItemCustomerErased>(['ItemCustomerErased']);

/** Which item names which picture: accounts that see the item see the picture, and the sweep keeps it. */
export const itemImagesProjection: Projection = {
  name: 'item_images',
  types: [...IMAGE_EVENTS, 'ItemCustomerErased'],
  tables: ['item_images'],
  begin: async (trx) => fold(trx),
};

function fold(trx: Transaction<Database>): Folding {
  const rows = new Map<string, ItemImageTable>();
  const erased = new Set<number>();
  return {
    apply: (event) => {
      if (isErasure(event)) erased.add(entityIdOf(event.streamId));
      if (!isImageEvent(event)) return;
      const itemId = entityIdOf(event.streamId);
      for (const { imageId, kind } of imagesNamedBy(event)) {
        const name = `${itemId} ${imageId} ${kind}`;
        if (!rows.has(name))
          rows.set(name, { item_id: itemId, image_id: imageId, kind, version: event.version });
      }
    },
    save: async () => {
      await insertImages(trx, [...rows.values()]);
      await deleteImages(trx, [...erased]);
    },
  };
}

/** A piece whose customer is erased names no pictures, also none of this batch: the sweep of uploads takes their bytes away. */
async function deleteImages(trx: Transaction<Database>, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return;
  const deleted = await trx
    .deleteFrom('item_images')
    .where((where) => where('item_id', '=', where.fn.any(where.val([...itemIds]))))
    .returning('image_id')
    .execute();
  if (deleted.length === 0) return;
  await trx
    .updateTable('image_uploads')
    .set({ attached_at: null })
    .where(
      'image_id',
      'in',
      deleted.map((row) => row.image_id),
    )
    .execute();
}

/** The first event that names a picture counts, whatever comes again. */
async function insertImages(trx: Transaction<Database>, rows: readonly ItemImageTable[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into item_images (item_id, image_id, kind, version)
    select item_id, image_id, kind, version
      from json_populate_recordset(null::item_images, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(trx);
}
