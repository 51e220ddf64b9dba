import { itemStream, type ItemId } from '@atelier/domain/kernel.ts';
import { IMAGE_EVENTS, imagesNamedBy, type ImageEvent } from '@atelier/domain/images/item-images.ts';
import type { ItemHandedOver, SignatureRecorded } from '@atelier/domain/repair/item/events.ts';
import type { FeeApproved, FeeDeclined } from '@atelier/domain/repair/item/money-events.ts';
import { isOneOf } from '@atelier/event-store/projections/projection.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { sql, type Transaction } from 'kysely';
import { AlteredFile } from '../blobs/altered-file.ts';
import type { CommandServices } from '../commands/run-command.ts';
import { inScope, queryable, type Database } from '../platform/database.ts';
import { sha256InId } from '../blobs/picture-id.ts';
import { pictureHashIn } from '../blobs/picture-in-document.ts';

type Services = Pick<CommandServices, 'store' | 'db' | 'blobs'>;

/** Contents that belong to a person. */
export interface PersonFiles {
  readonly imageIds: readonly string[];
  /** Hashes of signatures: their documents and their pictures. */
  readonly signatures: readonly string[];
}

const isImageEvent = isOneOf<ImageEvent>(IMAGE_EVENTS);
const isSigned = isOneOf<SignatureRecorded | ItemHandedOver | FeeApproved | FeeDeclined>([
  'SignatureRecorded',
  'ItemHandedOver',
  'FeeApproved',
  'FeeDeclined',
]);

/**
 * The pictures and signatures that a person's pieces name: to be asked for while their key is there. What the read model of
 * pictures knows is added, for when it is not any more.
 */
export async function listPersonFiles(
  { store, db, blobs }: Services,
  itemIds: readonly ItemId[],
): Promise<PersonFiles> {
  const histories = await store.readLoggedStreams(itemIds.map(itemStream));
  const events = [...histories.values()].flatMap(({ events: all }) =>
    all.filter((event): event is StoredEvent => 'data' in event),
  );
  const named = events.filter(isImageEvent).flatMap((event) => imagesNamedBy(event));
  const documents = events.filter(isSigned).flatMap(({ data }) => data.signature ?? []);
  const pictures = await Promise.all(documents.map((hash) => pictureOf(blobs, hash)));
  return {
    imageIds: [
      ...new Set([...named.map(({ imageId }) => imageId), ...(await imagesInReadModel(db, itemIds))]),
    ],
    signatures: [...documents, ...pictures.flat()],
  };
}

/** Documents of earlier releases name their picture by hash; before there were any, the picture was the signature. */
async function pictureOf(blobs: CommandServices['blobs'], hash: string): Promise<readonly string[]> {
  const document = await blobs.get(hash).catch(nothingOf);
  const picture = document && pictureHashIn(document);
  return picture === undefined ? [] : [picture];
}

/** A document that was altered must not keep its person from being erased: it goes, and what it named is not known. */
function nothingOf(error: unknown): undefined {
  if (error instanceof AlteredFile) return;
  throw error;
}

async function imagesInReadModel(
  db: CommandServices['db'],
  itemIds: readonly ItemId[],
): Promise<readonly string[]> {
  const rows = await inScope(db, { kind: 'all' }, (trx) =>
    trx
      .selectFrom('item_images')
      .select('image_id')
      .where((where) => where('item_id', '=', where.fn.any(where.val([...itemIds]))))
      .execute(),
  );
  return rows.map((row) => row.image_id);
}

/**
 * Deletes the files that no other person's piece names: the same file is kept once for all senders. Their keys in the vault are destroyed
 * in the same step: cut short anywhere, either everything is there to be asked for again, or none of it opens.
 */
export async function erasePersonFiles(
  { db, blobs }: Services,
  { imageIds, signatures }: PersonFiles,
  itemIds: readonly ItemId[],
): Promise<void> {
  await inScope(db, { kind: 'all' }, async (trx) => {
    const pictures = await deleteUploads(trx, imageIds, itemIds);
    const named = await namedByNobodyElse(trx, imageIds, itemIds);
    const hashes = [...pictures, ...hashesInIds(imageIds), ...named, ...signatures];
    await blobs.removeWithin(queryable(trx), [...new Set(hashes)]);
  });
}

/** What the pictures' own ids say: a row that was altered must not save its picture from the erasure. */
const hashesInIds = (imageIds: readonly string[]): readonly string[] =>
  imageIds.filter((id) => !isHash(id)).flatMap((id) => sha256InId(id) ?? []);

const isHash = (imageId: string): boolean => /^[0-9a-f]{64}$/.test(imageId);

/** Pictures of imports and of the demo, which events name by their hash. */
async function namedByNobodyElse(
  trx: Transaction<Database>,
  imageIds: readonly string[],
  itemIds: readonly ItemId[],
): Promise<readonly string[]> {
  const hashes = imageIds.filter(isHash);
  if (hashes.length === 0) return [];
  const { rows } = await sql<{ image_id: string }>`
    select i.image_id from unnest(${hashes}::text[]) i (image_id)
     where not exists (select from item_images n where n.image_id = i.image_id and n.item_id <> all (${itemIds}::bigint[]))`.execute(
    trx,
  );
  return rows.map((row) => row.image_id);
}

/** Hashes of the bytes that no upload has any more. */
async function deleteUploads(
  trx: Transaction<Database>,
  imageIds: readonly string[],
  itemIds: readonly ItemId[],
): Promise<readonly string[]> {
  if (imageIds.length === 0) return [];
  const { rows } = await sql<{ hash: string }>`
    with gone as (
      delete from image_uploads u where u.image_id = any (${imageIds}::text[])
         and not exists (select from item_images n where n.image_id = u.image_id and n.item_id <> all (${itemIds}::bigint[]))
      returning u.image_id, u.hash)
    select distinct encode(g.hash, 'hex') as hash from gone g
     where not exists (
       select from image_uploads u where u.hash = g.hash and u.image_id not in (select image_id from gone))`.execute(
    trx,
  );
  return rows.map((row) => row.hash);
}
