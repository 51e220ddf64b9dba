import {
  deposit,
  handClock,
  keptPicture,
  newDeposit,
  PAR,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bearer, openApiWorld, signInAs, TestClock } from '../testing-api.ts';
import type { ApiNode, ApiWorld, PersonName } from '../testing-api.ts';

let api: ApiWorld;
let node: ApiNode;
let itemId = 0;
const clock = new TestClock();
const tokens = new Map<PersonName, string>();

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ clock });
  const services = servicesOf(api.world, handClock(clock.now()));
  const given = await newDeposit(api.world);
  const image = await keptPicture(api.world, PAR);
  ({ itemId } = await deposit(services, {
    ...given,
    items: given.items.map((it) => ({ ...it, images: [image] })),
  }));
  for (const name of ['paris', 'tokyo', 'auditor'] as const) tokens.set(name, await signInAs(node.app, name));
});
afterAll(() => api.close());

const ask = (name: PersonName, language = 'en') =>
  node.app.inject({
    method: 'GET',
    url: `/api/item/${itemId}/dispute?language=${language}`,
    headers: bearer(tokens.get(name) ?? ''),
  });

/** Files of an archive, by its central directory: from the text of the format alone (PKWARE APPNOTE). */
function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const name = archive.toString('ascii', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const begins = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    files.set(name, archive.subarray(begins, begins + size));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

const manifest = z.object({
  format: z.literal('atelier-dispute-file-1'),
  item: z.number(),
  files: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })),
});
const chain = z.object({
  stream: z.string(),
  events: z.array(z.object({ version: z.number(), type: z.string(), hash: z.string() })),
});
const jsonIn = (files: ReadonlyMap<string, Buffer>, name: string): unknown =>
  JSON.parse(files.get(name)?.toString() ?? 'null');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the dispute file of a piece', () => {
  it('holds what is known of it, and a manifest that fits every file and shows a changed one', async () => {
    const answer = await ask('paris');
    expect(answer.headers['content-type']).toBe('application/zip');
    const files = unzip(answer.rawPayload);
    const { files: listed, item } = manifest.parse(jsonIn(files, 'manifest.json'));
    expect(item).toBe(itemId);
    expect(listed.map(({ name }) => name)).toEqual([
      'piece.json',
      'history.json',
      'custody.json',
      'signatures.json',
      'chain.json',
      'images/01-deposit.jpg',
      'dispute.pdf',
    ]);
    for (const { name, size, sha256: hash } of listed) {
      const bytes = files.get(name) ?? Buffer.alloc(0);
      expect([bytes.length, sha256(bytes)]).toEqual([size, hash]);
    }
    expect(sha256(Buffer.from('another picture'))).not.toBe(listed.at(-2)?.sha256);
    expect(files.get('images/01-deposit.jpg')).toEqual(Buffer.from([0xff, 0xd8, 0xff, 0xd9]));
    expect(files.get('dispute.pdf')?.toString('latin1', 0, 5)).toBe('%PDF-');
    expect(jsonIn(files, 'piece.json')).toMatchObject({ warranty: { inWarranty: true } });
  });

  it('holds the hashes that the log has', async () => {
    const files = unzip((await ask('paris', 'ar')).rawPayload);
    const { events } = chain.parse(jsonIn(files, 'chain.json'));
    const stored = await api.world.store.readStream(`item-${itemId}`);
    expect(events.map(({ hash }) => hash)).toEqual(stored.events.map(({ hash }) => hash));
  });

  it('is remembered with the hash of its manifest', async () => {
    const files = unzip((await ask('auditor')).rawPayload);
    const { rows } = await api.world.pool.query(
      `select data->>'manifest' as manifest from events where type = 'DisputeFileMade' order by position desc limit 1`,
    );
    expect(rows).toEqual([{ manifest: sha256(files.get('manifest.json') ?? Buffer.alloc(0)) }]);
  });

  it('does not exist for another shop', async () => {
    expect((await ask('tokyo')).statusCode).toBe(404);
  });
});
