import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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
import { readSignerKey } from '@atelier/transparency-log/proof/log-key.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import { formatVerifierKey, signerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runScriptOn } from '@atelier/host/testing-script.ts';
import { ensureWitnessKey } from './witness-store.ts';

// Witnesses are separate programs; the log is behind a proxy whose answers a test sets.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-witness-faults-'));
const ORIGIN = 'atelier.test/api/log';
const NAME = 'witness.example/w7';
const signer = signerKey(ORIGIN, 'log', generateKeyPairSync('ed25519').privateKey);
const stranger = signerKey(ORIGIN, 'log', generateKeyPairSync('ed25519').privateKey);
let api: ApiWorld;
let node: ApiNode;
let proxy: Server;
let address: string;
const running: ChildProcess[] = [];

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
let answer: Answer = pass;
let looks = 0;

/** As the log itself answers, with its bytes changed where a test wants it. */
async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await passWith(request, response, (bytes) => bytes);
}

async function passWith(
  request: IncomingMessage,
  response: ServerResponse,
  change: (bytes: Buffer) => Buffer,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const given = await node.app.inject({
    method: request.method === 'POST' ? 'POST' : 'GET',
    url: request.url ?? '/',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    ...(request.method === 'POST' && { payload: Buffer.concat(chunks) }),
  });
  response.writeHead(given.statusCode).end(change(given.rawPayload));
}

beforeAll(async () => {
  api = await openApiWorld();
  const verifiers = await Promise.all(
    ['store', 'quiet', 'tiles', 'leaves', 'unknown'].map((name) =>
      readSignerKey(ensureWitnessKey(join(folder, name)), NAME, 'witness'),
    ),
  );
  const witnessKeys = verifiers.slice(0, -1).map(({ verifier }) => formatVerifierKey(verifier));
  node = await api.node({ clock: new TestClock(), config: { witnessKeys } });
  proxy = createServer((request, response) => {
    if (request.url === '/api/log/checkpoint') looks += 1;
    void answer(request, response);
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  const own = proxy.address();
  if (own === null || typeof own === 'string') throw new Error('the proxy does not listen');
  address = `http://127.0.0.1:${own.port}/api/log`;
  await grow();
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  answer = pass;
});
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => void proxy.close(resolve));
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function grow(): Promise<void> {
  await deposit(servicesOf(api.world, handClock(TEST_NOW)), await newDeposit(api.world));
  await api.world.settle();
  await sealLog(api.world.projectorPool, { signer });
}

const orderOf = (store: string, key = signer): string[] =>
  Object.entries({
    '--log': address,
    '--key': formatVerifierKey(key.verifier),
    '--name': NAME,
    '--store': join(folder, store),
  }).flat();
const once = (store: string, key = signer) =>
  runScriptOn('services/witness/src/main.ts', [...orderOf(store, key), '--once'], {});

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly err?: string;
  readonly evidence?: string;
}

/** A witness that looks again and again, and its lines so far. */
function keepLooking(store: string): readonly Line[] {
  const script = new URL('main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...orderOf(store), '--every', '0.05']);
  running.push(child);
  const lines: Line[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => void lines.push(JSON.parse(line)));
  return lines;
}

async function untilLookedAgain(times: number): Promise<void> {
  const before = looks;
  await vi.waitFor(() => expect(looks).toBeGreaterThan(before + times), { timeout: 60_000, interval: 20 });
}

const saying = (lines: readonly Line[], words: string) => lines.filter(({ msg }) => msg.includes(words));
const heard = (lines: readonly Line[], words: string) =>
  vi.waitFor(() => expect(saying(lines, words)).toHaveLength(1), { timeout: 60_000, interval: 20 });

describe('a witness whose log is not there', () => {
  it('says so once, waits, and says once that it is back', async () => {
    answer = (request) => void request.socket.destroy();
    const lines = keepLooking('quiet');
    await untilLookedAgain(5);
    expect(saying(lines, 'not reachable')).toMatchObject([{ level: 'warn' }]);
    answer = (_, response) => void response.writeHead(503).end();
    await untilLookedAgain(3);
    expect(saying(lines, 'not reachable')).toHaveLength(1);
    answer = pass;
    await heard(lines, 'as it must be again');
    await heard(lines, 'checkpoint cosigned');
    expect(lines.map(({ msg }) => msg.split(',')[0])).toEqual([
      'witness started',
      'log not reachable',
      'log is as it must be again',
      'checkpoint cosigned',
    ]);
  });
});

describe('a witness tells apart', () => {
  it('something that is no log, once for as long as it answers', async () => {
    answer = (_, response) => void response.end('<html>Welcome</html>');
    const lines = keepLooking('store');
    await untilLookedAgain(5);
    expect(saying(lines, 'something else than a log')).toMatchObject([
      { level: 'error', err: expect.stringContaining('/api/log/checkpoint is no checkpoint') },
    ]);
    expect(saying(lines, 'not reachable')).toEqual([]);
  });

  it('a log without a checkpoint, and waits quietly for the first one', async () => {
    answer = (_, response) => void response.writeHead(404).end('{}');
    const lines = keepLooking('store');
    await untilLookedAgain(5);
    expect(saying(lines, 'no checkpoint there yet, waiting')).toMatchObject([{ level: 'warn' }]);
    expect(saying(lines, 'something else than a log')).toEqual([]);
  });

  it('a log that signs with another key, and names both keys', async () => {
    const { code, said } = await once('store', stranger);
    expect(code).toBe(1);
    expect(said).toContain('log signs with another key than --key names');
    expect(said).toContain(`signed by ${ORIGIN}+${signer.verifier.id}`);
    expect(said).toContain(`--key names ${ORIGIN}+${stranger.verifier.id}`);
  });

  it('a log that does not know the witness, after it signed', async () => {
    const { code, said } = await once('unknown');
    expect([code, said]).toEqual([1, expect.stringContaining('put its key into WITNESS_KEYS of the log')]);
  });

  it('a tile that is too short, by its path and both lengths', async () => {
    answer = (request, response) =>
      passWith(request, response, (bytes) =>
        request.url?.includes('/tile/0/') === true ? bytes.subarray(0, 33) : bytes,
      );
    const { code, said } = await once('tiles');
    expect(code).toBe(1);
    expect(said).toMatch(/tile\/0\/000\.p\/(\d+) has 33 bytes, and a tile of \1 hashes has \d+/);
    expect(said).toContain('something else than a log');
  });
});

describe('what shows a fault', () => {
  it('is one file for it, however often it is seen, with the tile that failed', async () => {
    answer = (request, response) =>
      passWith(request, response, (bytes) => {
        const isTile = request.url?.includes('/tile/0/') === true;
        return isTile ? Buffer.concat([bytes.subarray(0, 5), Buffer.of(1), bytes.subarray(6)]) : bytes;
      });
    const lines = keepLooking('leaves');
    await untilLookedAgain(5);
    await grow();
    await untilLookedAgain(5);
    const [alarm] = saying(lines, 'ALARM');
    expect(saying(lines, 'ALARM')).toHaveLength(1);
    expect(alarm?.err).toMatch(/do not give the root of its \d+ events: tile\/0\/000\.p\/\d+/);
    expect(evidenceIn('leaves')).toHaveLength(1);
    expect(readFileSync(alarm?.evidence ?? '', 'utf8')).toContain(`offered now:\n\n${ORIGIN}\n`);
    answer = pass;
    await heard(lines, 'as it must be again');
    expect(evidenceIn('leaves')).toHaveLength(1);
  });
});

function evidenceIn(store: string): readonly string[] {
  const files = readdirSync(join(folder, store), { recursive: true, encoding: 'utf8' });
  return files.filter((name) => name.includes('alarm-'));
}

describe('a witness that is started wrongly', () => {
  it('names what is missing', async () => {
    const { code, said } = await runScriptOn('services/witness/src/main.ts', ['--name', NAME], {});
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^Missing: --log or --listen, --key, --store\.$/m),
    ]);
  });

  it('names what cannot be meant', async () => {
    const wrong = async (...more: string[]) =>
      (await runScriptOn('services/witness/src/main.ts', [...orderOf('store'), ...more], {})).said;
    expect(await wrong('--every', 'often')).toContain('--every often is no number of seconds above 0');
    expect(await wrong('--nonsense')).toContain("'--nonsense'");
  });
});
