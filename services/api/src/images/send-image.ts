import type { FastifyReply } from 'fastify';

/** A kept picture, which no browser takes for anything else. */
export const sendImage = (
  reply: FastifyReply,
  { bytes, mediaType }: { readonly bytes: Buffer | Uint8Array; readonly mediaType: string },
) =>
  reply
    .header('content-security-policy', `default-src 'none'; sandbox`)
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', 'inline')
    .type(mediaType)
    .send(bytes);
