import { itemStream, shipmentStream } from '@atelier/domain/kernel.ts';
import type { SignatureView } from '@atelier/contracts/shipping/schema.ts';
import { strokes } from '@atelier/contracts/contract/schema.ts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { itemAggregate, shipmentAggregate } from '../aggregates.ts';
import type { BlobContent, BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../platform/database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { findShipmentRecord } from './shipment-view.queries.ts';

/** What `/saveSign` keeps: the strokes, and the picture by its hash. */
const signatureDocument = z.object({
  signer_name: z.string(),
  strokes,
  /** A data URL. */
  image: z.string().nullish(),
  /** In documents of earlier releases, the hash of the picture. */
  picture: z.string().nullish(),
});

interface Signed {
  readonly kind: SignatureView['kind'];
  readonly version: number;
  /** Null once the person is erased. */
  readonly signature: string | null;
  readonly at: string | null;
}

type Reader = Pick<EventStore, 'readStream'>;

/** Every version of an item's signatures, the newest first. Undefined when the item is not the caller's to see. */
export async function findItemSignatures(
  trx: Kysely<Database>,
  store: Reader,
  blobs: Pick<BlobStore, 'get'>,
  itemId: number,
): Promise<SignatureView[] | undefined> {
  const seen = await trx.selectFrom('item_row').select('id').where('id', '=', itemId).executeTakeFirst();
  if (seen === undefined) return undefined;
  const item = itemAggregate.stateOf((await store.readStream(itemStream(itemId))).events);
  return item.kind === 'none' ? undefined : viewsOf(item.signatures, blobs);
}

/** Every version of a package's courier signature, the newest first. Undefined when it is not the caller's to see. */
export async function findPackageSignatures(
  trx: Kysely<Database>,
  store: Reader,
  blobs: Pick<BlobStore, 'get'>,
  trackingNumber: string,
): Promise<SignatureView[] | undefined> {
  const record = await findShipmentRecord(trx, trackingNumber);
  if (record === undefined) return undefined;
  const shipment = shipmentAggregate.stateOf((await store.readStream(shipmentStream(record.id))).events);
  if (shipment.kind === 'none') return undefined;
  const signed = shipment.signatures.map((each) => ({ ...each, kind: 'courier' as const, at: null }));
  return viewsOf(signed, blobs);
}

/** An erased signature is still counted, and shows nothing. */
async function viewsOf(signed: readonly Signed[], blobs: Pick<BlobStore, 'get'>): Promise<SignatureView[]> {
  const views = await Promise.all(
    signed.map(async ({ signature, ...rest }) => ({
      signature_id: signature ?? '',
      ...rest,
      ...(signature === null ? EMPTY : await findSignature(signature, blobs)),
    })),
  );
  return views.toReversed();
}

type Drawn = Pick<SignatureView, 'signer_name' | 'strokes' | 'image'>;

const EMPTY: Drawn = {
  signer_name: '',
  strokes: [],
  image: null,
};

/** What was signed with this document: name, strokes and picture; empty once its person is erased. */
export async function findSignature(hash: string, blobs: Pick<BlobStore, 'get'>): Promise<Drawn> {
  const blob = await blobs.get(hash);
  if (blob === undefined) return EMPTY;
  // Kept before strokes were: the picture alone is the signature.
  if (blob.mediaType.startsWith('image/')) return { ...EMPTY, image: dataUrl(blob) };
  const document = signatureDocument.parse(JSON.parse(blob.bytes.toString('utf8')));
  const { signer_name, strokes: drawn, picture, image = null } = document;
  const beside = typeof picture === 'string' ? await blobs.get(picture) : undefined;
  return { signer_name, strokes: drawn, image: beside === undefined ? image : dataUrl(beside) };
}

const dataUrl = ({ mediaType, bytes }: BlobContent): string =>
  `data:${mediaType};base64,${bytes.toString('base64')}`;
