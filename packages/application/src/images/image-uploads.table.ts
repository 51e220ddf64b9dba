import type { ImageKind } from '@atelier/domain/images/item-images.ts';
import type { Generated } from 'kysely';

/** Rows of migrations/0018_images_and_exports.sql. */
export interface ImageUploadTable {
  image_id: string;
  hash: Buffer;
  width: number;
  height: number;
  size: number;
  site_id: number | null;
  uploaded_by: number;
  person: string | null;
  idempotency_key: string | null;
  source_hash: Buffer;
  made_at: Generated<Date>;
  named_at: Date | null;
  attached_at: Date | null;
}

export interface ItemImageTable {
  item_id: number;
  image_id: string;
  kind: ImageKind;
  version: number;
}

declare module '../platform/database.ts' {
  interface Database {
    image_uploads: ImageUploadTable;
    item_images: ItemImageTable;
  }
}
