import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  bearer,
  openApiWorld,
  signInAs,
  TestClock,
  type ApiNode,
  type ApiWorld,
} from '@atelier/api/testing/testing-api.ts';
import {
  deposit,
  handClock,
  newDeposit,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { TEST_NOW } from '@atelier/application/projections/testing.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { readSignerKey } from '@atelier/transparency-log/proof/log-key.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import { formatVerifierKey, signerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureWitnessKey } from './witness-store.ts';

// Witness and verifier are separate programs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-witness-'));
const signer = signerKey('atelier.test/api/log', 'log', generateKeyPairSync('ed25519').privateKey);
const logKey = formatVerifierKey(signer.verifier);
const names = ['witness.example/w1', 'witness.example/w2'];
const storeOf = (name: string): string => join(folder, name.replace('/', '-'));
let api: ApiWorld;
let node: ApiNode;
let superuser: Pool;
let keys: readonly string[];
let itemId: number;
const running: ChildProcess[] = [];

beforeAll(async () => {
  const signers = await Promise.all(
    names.map((name) => readSignerKey(ensureWitnessKey(storeOf(name)), name, 'witness')),
  );
  keys = signers.map(({ verifier }) => formatVerifierKey(verifier));
  api = await openApiWorld();
  node = await api.node({ clock: new TestClock(), config: { witnessKeys: keys } });
  await node.app.listen({ port: 0, host: '127.0.0.1' });
  superuser = createPool({ connectionString: api.world.database.adminUrl, role: 'owner', max: 1 });
  itemId = await depositOne();
  await seal();
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await superuser.end();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function depositOne(): Promise<number> {
  const services = servicesOf(api.world, handClock(TEST_NOW));
  return (await deposit(services, await newDeposit(api.world))).itemId;
}

async function seal(): Promise<void> {
  await api.world.settle();
  await sealLog(api.world.projectorPool, { signer });
}

const logUrl = (): string => {
  const address = node.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the node does not listen');
  return `http://127.0.0.1:${address.port}/api/log`;
};

const orderOf = (name: string): string[] => [
  '--log',
  logUrl(),
  '--key',
  logKey,
  '--name',
  name,
  '--store',
  storeOf(name),
];

async function run(script: string, args: readonly string[]): Promise<{ code: number; said: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      resolve(import.meta.dirname, script),
      ...args,
    ]);
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what execFile fails with
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

const look = (name: string, ...more: string[]) => run('main.ts', [...orderOf(name), '--once', ...more]);
const checkpoint = async (): Promise<string> => (await node.app.inject('/api/log/checkpoint')).body;

describe('witnesses (decisions/0154)', () => {
  it('two of them cosign a new checkpoint within a minute, and the log shows both', async () => {
    for (const name of names)
      running.push(
        spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...orderOf(name), '--every', '1']),
      );
    const shown = async () => {
      const note = await checkpoint();
      expect(names.filter((name) => note.includes(`— ${name} `))).toEqual(names);
    };
    await vi.waitFor(shown, { timeout: 60_000, interval: 200 });
    await depositOne();
    await seal();
    const began = performance.now();
    await vi.waitFor(shown, { timeout: 60_000, interval: 100 });
    console.log(`two witnesses cosigned after ${Math.round(performance.now() - began)} ms`);
  });

  it('proves a piece with the proof, the public keys and one file', async () => {
    const proof = await fetchProof();
    const good = await verifyFile(proof);
    expect(good).toMatchObject({
      code: 0,
      said: expect.stringContaining('signed by the log and 2 witnesses'),
    });
    expect(good.said).toContain('every column of every event is what was recorded');
    expect(proof).not.toContain('Camille');
  });

  it.each([
    [
      'a changed column',
      (text: string) => text.replace(/"schema_version": (\d+)/, '"schema_version": 1$1'),
      'was changed',
    ],
    [
      'a changed moment',
      (text: string) =>
        text.replace(/(?<="recorded_at": "\d+)\d(?=")/, (digit) => String((Number(digit) + 1) % 10)),
      'was changed',
    ],
    ['a left out event', (text: string) => text.replace('"version": 1', '"version": 2'), 'is missing'],
    [
      'a leaf of another event',
      (text: string) => text.replace(/item-(\d+)\\n1\\n/, 'item-9$1\\n1\\n'),
      'of another event',
    ],
    [
      'another root',
      (text: string) => text.replaceAll(/(log\\n\d+\\n)..../g, '$1AAAA'),
      'does not fit the checkpoint',
    ],
    ['a broken path', (text: string) => text.replace(/(index \d+\\n)..../, '$1AAAA'), 'does not hold'],
  ])('refuses a proof with %s', async (_, change, sentence) => {
    const proof = await fetchProof();
    expect(change(proof)).not.toBe(proof);
    expect(await verifyFile(change(proof))).toMatchObject({
      code: 1,
      said: expect.stringContaining(sentence),
    });
  });

  it('refuses another key of the log, and fewer witnesses than asked for', async () => {
    const proof = await fetchProof();
    const other = signerKey('atelier.test/api/log', 'log', generateKeyPairSync('ed25519').privateKey);
    const told = await verifyFile(proof, ['--key', formatVerifierKey(other.verifier)]);
    expect(told.said).toContain('not signed by the key of the log');
    const alone = signerKey('witness.example/w3', 'witness', generateKeyPairSync('ed25519').privateKey);
    const more = await verifyFile(proof, ['--key', logKey, '--witness', formatVerifierKey(alone.verifier)]);
    expect(more.said).toContain('0 of 1 witnesses');
  });

  it('takes no signature of a witness that it does not know, nor one that does not fit', async () => {
    const [, size = ''] = (await checkpoint()).split('\n');
    const line = (await checkpoint()).split('\n').find((each) => each.startsWith(`— ${names[0]}`)) ?? '';
    const hand = (body: object) =>
      node.app.inject({ method: 'POST', url: '/api/log/cosignatures', payload: body });
    expect((await hand({ size: Number(size), line })).statusCode).toBe(200);
    expect((await hand({ size: Number(size), line: line.replace('w1', 'w9') })).statusCode).toBe(400);
    expect((await hand({ size: Number(size), line: `${line.slice(0, -6)}AAAAA=` })).statusCode).toBe(400);
    expect((await hand({ size: 1_000_000, line })).statusCode).toBe(404);
  });

  it('refuses a log that went back, keeps what shows it, and goes on after a restore that was accepted', async () => {
    expect((await look('witness.example/w1')).code).toBe(0);
    await superuser.query(
      'delete from log_checkpoints; delete from log_tile_parts; delete from log_entry_parts; delete from log_cosignatures',
    );
    await superuser.query(
      `update events set data = data || '{"forged": true}' where stream_id = 'item-${itemId}' and version = 1`,
    );
    await sealLog(api.world.projectorPool, { signer, most: 5 });
    const back = await look('witness.example/w1');
    expect([back.code, back.said]).toEqual([
      2,
      expect.stringContaining('ALARM: the log was rolled back or rewritten'),
    ]);
    await sealLog(api.world.projectorPool, { signer });
    const forked = await look('witness.example/w1');
    // Sign-ins meanwhile made more events: then it is a larger tree.
    expect([forked.code, forked.said]).toEqual([2, expect.stringMatching(/another tree|does not continue/)]);
    expect(await checkpoint()).not.toContain('— witness');
    const [log = ''] = readdirSync(storeOf('witness.example/w1')).filter((name) =>
      /^[0-9a-f]{64}$/.test(name),
    );
    const files = readdirSync(join(storeOf('witness.example/w1'), log));
    expect(files.filter((name) => name.startsWith('alarm-'))).toHaveLength(2);
    expect((await look('witness.example/w1', '--accept')).code).toBe(0);
    expect(await checkpoint()).toContain('— witness.example/w1');
  });
});

async function fetchProof(): Promise<string> {
  const auditor = await signInAs(node.app, 'auditor');
  const answer = await node.app.inject({ url: `/api/audit/proof/item/${itemId}`, headers: bearer(auditor) });
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="item-${itemId}.atelier-proof.json"`,
  ]);
  return answer.body;
}

function verifyFile(proof: string, order = ['--key', logKey, ...keys.flatMap((key) => ['--witness', key])]) {
  const file = join(folder, 'proof.json');
  writeFileSync(file, proof);
  // In a separate folder, as a stranger has it.
  writeFileSync(
    join(folder, 'atelier-verify.mjs'),
    readFileSync(new URL('../../../web/public/atelier-verify.mjs', import.meta.url)),
  );
  return run(join(folder, 'atelier-verify.mjs'), [file, ...order]);
}
