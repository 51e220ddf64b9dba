import { checkFiles } from '@atelier/application/audit/files/check-files.queries.ts';
import { anySku } from '@atelier/application/commands/testing-commands.ts';
import { keepSigning } from '@atelier/application/documents/log-signatures.commands.ts';
import { erasePersonFiles, listPersonFiles } from '@atelier/application/privacy/erase-files.commands.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { findDossier } from '@atelier/application/privacy/dossier.queries.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { customerPicturePath } from '@atelier/domain/images/contract.ts';
import { createRmaResponse } from '@atelier/contracts/deposit/deposit-schema.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signer } from '../documents/testing-dispute.ts';
import { depositBody } from '../testing/testing-bodies.ts';
import { openPictureWorld, plain, type PictureWorld } from './testing-pictures.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let world: PictureWorld;
const lines: string[] = [];
let superuser: Pool;
let signing: { readonly stop: () => void };

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  world = await openPictureWorld(undefined, log);
  superuser = createPool({ connectionString: world.api.world.database.adminUrl, role: 'owner', max: 1 });
  // A superuser of the database can bypass every key of a table.
  await superuser.query('alter table image_uploads drop constraint image_uploads_hash_fkey');
  signing = keepSigning({ pool: world.api.world.projectorPool, signer, onError: () => undefined });
});
afterAll(async () => {
  signing.stop();
  await superuser.end();
  await world.api.close();
});

interface Piece {
  readonly itemId: number;
  readonly number: string;
  readonly customerRef: string;
  readonly reference: string;
  readonly images: readonly [string, string];
  readonly hashes: readonly [string, string];
  readonly signature: string;
}

let width = 100;
async function picture(): Promise<string> {
  width += 1;
  return (await world.uploaded(await plain(width, 40).jpeg().toBuffer())).image_id;
}

const hashOf = (imageId: string): string => Buffer.from(imageId.slice(22), 'base64url').toString('hex');

/** A piece with two pictures and a signature, sealed in the log. */
async function deposited(given?: readonly [string, string]): Promise<Piece> {
  const images = given ?? ([await picture(), await picture()] as const);
  const strokes = [
    [
      [0.1, width / 1_000],
      [0.2, 0.3],
    ],
  ];
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/rma',
    headers: world.headersOf('paris'),
    payload: depositBody(
      { product_sku: await anySku(world.api.world), images },
      { signature: { signer_name: 'C', strokes } },
    ),
  });
  const { data } = createRmaResponse.parse(answer.json());
  const itemId = data.items[0]?.id ?? 0;
  await world.api.world.settle();
  await sealLog(world.api.world.projectorPool, { signer });
  const { events } = await world.api.world.store.readStream(`item-${itemId}`);
  const facts = Object.assign({}, ...events.map((event) => event.data)) as Record<string, string>;
  return {
    itemId,
    number: facts['number'] ?? '',
    customerRef: facts['customerRef'] ?? '',
    reference: data.public_reference,
    images,
    hashes: [hashOf(images[0]), hashOf(images[1])],
    signature: facts['signature'] ?? '',
  };
}

const read = (imageId: string) => world.read(`/image/${imageId}`);
const dispute = ({ itemId }: Piece) => world.read(`/item/${itemId}/dispute?language=en`);
const signatures = ({ itemId }: Piece) => world.read(`/getSignature?rma_item_id=${itemId}`);

const check = () => checkFiles({ ...world.deps, settle: async () => undefined });

/** What the verification says of one piece. */
async function faultsOf({ itemId }: Piece) {
  const { faults } = await check();
  return faults.filter(({ streamId }) => streamId === `item-${itemId}`);
}

const refused = (answer: Awaited<ReturnType<typeof read>>) => [answer.statusCode, answer.json().code];
const REFUSED = [409, 'file_altered'];

const setHash = (imageId: string, hash: string) =>
  superuser.query(`update image_uploads set hash = decode($2, 'hex') where image_id = $1`, [imageId, hash]);

/** Bytes in clear in the place of the sealed ones. */
async function replaceBytes(hash: string, bytes: Buffer): Promise<void> {
  await superuser.query(`delete from sealed_blobs where hash = decode($1, 'hex')`, [hash]);
  await superuser.query(`update blobs set bytes = $2 where hash = decode($1, 'hex')`, [hash, bytes]);
}

const expected = (piece: Piece, field: string, what: string, found: string) => ({
  kind: 'file',
  streamId: `item-${piece.itemId}`,
  version: 1,
  position: expect.any(Number) as number,
  field,
  detail: `${piece.number} ${what}: ${found}`,
});

describe('unaltered files', () => {
  it('are what the events recorded, and each event says in clear which pictures it names', async () => {
    const piece = await deposited();
    expect((await read(piece.images[0])).statusCode).toBe(200);
    expect((await dispute(piece)).statusCode).toBe(200);
    const verdict = await check();
    expect(verdict).toMatchObject({ unbound: 0, faultCount: 0, faults: [] });
    expect(verdict.files).toBeGreaterThan(2);
    const { rows } = await superuser.query<{ said: string[] }>(
      `select data->'pictureDigests' as said from events where stream_id = $1 and version = 1`,
      [`item-${piece.itemId}`],
    );
    expect(rows[0]?.said).toHaveLength(2);
  });
});

describe('a picture of an earlier release', () => {
  it('is shown, and counted as one that no event says the content of', async () => {
    const imageId = await picture();
    const old = imageId.slice(0, 22);
    await superuser.query('update image_uploads set image_id = $2 where image_id = $1', [imageId, old]);
    const piece = await deposited([old, await picture()]);
    expect((await read(old)).statusCode).toBe(200);
    expect((await dispute(piece)).statusCode).toBe(200);
    expect(await check()).toMatchObject({ unbound: 1, faultCount: 0 });
  });
});

describe('a file that a superuser exchanged', () => {
  it('by the hash in its row is refused everywhere, counted, and named with both hashes', async () => {
    const [piece, other] = [await deposited(), await deposited()];
    const release = { rma_item_id: piece.itemId, image_id: piece.images[0], released: true };
    await world.app.inject({
      method: 'POST',
      url: '/api/rma/images/release',
      headers: world.headersOf('paris'),
      payload: release,
    });
    await world.api.world.settle();
    const publicly = () => world.app.inject({ url: customerPicturePath(piece.images[0]) });
    expect((await publicly()).statusCode).toBe(200);
    await setHash(piece.images[0], other.hashes[1]);
    const before = (await world.deps.metrics.alteredFiles.get()).values[0]?.value ?? 0;
    for (const answer of [await read(piece.images[0]), await publicly(), await dispute(piece)])
      expect(refused(answer)).toEqual(REFUSED);
    expect((await world.deps.metrics.alteredFiles.get()).values[0]?.value).toBe(before + 3);
    expect(lines.filter((line) => line.includes('stored file refused')).length).toBe(3);
    expect(lines.join('')).toContain(`"expected":"${piece.hashes[0]}","found":"${other.hashes[1]}"`);
    expect(lines.join('')).not.toContain(piece.images[0]);
    await expect(findDossier(world.deps, [piece.customerRef], 'en')).rejects.toThrow(piece.hashes[0]);
    expect(await faultsOf(piece)).toEqual([
      expected(piece, 'image_uploads', 'deposit 1', `expected ${piece.hashes[0]}, found ${other.hashes[1]}`),
    ]);
    expect((await read(piece.images[1])).statusCode).toBe(200);
  });

  it('for another one of the same piece shows on both', async () => {
    const piece = await deposited();
    await setHash(piece.images[0], piece.hashes[1]);
    await setHash(piece.images[1], piece.hashes[0]);
    for (const id of piece.images) expect(refused(await read(id))).toEqual(REFUSED);
    expect((await faultsOf(piece)).map(({ detail }) => detail)).toEqual([
      `${piece.number} deposit 1: expected ${piece.hashes[0]}, found ${piece.hashes[1]}`,
      `${piece.number} deposit 2: expected ${piece.hashes[1]}, found ${piece.hashes[0]}`,
    ]);
  });

  it('by its bytes under the same hash is refused, in clear and sealed', async () => {
    const [clear, sealed, other] = [await deposited(), await deposited(), await deposited()];
    const bytes = await plain(9, 9).jpeg().toBuffer();
    await replaceBytes(clear.hashes[0], bytes);
    await superuser.query(
      `update sealed_blobs s set bytes = o.bytes from sealed_blobs o
        where s.hash = decode($1, 'hex') and o.hash = decode($2, 'hex')`,
      [sealed.hashes[0], other.hashes[0]],
    );
    for (const piece of [clear, sealed]) {
      expect(refused(await read(piece.images[0]))).toEqual(REFUSED);
      expect(refused(await dispute(piece))).toEqual(REFUSED);
    }
    const found = /^expected ([0-9a-f]{64}), found ([0-9a-f]{64})$/;
    const [fault] = await faultsOf(clear);
    expect(fault).toMatchObject({ field: 'blobs' });
    expect(fault?.detail.replace(`${clear.number} deposit 1: `, '')).toMatch(found);
    expect(await faultsOf(sealed)).toMatchObject([
      { field: 'blobs', detail: expect.stringContaining('content that does not open') as string },
    ]);
  });

  it('by a document of another signature is never served', async () => {
    const [piece, other] = [await deposited(), await deposited()];
    const document = await world.deps.blobs.get(other.signature);
    await replaceBytes(piece.signature, document?.bytes ?? Buffer.alloc(0));
    expect(refused(await signatures(piece))).toEqual(REFUSED);
    expect(refused(await dispute(piece))).toEqual(REFUSED);
    expect(await faultsOf(piece)).toMatchObject([
      {
        field: 'blobs',
        detail: `${piece.number} signature 1: expected ${piece.signature}, found ${other.signature}`,
      },
    ]);
  });
});

describe('a file that a superuser took away', () => {
  it.each<[string, string, string, (piece: Piece) => Promise<unknown>]>([
    [
      'with the row of its upload',
      'image_uploads',
      'found no row',
      ({ images }) => superuser.query('delete from image_uploads where image_id = $1', [images[0]]),
    ],
    [
      'with its content',
      'blobs',
      'found nothing',
      ({ hashes }) => superuser.query(`delete from blobs where hash = decode($1, 'hex')`, [hashes[0]]),
    ],
    [
      'and left an empty row',
      'blobs',
      'found a row without content',
      ({ hashes }) => superuser.query(`delete from sealed_blobs where hash = decode($1, 'hex')`, [hashes[0]]),
    ],
    [
      'that was a signature',
      'blobs',
      'found nothing',
      ({ signature }) => superuser.query(`delete from blobs where hash = decode($1, 'hex')`, [signature]),
    ],
  ])('%s is missed, and no dispute file is made without it', async (_, field, found, attack) => {
    const piece = await deposited();
    await attack(piece);
    expect(refused(await dispute(piece))).toEqual(REFUSED);
    expect(await faultsOf(piece)).toContainEqual(
      expect.objectContaining({ field, detail: expect.stringContaining(found) as string }),
    );
  });

  it('with the key of its person, who was not erased, is reported missing', async () => {
    const piece = await deposited();
    await superuser.query('delete from subject_keys where subject = $1', [piece.customerRef]);
    const { pool } = world.api.world;
    const another = await openStore({ pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY });
    const { faults } = await checkFiles({ ...world.deps, store: another, settle: async () => undefined });
    expect(faults).toContainEqual(
      expect.objectContaining({ streamId: `item-${piece.itemId}`, version: 1, field: 'events' }),
    );
    await another.close();
  });
});

const erase = ({ customerRef, itemId }: Piece) =>
  erasePerson(world.deps, {
    customerRefs: [customerRef],
    reason: 'customer_request',
    requestId: itemId,
    now: new Date(),
  });

describe('an erased person', () => {
  it('whose files went before the log says so leaves no fault', async () => {
    const piece = await deposited();
    const files = await listPersonFiles(world.deps, [piece.itemId]);
    await erasePersonFiles(world.deps, files, [piece.itemId]);
    // Both rows, both contents, and the signature.
    expect((await faultsOf(piece)).length).toBe(5);
    const { faults } = await checkFiles({ ...world.deps, settle: async () => void (await erase(piece)) });
    expect(faults.filter(({ streamId }) => streamId === `item-${piece.itemId}`)).toEqual([]);
  });

  it('leaves no fault, and no picture whose row was altered', async () => {
    const [piece, other] = [await deposited(), await deposited()];
    await setHash(piece.images[0], other.hashes[0]);
    await erase(piece);
    await world.api.world.settle();
    expect((await read(piece.images[1])).statusCode).toBe(404);
    for (const hash of piece.hashes) expect(await world.deps.blobs.get(hash)).toBeUndefined();
    expect(await world.deps.blobs.get(other.hashes[0])).toBeDefined();
    expect(await faultsOf(piece)).toEqual([]);
  });
});

describe('a piece whose events lie in an archive', () => {
  it('has its pictures compared with their own ids', async () => {
    const [piece, other] = [await deposited(), await deposited()];
    await setHash(piece.images[1], other.hashes[0]);
    await superuser.query(`update streams set archive = 'by-hand' where stream_id = $1`, [
      `item-${piece.itemId}`,
    ]);
    await superuser.query('delete from events where stream_id = $1', [`item-${piece.itemId}`]);
    const detail = `expected ${piece.hashes[1]}, found ${other.hashes[0]}`;
    expect(await faultsOf(piece)).toEqual([
      {
        kind: 'file',
        streamId: `item-${piece.itemId}`,
        field: 'image_uploads',
        detail: `${piece.number} deposit: ${detail}`,
      },
    ]);
  });
});
