import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';

const FROM_BYTES = 1_400;

/**
 * Compresses responses of text. Brotli at its default quality costs more time than it saves on responses made fresh each time.
 *
 * The plugin leaves a body that begins as gzip or zlib do as it is, and labels it as compressed all the same. Text may begin so by chance
 * ("80,…"), so such a body is sent without compression.
 */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async (request, _reply, payload) => {
    if (looksCompressed(payload)) request.headers['x-no-compression'] = 'true';
  });
  await app.register(compress, {
    threshold: FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}

/** By the first two bytes: the mark of gzip (RFC 1952), or the header of zlib (RFC 1950), which every 31st pair fits. */
export function looksCompressed(payload: unknown): boolean {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false;
  const [first = 0, second = 0] = Buffer.from(payload.slice(0, 2));
  const isZlib = (first & 0x8f) === 0x08 && ((first << 8) + second) % 31 === 0;
  return isZlib || (first === 0x1f && second === 0x8b);
}
