import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { ImageView } from '@atelier/contracts/images/schema.ts';
import { IMAGE_LIMITS } from '@atelier/domain/images/fit.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hollowPng, noise, openPictureWorld, plain, type PictureWorld } from './testing-pictures.ts';
import { MOST_UPLOAD_BYTES } from './upload.routes.ts';

let world: PictureWorld;

beforeAll(async () => {
  world = await openPictureWorld();
});
afterAll(() => world.api.close());

const kept = async (view: ImageView) => (await world.read(`/image/${view.image_id}`)).rawPayload;

describe('an uploaded picture', () => {
  it('is kept as JPEG within both limits, however it came', async () => {
    const view = await world.uploaded(await noise(2600, 1700).jpeg({ quality: 15 }).toBuffer());
    expect(view.media_type).toBe('image/jpeg');
    expect(view.size).toBeLessThanOrEqual(IMAGE_LIMITS.bytes);
    expect(Math.max(view.width, view.height)).toBeLessThanOrEqual(IMAGE_LIMITS.edge);
    const { format, width, height } = await sharp(await kept(view)).metadata();
    expect([format, width, height]).toEqual(['jpeg', view.width, view.height]);
    expect(view.width / view.height).toBeCloseTo(2600 / 1700, 2);
  });

  it('keeps its size when it is small enough', async () => {
    const view = await world.uploaded(await plain(640, 480).webp().toBuffer(), { name: 'ring.webp' });
    expect([view.width, view.height]).toEqual([640, 480]);
  });

  it('stands upright and has lost where it was taken', async () => {
    const held = await plain(400, 200)
      .withExif({ IFD0: { Make: 'Secret camera' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const view = await world.uploaded(held);
    expect([view.width, view.height]).toEqual([200, 400]);
    const bytes = await kept(view);
    const { exif, orientation, icc } = await sharp(bytes).metadata();
    expect([exif, orientation, icc]).toEqual([undefined, undefined, undefined]);
    expect(bytes.includes('Secret camera')).toBe(false);
  });

  it('shows paper where it was transparent', async () => {
    const clear = { width: 20, height: 20, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } };
    const view = await world.uploaded(await sharp({ create: clear }).png().toBuffer());
    const { channels } = await sharp(await kept(view)).stats();
    expect(Math.min(...channels.map(({ min }) => min))).toBeGreaterThan(250);
  });

  it('is kept once for one key, and another picture under that key is a conflict', async () => {
    const picture = await plain(30, 30).jpeg().toBuffer();
    const first = await world.uploaded(picture, { key: 'once' });
    expect(await world.uploaded(picture, { key: 'once' })).toEqual(first);
    const other = await world.send(await plain(31, 30).jpeg().toBuffer(), { key: 'once' });
    expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency_conflict']);
    expect((await world.uploaded(picture, { key: 'once', as: 'tokyo' })).image_id).not.toBe(first.image_id);
  });

  it('has a name that cannot be guessed, also for the same bytes', async () => {
    const picture = await plain(32, 30).jpeg().toBuffer();
    const [one, two] = [await world.uploaded(picture), await world.uploaded(picture)];
    expect(one.image_id).toMatch(/^[\w-]{65}$/);
    expect(one.image_id).not.toBe(two.image_id);
  });
});

const FIFTY = 50 * 1024 * 1024;

/** Status of an answer that may come before everything is sent; what is still under way may then be cut. */
function statusOf(
  url: URL,
  headers: Record<string, string>,
  parts: readonly (string | Buffer)[],
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      resolve(answer.statusCode);
      sent.destroy();
    });
    sent.on('error', reject);
    for (const part of parts) sent.write(part);
    if (headers['content-length'] === undefined) sent.end();
  });
}

describe('what is no picture', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const GIF_START = 'GIF89a';

  it.each([
    ['text', Buffer.from('not a picture at all')],
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from(SVG)],
    ['an SVG that begins as XML', Buffer.from(`<?xml version="1.0"?>${SVG}`)],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['the beginning of a GIF', Buffer.from(GIF_START)],
    [
      'a JPEG’s first bytes before noise',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(5000)]),
    ],
  ])('is refused: %s', async (_name, bytes) => {
    const answer = await world.send(bytes, { type: 'image/jpeg' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'image_unreadable']);
    expect(answer.json().errors[0]).toMatchObject({ path: 'file', code: 'image_unreadable' });
  });

  it('is refused: a JPEG that ends in the middle', async () => {
    const whole = await noise(600, 600).jpeg().toBuffer();
    const answer = await world.send(whole.subarray(0, whole.length / 2));
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'image_unreadable']);
  });

  it('is refused before it is unpacked: a few bytes that claim nine hundred million pixels', async () => {
    const bomb = hollowPng(30_000, 30_000);
    expect(bomb.length).toBeLessThan(200);
    const before = process.memoryUsage().rss;
    const answer = await world.send(bomb, { name: 'ring.png' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'image_too_many_pixels']);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('is refused as too large: 50 MB, announced or not', async () => {
    const answer = await world.send(Buffer.alloc(50 * 1024 * 1024, 7));
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'image_too_large']);
    const picture = await plain(10, 10).jpeg().toBuffer();
    const padded = Buffer.concat([picture, Buffer.alloc(MOST_UPLOAD_BYTES - picture.length + 1)]);
    const unannounced = await world.send(padded);
    expect([unannounced.statusCode, unannounced.json().code]).toEqual([413, 'image_too_large']);
  });

  it('is refused over a real connection before it has been sent, and while it is sent', async () => {
    const url = new URL('/api/upload/img', await world.app.listen({ port: 0, host: '127.0.0.1' }));
    const type = 'multipart/form-data; boundary=b';
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
    const announced = { ...world.headersOf('paris'), 'content-type': type, 'content-length': String(FIFTY) };
    expect(await statusOf(url, announced, [head])).toBe(413);
    const fifty = Array.from({ length: 50 }, () => Buffer.alloc(1024 * 1024, 7));
    const unannounced = { ...world.headersOf('paris'), 'content-type': type };
    expect(await statusOf(url, unannounced, [head, ...fifty, '\r\n--b--\r\n'])).toBe(413);
    expect((await world.read('/auth/session')).statusCode).toBe(200);
  });

  it('never comes back: a script in the name of a file', async () => {
    const name = `\\"><script>alert(1)</script>.jpg`;
    const view = await world.send(await plain(33, 30).jpeg().toBuffer(), { name });
    expect(view.statusCode).toBe(200);
    expect(view.body).not.toContain('script');
    const refused = await world.send(Buffer.from('x'), { name: '../../<script>.svg' });
    expect(refused.body).not.toContain('script');
    const { rows } = await world.api.world.projectorPool.query('select u::text as text from image_uploads u');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('script');
  });

  it('a form without the field `file`, a broken form and a body that is no form are refused with image_missing', async () => {
    const picture = await plain(10, 10).jpeg().toBuffer();
    expect((await world.send(picture, { field: 'picture' })).json().code).toBe('image_missing');
    const headers = world.headersOf('paris');
    const post = (payload: string | object, more = {}) =>
      world.app.inject({ method: 'POST', url: '/api/upload/img', headers: { ...headers, ...more }, payload });
    expect((await post({})).json().code).toBe('image_missing');
    const form = { 'content-type': 'multipart/form-data; boundary=b' };
    for (const body of ['', '--b', '--b\r\n\r\n', '--b--\r\n', 'anything'])
      expect([body, (await post(body, form)).json().code]).toEqual([body, 'image_missing']);
    const noBoundary = await post('x', { 'content-type': 'multipart/form-data' });
    expect([noBoundary.statusCode, noBoundary.json().code]).toEqual([400, 'image_missing']);
  });
});
