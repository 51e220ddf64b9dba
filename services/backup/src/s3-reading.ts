import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, S3ServiceException, type S3Client } from '@aws-sdk/client-s3';
import type { Bytes } from './sealing.ts';

/** Connections that broke without having brought a byte. */
const MOST_IN_A_ROW = 8;

/** Bytes of one object. A connection that breaks in the middle is followed by another one from there on. */
export async function* readResuming(
  client: S3Client,
  at: { readonly Bucket: string; readonly Key: string },
): Bytes {
  let from = 0;
  let size: number | undefined;
  let tag: string | undefined;
  for (let failures = 0; size === undefined || from < size;) {
    try {
      const rest = from === 0 ? {} : { Range: `bytes=${from}-`, IfMatch: tag };
      const { Body, ContentLength = 0, ETag } = await client.send(new GetObjectCommand({ ...at, ...rest }));
      size ??= ContentLength;
      tag = ETag;
      for await (const chunk of chunksOf(Body)) {
        from += chunk.byteLength;
        failures = 0;
        yield chunk;
      }
      if (from < size) throw new Error(`the connection ended after ${from} of ${size} bytes`);
    } catch (error) {
      failures += 1;
      if (failures > MOST_IN_A_ROW || isFinal(error)) throw error;
      await sleep(Math.min(30_000, 100 * 2 ** failures));
    }
  }
}

async function* chunksOf(body: unknown): Bytes {
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body))
    throw new Error('the storage gave no content');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the client gives outside browsers
  yield* body as Bytes;
}

/** The storage understood and refused; everything else may pass. */
const isFinal = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500;
