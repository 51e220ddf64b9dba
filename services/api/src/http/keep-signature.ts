import type { BlobStore } from '@atelier/application/blobs/blob-store.ts';
import type { Caller } from '@atelier/application/commands/run-command.ts';
import type { READ_SIGNATURE_KINDS } from '@atelier/domain/shipping/contract.ts';
import type { SaveSignBody } from '@atelier/contracts/shipping/schema.ts';
import { badField } from './errors.ts';

const MOST_PICTURE_BYTES = 300_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bytes of a body that carries a signature: strokes and picture. */
export const SIGNED_BODY_LIMIT = 2_000_000;

type Drawn = Pick<SaveSignBody, 'signer_name' | 'strokes' | 'image'>;

/** An empty sheet, or a picture that is none, is refused before anything is kept. `under` names the field. */
export function refuseBadSignature(drawn: Drawn, under = ''): void {
  if (isEmptySheet(drawn)) {
    throw badField(`${under}strokes`, 'signature_required', 'The signature is empty.');
  }
  refuseBadPicture(drawn, under);
}

const isEmptySheet = ({ strokes }: Drawn): boolean => strokes.every((stroke) => stroke.length === 0);

function refuseBadPicture(drawn: Drawn, under: string): void {
  if (drawn.image === undefined) return;
  const bytes = pictureBytes(drawn.image);
  const isPng = bytes.subarray(0, PNG.length).equals(PNG);
  if (!isPng || bytes.length > MOST_PICTURE_BYTES) {
    throw badField(`${under}image`, 'invalid_image', 'The picture must be a PNG of at most 300 kB.');
  }
}

/**
 * One document with strokes and picture; its hash is the signature's id. It names the command as well, so that no two persons share one,
 * however alike they sign: erasing one leaves the other's. Sent again under the same key it is the same document.
 */
export async function keepSignature(
  blobs: BlobStore,
  drawn: Drawn,
  kind: (typeof READ_SIGNATURE_KINDS)[number],
  { idempotency, metadata }: Caller,
): Promise<string> {
  // A typed name is a customer's signature by link: they may have no pointer, and no script.
  if (kind === 'fee' && drawn.signer_name !== '') refuseBadPicture(drawn, '');
  else refuseBadSignature(drawn);
  const { signer_name, strokes, image = null } = drawn;
  const command = idempotency === undefined ? metadata.commandId : `${idempotency.person} ${idempotency.key}`;
  const document = { signer_name, kind, strokes, image, command };
  const { hash } = await blobs.put(Buffer.from(JSON.stringify(document)), 'application/json');
  return hash;
}

const pictureBytes = (dataUrl: string): Buffer =>
  Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
