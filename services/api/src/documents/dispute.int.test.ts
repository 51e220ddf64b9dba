import {
  deposit,
  handClock,
  keptPicture,
  newDeposit,
  PAR,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { keepSigning } from '@atelier/application/documents/log-signatures.commands.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import { formatVerifierKey, signerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  bearer,
  openApiWorld,
  signInAs,
  TestClock,
  type ApiNode,
  type ApiWorld,
  type PersonName,
} from '../testing/testing-api.ts';
import { logKey, sha256, signedAnew, signer } from './testing-dispute.ts';
import { zipOf } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'atelier-dispute-'));

let api: ApiWorld;
let node: ApiNode;
let itemId = 0;
let signing: { readonly stop: () => void };
const failures: unknown[] = [];
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
  await api.world.settle();
  await sealLog(api.world.projectorPool, { signer });
  signing = startSigning();
});
afterAll(async () => {
  signing.stop();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const startSigning = () =>
  keepSigning({ pool: api.world.projectorPool, signer, onError: (error) => failures.push(error) });

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
  format: z.literal('atelier-dispute-file-3'),
  item: z.number(),
  files: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })),
});
const chain = z.object({
  stream: z.string(),
  events: z.array(z.object({ version: z.number(), type: z.string(), hash: z.string() })),
});
const jsonIn = (files: ReadonlyMap<string, Buffer>, name: string): unknown =>
  JSON.parse(files.get(name)?.toString() ?? 'null');

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
      'pictures.json',
      'images/01-deposit.jpg',
      'proof.json',
      'dispute.pdf',
      'checkpoint.note',
      'atelier-verify.mjs',
      'README.txt',
    ]);
    for (const { name, size, sha256: hash } of listed) {
      const bytes = files.get(name) ?? Buffer.alloc(0);
      expect([bytes.length, sha256(bytes)]).toEqual([size, hash]);
    }
    expect(failures).toEqual([]);
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

type Files = ReadonlyMap<string, Buffer>;

/** Runs the verifier that lies in the archive on it, as a court's expert would. */
async function verify(
  files: Files,
  key = logKey,
  isUnpacked = false,
): Promise<{ code: number; said: string }> {
  const place = mkdtempSync(join(folder, 'case-'));
  const program = join(place, 'atelier-verify.mjs');
  const inside = join(place, 'dispute');
  writeFileSync(program, files.get('atelier-verify.mjs') ?? '');
  writeFileSync(`${inside}.zip`, zipOf([...files].map(([name, bytes]) => ({ name, bytes }))));
  for (const [name, bytes] of isUnpacked ? files : []) {
    mkdirSync(dirname(join(inside, name)), { recursive: true });
    writeFileSync(join(inside, name), bytes);
  }
  const args = [program, isUnpacked ? `${inside}/` : `${inside}.zip`, '--key', key];
  return promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );
}

const changed = (files: Files, name: string, change: (text: string) => string): Files =>
  new Map([...files, [name, Buffer.from(change(files.get(name)?.toString('latin1') ?? ''), 'latin1')]]);

describe('the verifier in a dispute file, without us (decisions/0166)', () => {
  let files: Files;
  beforeAll(async () => {
    files = unzip((await ask('paris')).rawPayload);
  });

  it.each([false, true])(
    'finds everything as it was signed and recorded; unpacked: %s',
    async (isUnpacked) => {
      const { code, said } = await verify(files, logKey, isUnpacked);
      expect([code, said]).toEqual([
        0,
        expect.stringMatching(/^atelier-dispute-file-3: 12 files are what the log signed at \d+ events/),
      ]);
      expect(said).toContain(`item-${itemId}: 1 of 1 events proven`);
      expect(said).toContain('every column of every event is what was recorded');
      expect(said).toContain('1 of 1 pictures are what the events recorded');
    },
  );

  it.each<[string, (whole: Files) => Files, string]>([
    [
      'a changed picture',
      (whole) => changed(whole, 'images/01-deposit.jpg', (text) => `${text}x`),
      'images/01-deposit.jpg was changed',
    ],
    [
      'a changed word',
      (whole) => changed(whole, 'history.json', (text) => text.replace('ItemDeposited', 'ItemReceived')),
      'history.json was changed',
    ],
    [
      'a left out file',
      (whole) => new Map([...whole].filter(([name]) => name !== 'custody.json')),
      'custody.json is missing',
    ],
    [
      'a file more',
      (whole) => new Map([...whole, ['letter.txt', Buffer.from('sorry')]]),
      'letter.txt is not in the manifest',
    ],
    [
      'another manifest',
      (whole) => changed(whole, 'manifest.json', (text) => `${text} `),
      'manifest.json was changed',
    ],
    [
      'no signature',
      (whole) => new Map([...whole].filter(([name]) => name !== 'manifest.note')),
      'manifest.note is missing',
    ],
    [
      'a signature under another hash',
      (whole) => changed(whole, 'manifest.note', (text) => text.replace(/^[0-9a-f]{64}$/m, 'f'.repeat(64))),
      'does not fit the manifest',
    ],
    [
      'another checkpoint',
      (whole) => changed(whole, 'checkpoint.note', (text) => text.replace(/^\d+$/m, '1')),
      'checkpoint.note was changed',
    ],
    [
      'a proof changed by the house, signed anew',
      (whole) =>
        signedAnew(
          changed(whole, 'proof.json', (text) => text.replace('"schema_version": ', '"schema_version": 1')),
        ),
      'was changed',
    ],
    [
      'a leaf changed by the house, signed anew',
      (whole) =>
        signedAnew(changed(whole, 'proof.json', (text) => text.replace(/(index \d+\\n)..../, '$1AAAA'))),
      'does not hold the event',
    ],
    [
      'a picture exchanged by the house, signed anew',
      (whole) => signedAnew(changed(whole, 'images/01-deposit.jpg', () => 'another')),
      'images/01-deposit.jpg is not the picture that was recorded',
    ],
    [
      'a picture exchanged by the house with its id, signed anew',
      (whole) => {
        const other = changed(whole, 'images/01-deposit.jpg', () => 'another');
        const digest = Buffer.from(sha256(Buffer.from('another')), 'hex').toString('base64url');
        return signedAnew(
          changed(other, 'pictures.json', (text) => text.replace(/[\w-]{43}"/, `${digest}"`)),
        );
      },
      'no event of the piece recorded images/01-deposit.jpg',
    ],
    [
      'a picture that pictures.json does not name, signed anew',
      (whole) => signedAnew(new Map([...whole, ['images/02-deposit.jpg', Buffer.from('more')]])),
      'images/02-deposit.jpg is no recorded picture',
    ],
    [
      'pictures.json left out by the house, signed anew',
      (whole) => signedAnew(new Map([...whole].filter(([name]) => name !== 'pictures.json'))),
      'pictures.json is missing',
    ],
    [
      'a checkpoint that the log did not sign, signed anew',
      (whole) => {
        const other = changed(whole, 'checkpoint.note', (text) => text.replace(/^\d+$/m, '999'));
        return signedAnew(other, whole.get('checkpoint.note'));
      },
      'does not fit the checkpoint',
    ],
  ])('names %s', async (_, change, reason) => {
    const { code, said } = await verify(change(files));
    expect([code, said]).toEqual([1, expect.stringContaining(reason)]);
  });

  it('counts a recorded picture that the house left out', async () => {
    const without = new Map([...files].filter(([name]) => name !== 'images/01-deposit.jpg'));
    const { code, said } = await verify(signedAnew(changed(without, 'pictures.json', () => '[]')));
    expect([code, said]).toEqual([0, expect.stringContaining('1 recorded pictures are not in the file')]);
  });

  it("takes no other key than the log's", async () => {
    const other = signerKey('atelier.test/api/log', 'log', generateKeyPairSync('ed25519').privateKey);
    const { code, said } = await verify(files, formatVerifierKey(other.verifier));
    expect([code, said]).toEqual([1, expect.stringContaining('not signed by the key of the log')]);
  });

  it('says in the reader’s language how it is used', () => {
    expect(files.get('README.txt')?.toString()).toContain(`node atelier-verify.mjs . --key ${logKey}`);
  });

  it('is not handed out while no worker signs, and nothing is left waiting', async () => {
    signing.stop();
    const answer = await ask('paris');
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'signing_unavailable']);
    const { rows } = await api.world.pool.query('select id from log_signatures');
    expect(rows).toEqual([]);
    signing = startSigning();
    expect((await ask('paris')).statusCode).toBe(200);
  });
});
