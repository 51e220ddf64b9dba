import type { DossierEvent, DossierSignature } from '@atelier/domain/privacy/dossier.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { findSignature } from '../shipping/signature.queries.ts';

/** Everything that was signed for a piece, each document once: at the counter, for a fee by link, when it was handed over. */
export async function findSigned(
  blobs: Pick<BlobStore, 'get'>,
  history: readonly DossierEvent[],
): Promise<readonly DossierSignature[]> {
  const first = new Map<string, DossierEvent>();
  for (const event of history)
    for (const hash of signaturesIn(event.data)) if (!first.has(hash)) first.set(hash, event);
  return Promise.all(
    [...first].map(async ([hash, { at, type }]) => {
      const { signer_name: signer, strokes, image } = await findSignature(hash, blobs);
      return { at, type, signer, strokes, image };
    }),
  );
}

const signaturesIn = (data: object): readonly string[] =>
  'signature' in data && typeof data.signature === 'string' ? [data.signature] : [];
