import { createServer, type Server } from 'node:http';
import { formatVerifierKey, type SignerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import {
  continues,
  readCheckpoint,
  readKey,
  readSubmission,
  writeCosignature,
  type Head,
} from '@atelier/tests/proof/second-reader.ts';

/** A third party's witness: it knows the formats' specifications and none of our code. */
export function thirdWitness(
  signer: SignerKey,
  logKey: string,
): { readonly server: Server; readonly heads: Head[]; readonly refused: string[] } {
  const heads: Head[] = [];
  const refused: string[] = [];
  const own = readKey(formatVerifierKey(signer.verifier));
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { oldSize, proof, note } = readSubmission(Buffer.concat(chunks).toString('utf8'));
      const head = readCheckpoint(note, readKey(logKey));
      const before = heads.at(-1) ?? { ...head, size: 0n };
      if (oldSize !== before.size)
        return response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${before.size}\n`);
      if (!continues(before, head, proof)) {
        refused.push(note);
        return response.writeHead(422).end();
      }
      heads.push(head);
      return response.end(writeCosignature(note, own, signer.key, BigInt(Math.floor(Date.now() / 1000))));
    });
  });
  return { server, heads, refused };
}
