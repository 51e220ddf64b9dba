import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openApiWorld, TestClock, type ApiNode, type ApiWorld } from '@atelier/api/testing/testing-api.ts';
import {
  deposit,
  handClock,
  newDeposit,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { TEST_NOW } from '@atelier/application/projections/testing.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { signCheckpoint } from '@atelier/transparency-log/proof/checkpoint.ts';
import { keepWitnessed } from '@atelier/transparency-log/proof/keep-witnessed.ts';
import { readSignerKey } from '@atelier/transparency-log/proof/log-key.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import {
  formatVerifierKey,
  parseVerifierKey,
  signerKey,
} from '@atelier/transparency-log/proof/signed-note.ts';
import { consistencyProof } from '@atelier/transparency-log/proof/tree-proofs.ts';
import { latestCheckpoint, tilesOf } from '@atelier/transparency-log/proof/tree-tables.ts';
import {
  readCheckpoint,
  readCosignature,
  readKey,
  writeSubmission,
} from '@atelier/tests/proof/second-reader.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { thirdWitness } from './testing-third-witness.ts';
import { ensureWitnessKey } from './witness-store.ts';

// The witness is a separate program; its output is read by a reader that shares no line with it.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-add-checkpoint-'));
const NAME = 'witness.example/w4';
const ORIGIN = 'atelier.test/api/log';
const signer = signerKey(ORIGIN, 'log', generateKeyPairSync('ed25519').privateKey);
const logKey = formatVerifierKey(signer.verifier);
const third = signerKey('witness.example/third', 'witness', generateKeyPairSync('ed25519').privateKey);
let api: ApiWorld;
let node: ApiNode;
let witness: ChildProcess;
let url: string;
let witnessKey: string;
const said: string[] = [];

beforeAll(async () => {
  const store = join(folder, 'w4');
  witnessKey = formatVerifierKey((await readSignerKey(ensureWitnessKey(store), NAME, 'witness')).verifier);
  api = await openApiWorld();
  const keys = [witnessKey, formatVerifierKey(third.verifier)];
  node = await api.node({ clock: new TestClock(), config: { witnessKeys: keys } });
  await grow();
  witness = spawn(process.execPath, [
    join(import.meta.dirname, 'main.ts'),
    '--key',
    logKey,
    '--name',
    NAME,
    '--store',
    store,
    '--listen',
    '127.0.0.1:0',
  ]);
  url = await listening(witness);
});
afterAll(async () => {
  witness.kill('SIGKILL');
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** More events, and a checkpoint over them. */
async function grow(): Promise<void> {
  const services = servicesOf(api.world, handClock(TEST_NOW));
  await deposit(services, await newDeposit(api.world));
  await api.world.settle();
  await sealLog(api.world.projectorPool, { signer });
}

async function listening(child: ChildProcess): Promise<string> {
  for (const out of [child.stdout, child.stderr])
    if (out !== null) createInterface(out).on('line', (line) => said.push(line));
  return vi.waitFor(
    () => {
      const address = /"address":"([^"]+)"/.exec(said.join('\n'))?.[1];
      if (address === undefined) throw new Error(said.join('\n'));
      return address;
    },
    { timeout: 60_000, interval: 100 },
  );
}

async function newest(): Promise<{ readonly size: number; readonly note: string; readonly root: Buffer }> {
  const latest = await latestCheckpoint(api.world.projectorPool);
  if (latest === undefined) throw new Error('nothing is sealed');
  return latest;
}

const proofOf = async (from: number, to: number) =>
  consistencyProof(tilesOf(api.world.projectorPool), from, to);

async function send(body: string, method = 'POST'): Promise<{ status: number; type: string; text: string }> {
  const response = await fetch(`${url}/add-checkpoint`, { method, ...(method === 'POST' && { body }) });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
}

const add = async (from: number, proof: readonly Buffer[], note: string) =>
  send(writeSubmission({ oldSize: BigInt(from), proof, note }));

/** A head that the log's key signed and that is none of the log's. */
const forged = (size: number, origin = ORIGIN, by = signer): string =>
  signCheckpoint(by, { origin, size, root: Buffer.alloc(32, 7) });

let known = 0;

describe('POST /add-checkpoint of a witness (C2SP tlog-witness)', () => {
  it('signs the first checkpoint, and one that continues it', async () => {
    const first = await newest();
    expect(await add(3, [], first.note)).toMatchObject({
      status: 409,
      type: 'text/x.tlog.size',
      text: '0\n',
    });
    const signed = await add(0, [], first.note);
    expect(signed.status).toBe(200);
    expect(Number(readCosignature(first.note + signed.text, readKey(witnessKey)))).toBeGreaterThan(1.7e9);
    await grow();
    const next = await newest();
    const later = await add(first.size, await proofOf(first.size, next.size), next.note);
    expect(later.status).toBe(200);
    readCosignature(next.note + later.text, readKey(witnessKey));
    // Asked again, it signs the same again.
    expect((await add(next.size, [], next.note)).status).toBe(200);
    known = next.size;
  });

  it('refuses what is malformed', async () => {
    const { note } = await newest();
    for (const body of [
      '',
      'old\n\n',
      `old 01\n\n${note}`,
      `old -1\n\n${note}`,
      `old ${known}\nAAAA\n\n${note}`,
      `old ${known}\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(64)}\n${note}`,
      `old ${known}\n\nno note`,
      `old ${known}\n\n${note.replaceAll('\n', '\r\n')}`,
      `new ${known}\n\n${note}`,
    ])
      expect([body, (await send(body)).status]).toEqual([body, 400]);
    expect((await add(known + 1, [], note)).status).toBe(400);
    expect((await send('', 'GET')).status).toBe(405);
    expect((await send('x'.repeat(70_000))).status).toBe(413);
    expect((await fetch(`${url}/checkpoint`)).status).toBe(404);
  });

  it('refuses a log it does not know, and a key that is not the log’s', async () => {
    const stranger = signerKey('other.example/log', 'log', generateKeyPairSync('ed25519').privateKey);
    expect((await add(0, [], forged(5, 'other.example/log', stranger))).status).toBe(404);
    const impostor = signerKey(ORIGIN, 'log', generateKeyPairSync('ed25519').privateKey);
    expect((await add(known, [], forged(known, ORIGIN, impostor))).status).toBe(403);
  });

  it('says the size it signed to a stale request', async () => {
    const { note } = await newest();
    const answer = { status: 409, type: 'text/x.tlog.size', text: `${known}\n` };
    expect(await add(0, [], note)).toEqual(answer);
    expect(await add(known - 1, await proofOf(known - 1, known), note)).toEqual(answer);
  });

  it('does not sign a tree that does not continue the one it signed', async () => {
    await grow();
    const next = await newest();
    const proof = await proofOf(known, next.size);
    expect((await add(known, proof.slice(1), next.note)).status).toBe(422);
    expect((await add(known, [], next.note)).status).toBe(422);
    expect((await add(known, proof, forged(next.size))).status).toBe(422);
    expect((await add(known, proof, next.note)).status).toBe(200);
    known = next.size;
  });

  it('refuses a fork and keeps both heads that show it', async () => {
    expect(await add(known, [], forged(known))).toMatchObject({ status: 409, text: `${known}\n` });
    await vi.waitFor(() => expect(said.join('\n')).toContain('ALARM'), { timeout: 60_000 });
    const [log = ''] = readdirSync(join(folder, 'w4')).filter((name) => /^[0-9a-f]{64}$/.test(name));
    expect(readdirSync(join(folder, 'w4', log)).filter((name) => name.startsWith('alarm-'))).toHaveLength(1);
    // It goes on with the log that it knows.
    expect((await add(known, [], (await newest()).note)).status).toBe(200);
  });

  it('signs one of two that come at once for the same size', async () => {
    await grow();
    const next = await newest();
    const proof = await proofOf(known, next.size);
    const answers = await Promise.all([add(known, proof, next.note), add(known, proof, next.note)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    known = next.size;
  });
});

describe('a log that brings its checkpoints to witnesses (decisions/0154)', () => {
  it('is signed by ours and by one that was written from the formats alone', async () => {
    const { server, heads, refused } = thirdWitness(third, logKey);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the witness does not listen');
    const failures: string[] = [];
    const witnessing = keepWitnessed({
      db: api.world.pool,
      urls: [url, `http://127.0.0.1:${address.port}/`, 'http://127.0.0.1:1'],
      witnesses: [witnessKey, formatVerifierKey(third.verifier)].map(parseVerifierKey),
      everyMs: 100,
      onError: (_error, at) => failures.push(at),
    });
    try {
      for (let round = 0; round < 3; round += 1) {
        await grow();
        const { size } = await newest();
        await vi.waitFor(
          async () => {
            const note = (await node.app.inject('/api/log/checkpoint')).body;
            expect(Number(readCheckpoint(note, readKey(logKey)).size)).toBe(size);
            readCosignature(note, readKey(witnessKey));
            readCosignature(note, readKey(formatVerifierKey(third.verifier)));
          },
          { timeout: 60_000, interval: 100 },
        );
      }
      expect(heads.length).toBeGreaterThanOrEqual(3);
      expect(refused).toEqual([]);
      // One that is away is said once, and holds up no other.
      expect(failures).toEqual(['http://127.0.0.1:1']);
    } finally {
      await witnessing.stop();
      server.close();
    }
  });

  it('is not signed once it was set back, and says so', async () => {
    const failures: string[] = [];
    const superuser = createPool({
      connectionString: api.world.database.adminUrl,
      role: 'owner',
      unattended: true,
      max: 1,
    });
    await superuser.query(
      'delete from log_checkpoints; delete from log_tile_parts; delete from log_entry_parts; delete from log_cosignatures',
    );
    await superuser.end();
    await sealLog(api.world.projectorPool, { signer, most: 5 });
    const witnessing = keepWitnessed({
      db: api.world.pool,
      urls: [url],
      witnesses: [parseVerifierKey(witnessKey)],
      everyMs: 100,
      onError: (error) => failures.push(String(error)),
    });
    await vi.waitFor(() => expect(failures.join()).toContain('it was rolled back'), { timeout: 60_000 });
    await witnessing.stop();
    expect(failures).toHaveLength(1);
  });
});
