import type { ImageEvent } from '@atelier/domain/images/item-images.ts';
import { IMAGE_EVENTS, imagesNamedBy } from '@atelier/domain/images/item-images.ts';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import type { Folding } from '@atelier/event-store/projections/projection.ts';
import type { Projection } from '../projections/projection.ts';
import { entityIdOf, isOneOf } from '@atelier/event-store/projections/projection.ts';
import type { ItemImageTable } from './image-uploads.table.ts';

const isImageEvent = isOneOf<ImageEvent>(IMAGE_EVENTS);

/** Which item names which picture: whoever may see the item may see it, and nobody sweeps it away. */
export const itemImagesProjection: Projection = {
  name: 'item_images',
  types: IMAGE_EVENTS,
  tables: ['item_images'],
  begin: async (trx) => fold(trx),
};

function fold(trx: Transaction<Database>): Folding {
  const rows = new Map<string, ItemImageTable>();
  return {
    apply: (event) => {
      if (!isImageEvent(event)) return;
      const itemId = entityIdOf(event.streamId);
      for (const { imageId, kind } of imagesNamedBy(event)) {
        const name = `${itemId} ${imageId} ${kind}`;
        if (!rows.has(name))
          rows.set(name, { item_id: itemId, image_id: imageId, kind, version: event.version });
      }
    },
    save: () => insertImages(trx, [...rows.values()]),
  };
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
