import type { BlobStore } from '@atelier/application/blobs/blob-store.ts';
import type { ExportPart } from '@atelier/application/exports/export-files.commands.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ApiError } from '../http/errors.ts';

const decompress = promisify(gunzip);

/** Bytes of a file, the last one included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Sends a file that is kept in parts, or the range of it that was asked for, so that a download that broke off goes on
 * where it ended. One part is read at a time, and the next one when the client has taken it.
 */
export function sendParts(
  blobs: Pick<BlobStore, 'getPassing'>,
  parts: readonly ExportPart[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const asked = rangeOf(request.headers.range, size);
  if (asked === 'outside') {
    void reply.header('content-range', `bytes */${size}`);
    throw new ApiError(416, 'range_not_satisfiable', 'The file has no such range.');
  }
  const range = asked ?? { first: 0, last: size - 1 };
  if (asked !== null)
    void reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  void reply.header('accept-ranges', 'bytes').header('content-length', range.last - range.first + 1);
  return reply.send(Readable.from(bytesOf(blobs, parts, range), { highWaterMark: 1 }));
}

async function* bytesOf(
  blobs: Pick<BlobStore, 'getPassing'>,
  parts: readonly ExportPart[],
  { first, last }: Range,
): AsyncGenerator<Buffer> {
  for (const { begins, size, blob } of parts) {
    if (begins + size <= first || begins > last) continue;
    const content = await blobs.getPassing(blob);
    // The file went while it was being sent: the client sees a broken download, never a short file.
    if (content === undefined) throw new Error('a part of the file is gone');
    const bytes = await decompress(content.bytes);
    yield bytes.subarray(Math.max(0, first - begins), Math.min(size, last - begins + 1));
  }
}

const RANGE = /^bytes=(\d*)-(\d*)$/;

/** null = the whole file: no range, or several, which a server may answer with the whole. */
function rangeOf(header: string | undefined, size: number): Range | 'outside' | null {
  const [, from = '', to = ''] = RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const range =
    from === ''
      ? { first: Math.max(0, size - Number(to)), last: size - 1 }
      : { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
  return range.first > range.last ? 'outside' : range;
}
