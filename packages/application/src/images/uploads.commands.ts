import { createHash } from 'node:crypto';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { type Kysely, sql } from 'kysely';
import type { BlobStore } from '../blobs/blob-store.ts';
import { type Database, inScope } from '../platform/database.ts';
import { IdempotencyConflict } from '@atelier/event-store/errors.ts';
import { newPictureId } from '../blobs/picture-id.ts';

/** A picture made ready for keeping. */
export interface ReadyImage {
  readonly bytes: Buffer;
  readonly mediaType: 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

export interface Upload {
  readonly userId: number;
  readonly siteId: number | null;
  readonly idempotency: { readonly person: string; readonly key: string } | undefined;
  /** What was sent, before anything was made of it. */
  readonly source: Uint8Array;
}

export interface KeptImage {
  readonly imageId: string;
  readonly width: number;
  readonly height: number;
  readonly size: number;
}

interface Services {
  readonly db: Kysely<Database>;
  readonly blobs: Pick<BlobStore, 'put'>;
}

const MISSING_BLOB = '23503';

/** The picture that this person sent under this key before; null when there is none. Another picture is a conflict. */
export async function findSentBefore(
  db: Kysely<Database>,
  scope: DataScope,
  upload: Upload,
): Promise<KeptImage | null> {
  const { idempotency } = upload;
  if (idempotency === undefined) return null;
  const row = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('image_uploads')
      .select(['image_id', 'width', 'height', 'size', 'source_hash'])
      .where('person', '=', idempotency.person)
      .where('idempotency_key', '=', idempotency.key)
      .executeTakeFirst(),
  );
  if (row === undefined) return null;
  if (!row.source_hash.equals(hashOf(upload.source))) throw new IdempotencyConflict();
  return { imageId: row.image_id, width: row.width, height: row.height, size: row.size };
}

/** Keeps a picture for its uploader's site. The same key again answers with the picture that was kept first. */
export async function keepUpload(
  services: Services,
  scope: DataScope,
  upload: Upload,
  image: ReadyImage,
): Promise<KeptImage> {
  const kept = await insertUpload(services, scope, upload, image).catch((error: unknown) => {
    // The sweep took the same bytes away between the two statements: they are put back.
    if (isMissingBlob(error)) return insertUpload(services, scope, upload, image);
    throw error;
  });
  return kept ?? (await findSentBefore(services.db, scope, upload)) ?? refuse();
}

function refuse(): never {
  throw new Error('an upload was neither kept nor found');
}

async function insertUpload(
  { db, blobs }: Services,
  scope: DataScope,
  { userId, siteId, idempotency, source }: Upload,
  { bytes, mediaType, width, height }: ReadyImage,
): Promise<KeptImage | undefined> {
  const { hash, size } = await blobs.put(bytes, mediaType);
  const imageId = newPictureId(hash);
  const added = await inScope(db, scope, (trx) =>
    trx
      .insertInto('image_uploads')
      .values({
        image_id: imageId,
        hash: Buffer.from(hash, 'hex'),
        width,
        height,
        size,
        site_id: siteId,
        uploaded_by: userId,
        person: idempotency?.person ?? null,
        idempotency_key: idempotency?.key ?? null,
        source_hash: hashOf(source),
        made_at: sql`clock_timestamp()`,
        named_at: null,
        attached_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  );
  return added.numInsertedOrUpdatedRows === 1n ? { imageId, width, height, size } : undefined;
}

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const isMissingBlob = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === MISSING_BLOB;
