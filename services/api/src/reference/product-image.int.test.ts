import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  FIXTURE_REFERENCE,
  openReferenceFixture,
  type ReferenceFixture,
} from '@atelier/application/reference/testing.ts';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildCoreApp, person } from '../testing/testing.ts';
import { createProductImages } from './product-image-source.ts';
import { routes } from './routes.ts';

let fixture: ReferenceFixture;
let cdn: Server;
let cdnUrl = '';
let app: FastifyInstance | undefined;
let answer: (response: ServerResponse) => void = () => undefined;
const asked: string[] = [];
const [product] = FIXTURE_REFERENCE.products;
const sku = product?.sku ?? '';

beforeAll(async () => {
  fixture = await openReferenceFixture();
  cdn = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(response);
  });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
  cdnUrl = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/jewels/`;
});
afterEach(async () => {
  asked.length = 0;
  await app?.close();
});
afterAll(async () => {
  cdn.closeAllConnections();
  cdn.close();
  await fixture.close();
});

async function start(config: { cdnUrl?: string } = { cdnUrl }) {
  app = await buildCoreApp([{ name: 'reference', routes }], person({}), config, {
    db: fixture.db,
    pool: fixture.pool,
  });
  return (wanted = sku) => app?.inject({ url: `/api/product-image/${wanted}` });
}

const photograph = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Make: 'Studio' } })
    .jpeg()
    .toBuffer();

const sendBytes =
  (bytes: Uint8Array, type = 'image/jpeg') =>
  (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': type }).end(bytes);

describe('a product picture of the CDN', () => {
  it('is fetched once, brought to 300 × 300, and kept', async () => {
    answer = sendBytes(await photograph(900, 500));
    const get = await start();
    const [first, second] = await Promise.all([get(), get()]);
    const third = await get();
    expect(asked).toEqual([`/jewels/${sku}.jpg?w=300&h=300&q=76`]);
    expect(first?.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    });
    const { width, height, format, exif } = await sharp(first?.rawPayload).metadata();
    expect([width, height, format, exif]).toEqual([300, 300, 'jpeg', undefined]);
    expect(second?.rawPayload).toEqual(first?.rawPayload);
    expect(third?.rawPayload).toEqual(first?.rawPayload);
  });

  it('is never asked for a SKU that is none of ours', async () => {
    answer = sendBytes(await photograph(10, 10));
    const get = await start();
    const unknown = await get('UNKNOWN-1');
    expect([unknown?.statusCode, unknown?.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    for (const wanted of [
      '..%2f..%2fsecret',
      'http:%2f%2fevil.example',
      `${sku}%3fx=1`,
      `${sku}%23`,
      `${sku}%2f..`,
    ])
      expect((await get(wanted))?.statusCode).toBeGreaterThanOrEqual(400);
    expect(asked).toEqual([]);
  });
});

describe('our drawing stands in', () => {
  const bytes = Buffer.alloc(50 * 1024 * 1024, 7);
  const bad: readonly (readonly [string, (response: ServerResponse) => void])[] = [
    ['answers a page', sendBytes(Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/html')],
    ['answers a page that calls itself a picture', sendBytes(Buffer.from('<html>'), 'image/jpeg')],
    ['answers an SVG', sendBytes(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')],
    ['has no such picture', (response) => response.writeHead(404).end()],
    ['is broken', (response) => response.writeHead(503).end('later')],
    ['answers nothing', (response) => response.writeHead(200).end()],
    ['hangs up', (response) => response.destroy()],
    ['leads elsewhere', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['answers 50 MB', sendBytes(bytes)],
    ['hangs', () => undefined],
    [
      'hangs in the middle',
      (response) => void response.writeHead(200).write(Buffer.from([0xff, 0xd8, 0xff])),
    ],
  ];

  it.each(bad)('where the CDN %s', async (_what, answers) => {
    answer = answers;
    const get = await start();
    const drawn = await get();
    expect([drawn?.statusCode, drawn?.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(drawn?.headers['cache-control']).toBe('public, max-age=60');
    expect(drawn?.body).not.toContain('script');
    await get();
    expect(asked).toHaveLength(1);
  });

  it('when the server is down, and asks again a minute later', async () => {
    let now = 0;
    const images = createProductImages({ cdnUrl, now: () => now, answersWithinMs: 300 });
    answer = () => undefined;
    expect(await images.find(sku)).toBeNull();
    answer = sendBytes(await photograph(20, 20));
    now = 59_999;
    expect(await images.find(sku)).toBeNull();
    now = 60_000;
    expect(await images.find(sku)).not.toBeNull();
  });

  it('for what comes while the CDN is asked by enough already', async () => {
    const images = createProductImages({ cdnUrl, now: () => 0, answersWithinMs: 300 });
    answer = () => undefined;
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => images.find(`SKU-${index}`)));
    expect(all.every((picture) => picture === null)).toBe(true);
    expect(asked).toHaveLength(8);
  });

  it('where no CDN is configured', async () => {
    const get = await start({});
    expect((await get())?.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
    });
    expect(asked).toEqual([]);
  });
});
