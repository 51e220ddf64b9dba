import Fastify, { type FastifyInstance } from 'fastify';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressResponses } from './compress.ts';

let app: FastifyInstance;

/** Every header of zlib (a multiple of 31 whose first byte names deflate and a window up to 32 kB), that of gzip, and every 97th pair. */
const pairs = Array.from({ length: 65_536 }, (_, pair) => pair).filter(
  (pair) =>
    (pair % 31 === 0 && ((pair >> 8) & 15) === 8 && pair < 32_768) || pair === 0x1f8b || pair % 97 === 0,
);

beforeAll(async () => {
  app = Fastify();
  await compressResponses(app);
  app.get<{ Querystring: { first: string; second: string } }>('/text', (request, reply) => {
    const { first, second } = request.query;
    const body = Buffer.alloc(3_000, 0x61);
    body.writeUInt8(Number(first), 0);
    body.writeUInt8(Number(second), 1);
    return reply.type('text/plain; charset=utf-8').send(body);
  });
});
afterAll(() => app.close());

describe.each(['br', 'gzip'])('a response to a caller that accepts %s', (encoding) => {
  it('is what its label says, whichever two bytes it begins with', async () => {
    const wrong: string[] = [];
    for (const pair of pairs) {
      const [first, second] = [pair >> 8, pair & 255];
      const { headers, rawPayload } = await app.inject({
        url: `/text?first=${first}&second=${second}`,
        headers: { 'accept-encoding': encoding },
      });
      const read = decoded(headers['content-encoding'], rawPayload);
      if (read?.length !== 3_000 || read[0] !== first || read[1] !== second) wrong.push(`${first} ${second}`);
    }
    expect(wrong).toEqual([]);
  });
});

it('compresses text', async () => {
  const { headers } = await app.inject({
    url: '/text?first=60&second=33',
    headers: { 'accept-encoding': 'br' },
  });
  expect(headers['content-encoding']).toBe('br');
});

function decoded(encoding: unknown, body: Buffer): Buffer | undefined {
  try {
    if (encoding === 'br') return brotliDecompressSync(body);
    return encoding === 'gzip' ? gunzipSync(body) : body;
  } catch {
    return undefined;
  }
}
