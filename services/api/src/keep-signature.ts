import type { BlobStore } from '@atelier/application/blobs/blob-store.ts';
import type { SaveSignBody } from '@atelier/domain/shipping/schema.ts';
import { badField } from './errors.ts';

const MOST_PICTURE_BYTES = 300_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bytes of a body that carries a signature: strokes and picture. */
export const SIGNED_BODY_LIMIT = 2_000_000;

type Drawn = Pick<SaveSignBody, 'signer_name' | 'strokes' | 'image'>;

/** An empty sheet, or a picture that is none, is refused before anything is kept. `under` names the field. */
export function refuseBadSignature(drawn: Drawn, under = ''): void {
  if (drawn.strokes.every((stroke) => stroke.length === 0)) {
    throw badField(`${under}strokes`, 'signature_required', 'The signature is empty.');
  }
  if (drawn.image === undefined) return;
  const bytes = pictureBytes(drawn.image);
  const isPng = bytes.subarray(0, PNG.length).equals(PNG);
  if (!isPng || bytes.length > MOST_PICTURE_BYTES) {
    throw badField(`${under}image`, 'invalid_image', 'The picture must be a PNG of at most 300 kB.');
  }
}

/** One document with the strokes, and the picture by its hash; its own hash is the signature's id. */
export async function keepSignature(
  blobs: BlobStore,
  drawn: Drawn,
  kind: 'deposit' | 'pickup' | 'courier',
): Promise<string> {
  refuseBadSignature(drawn);
  const picture = drawn.image === undefined ? null : await keepPicture(blobs, drawn.image);
  const document = { signer_name: drawn.signer_name, kind, strokes: drawn.strokes, picture };
  const { hash } = await blobs.put(Buffer.from(JSON.stringify(document)), 'application/json');
  return hash;
}

const pictureBytes = (dataUrl: string): Buffer =>
  Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

async function keepPicture(blobs: BlobStore, dataUrl: string): Promise<string> {
  return (await blobs.put(pictureBytes(dataUrl), 'image/png')).hash;
}
