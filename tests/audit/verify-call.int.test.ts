import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  keptPicture,
  newDeposit,
  PAR,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { TEST_NOW } from '@atelier/application/projections/testing.ts';
import type { LogVerificationView } from '@atelier/contracts/audit/verification/schema.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { readSignerKey } from '@atelier/transparency-log/proof/log-key.ts';
import { rememberHead } from '@atelier/transparency-log/proof/own-head.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import type { SignerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { tamperings } from '@atelier/transparency-log/proof/testing-tampering.ts';
import { seededRandom } from '@atelier/event-store/testing/writers.ts';
import { verificationSlice } from '@atelier/workers/audit/verification.job.ts';
import { startJobs, type RunningJobs } from '@atelier/workers/jobs/start-jobs.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-verify-call-'));
const sealing = {
  keyFile: join(folder, 'log.key'),
  origin: 'atelier.test/api/log',
  rememberIn: join(folder, 'log-checkpoint'),
};
let api: ApiWorld;
let node: ApiNode;
let superuser: Pool;
let signer: SignerKey;
let jobs: RunningJobs;
let itemId: number;

beforeAll(async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(sealing.keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  signer = await readSignerKey(sealing.keyFile, sealing.origin, 'log');
  api = await openApiWorld();
  node = await api.node({ clock: new TestClock() });
  superuser = createPool({ connectionString: api.world.database.adminUrl, role: 'owner', max: 1 });
  const services = servicesOf(api.world, handClock(TEST_NOW));
  const images = [await keptPicture(api.world, PAR)];
  itemId = (await deposit(services, await newDeposit(api.world, { images }))).itemId;
  await seal();
  const { appUrl, projectorUrl } = api.world.database;
  const ignore = (): void => undefined;
  jobs = await startJobs({
    services,
    queues: { databaseUrl: appUrl, redisUrl: undefined, onError: ignore },
    slices: [
      verificationSlice({
        databaseUrl: projectorUrl,
        sealing,
        witnessKeys: [],
        log: { error: ignore, info: ignore },
      }),
    ],
    reconcileMs: 1_000,
    onError: ignore,
  });
});
afterAll(async () => {
  await jobs.stop();
  await superuser.end();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As the sealing worker does it: the head that was signed last is kept beside the key. */
async function seal(): Promise<void> {
  await api.world.settle();
  const result = await sealLog(api.world.projectorPool, { signer });
  if (result.state !== 'sealed') throw new Error(`nothing was sealed: ${result.state}`);
  await rememberHead(api.world.projectorPool, sealing.rememberIn, result.latest);
}

const post = (token: string) =>
  node.app.inject({ method: 'POST', url: '/api/audit/verify', headers: bearer(token) });

async function listed(token: string): Promise<readonly LogVerificationView[]> {
  const answer = await node.app.inject({ url: '/api/audit/verifications', headers: bearer(token) });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: LogVerificationView[] }>().data;
}

/** Asks through the call, and waits for the worker. */
async function verify(): Promise<LogVerificationView> {
  const token = await signInAs(node.app, 'auditor');
  const asked = await post(token);
  expect([asked.statusCode, asked.json<{ data: LogVerificationView }>().data.state]).toEqual([
    200,
    'running',
  ]);
  return vi.waitFor(
    async () => {
      const [newest] = await listed(token);
      if (newest === undefined || newest.state === 'running') throw new Error('it goes on');
      return newest;
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** A change by an attacker with all rights, undone after its verification. */
async function tampered(sql: string, back: string): Promise<LogVerificationView> {
  await superuser.query(sql);
  try {
    return await verify();
  } finally {
    await superuser.query(back);
  }
}

const stream = (): string => `item-${itemId}`;

describe('POST /audit/verify (product/audit.md §8)', () => {
  it('finds nothing in an unaltered log, and records the requester and what was compared', async () => {
    const found = await verify();
    expect(found).toMatchObject({ state: 'done', fault_count: 0, faults: [], percent: null });
    expect(found.requested_by).not.toBe('');
    expect(found.verified).toMatchObject({
      checkpoints: 1,
      outside: 1,
      files: 1,
      unbound: 0,
      signatures: true,
    });
    expect(found.verified?.events).toBeGreaterThan(5);
  });

  it('names stream, position and column of what a superuser changed', async () => {
    const found = await tampered(
      `update events set metadata = jsonb_set(metadata, '{actor,id}', '99') where stream_id = '${stream()}' and version = 1`,
      `update events set metadata = jsonb_set(metadata, '{actor,id}', '${await actorOf()}') where stream_id = '${stream()}' and version = 1`,
    );
    expect(found.fault_count).toBeGreaterThan(0);
    expect(found.faults[0]).toMatchObject({
      kind: 'changed',
      stream: stream(),
      version: 1,
      position: expect.any(Number),
      field: 'metadata',
    });
  });

  it('names a picture whose row was given the hash of another one', async () => {
    const found = await tampered(
      `create table kept_uploads as table image_uploads;
       insert into blobs (hash, media_type, size) values (sha256('x'), 'image/jpeg', 1);
       update image_uploads set hash = sha256('x')`,
      `update image_uploads u set hash = k.hash from kept_uploads k where k.image_id = u.image_id; drop table kept_uploads`,
    );
    expect(found.faults).toMatchObject([
      {
        kind: 'file',
        stream: stream(),
        version: 1,
        field: 'image_uploads',
        detail: expect.stringMatching(
          /^PAR-\d+ deposit 1: expected [0-9a-f]{64}, found [0-9a-f]{64}$/,
        ) as string,
      },
    ]);
  });

  it('shows the number of the piece, and the value that was there where it is proven', async () => {
    const { rows } = await superuser.query<{ rma: number; number: string }>(
      'select rma_id as rma, number from item_row where id = $1',
      [itemId],
    );
    const set = (rma: string) =>
      `update events set data = jsonb_set(data, '{rmaId}', '${rma}') where stream_id = '${stream()}' and version = 1`;
    const rma = Number(rows[0]?.rma);
    const found = await tampered(set('1'), set(String(rma)));
    expect(found.faults).toMatchObject([
      {
        code: 'event_changed',
        subject: rows[0]?.number,
        type: 'ItemDeposited',
        field: 'data',
        values: [{ field: 'data.rmaId', before: rma, after: 1, by: 'hash' }],
        detail: null,
      },
    ]);
  });

  it('keeps words that stand in an event out of what it shows', async () => {
    const found = await tampered(
      `update events set data = data || '{"words": "Anna Rossi"}' where stream_id = '${stream()}' and version = 1`,
      `update events set data = data - 'words' where stream_id = '${stream()}' and version = 1`,
    );
    expect(found.faults).toMatchObject([{ code: 'event_changed', field: 'data', values: [] }]);
    expect(JSON.stringify(found)).not.toContain('Rossi');
  });

  it('names a log from which the signed head was taken away', async () => {
    const found = await tampered(
      'create table kept_heads as table log_checkpoints; delete from log_checkpoints',
      'insert into log_checkpoints select * from kept_heads; drop table kept_heads',
    );
    expect(found.faults.map(({ kind }) => kind)).toContain('checkpoint');
    expect(found.verified).toMatchObject({ checkpoints: 0, outside: 1 });
  });

  it('is one at a time, and each stays in the list', async () => {
    const admin = await signInAs(node.app, 'admin');
    const answers = await Promise.all([post(admin), post(admin), post(admin)]);
    const codes = answers.map((answer) => answer.json<{ code?: string; error?: { code: string } }>());
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(JSON.stringify(codes)).toContain('verification_running');
    await vi.waitFor(
      async () => expect((await listed(admin)).map(({ state }) => state)).not.toContain('running'),
      { timeout: 60_000, interval: 200 },
    );
    expect((await listed(admin)).map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('is for auditors and administrators', async () => {
    for (const name of ['paris', 'factory'] as const) {
      const token = await signInAs(node.app, name);
      expect([name, (await post(token)).statusCode]).toEqual([name, 403]);
    }
    expect((await node.app.inject({ method: 'POST', url: '/api/audit/verify' })).statusCode).toBe(401);
  });

  // Not undone: it is the last.
  it('names each event of a history that was rewritten with its tree and signed again, without a witness', async () => {
    const client = await superuser.connect();
    const { positions = [], streams = [] } =
      (await tamperings(signer)['fork']?.tamper({ client, random: seededRandom(5) })) ?? {};
    client.release();
    const { faults } = await verify();
    expect(faults).toContainEqual(
      expect.objectContaining({ code: 'copy_lacks', stream: streams[0], position: positions[0] }),
    );
  });
});

async function actorOf(): Promise<number> {
  const { rows } = await superuser.query<{ id: number }>(
    `select (metadata #> '{actor,id}')::int as id from events where stream_id = $1 and version = 1`,
    [stream()],
  );
  return rows[0]?.id ?? 0;
}
