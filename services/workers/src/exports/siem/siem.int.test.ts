import { createDatabase } from '@atelier/application/platform/database.ts';
import { siemHealth } from '@atelier/application/exports/siem/siem.queries.ts';
import { recordSignInFailure } from '@atelier/application/identity/accounts.commands.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import { startProgram, type Program } from '@atelier/tests/harness/program.ts';
import { pausablePool } from '@atelier/tests/harness/pausable-pool.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startForwarding } from './forward.ts';
import type { SiemSettings } from './siem-settings.ts';
import { startReceiver, type Receiver } from './testing-receiver.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

let world: World;
let receiver: Receiver;
let senders: { stop: () => Promise<void> }[] = [];
let programs: Program[] = [];

beforeEach(async () => {
  world = await openWorld();
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.stop()));
  await Promise.all(programs.map((program) => program.kill('SIGKILL')));
  [senders, programs] = [[], []];
  await receiver.close();
  await world.close();
});

const quick = (more: Partial<SiemSettings> = {}): SiemSettings => ({
  url: receiver.url,
  authorization: 'Bearer token',
  timeoutMs: 2_000,
  holdMs: 3_000,
  pauseMs: { least: 50, most: 200 },
  ...more,
});

function start(settings: SiemSettings | null = quick()) {
  /** How each call of the receiver went. */
  const calls: string[] = [];
  const sender = startForwarding({
    services: { db: world.db, store: world.store },
    settings: settings ?? undefined,
    onError: (error) => calls.push(`not the receiver: ${String(error)}`),
    receiver: { failed: (error) => calls.push(String(error)), worked: () => calls.push('worked') },
  });
  senders.push(sender);
  return { ...sender, calls };
}

/** Makes refused sign-ins, each a separate event. Returns their numbers. */
async function refuse(count: number): Promise<readonly string[]> {
  for (let n = 0; n < count; n += 1) {
    const at = new Date().toISOString();
    const data = {
      userId: null,
      account: 'a1',
      address: 'b2',
      why: 'wrong_password',
      failures: 1,
      at,
    } as const;
    const actor = { id: 'sign-in', kind: 'system' } as const;
    await recordSignInFailure(world.store, randomUUID(), data, {
      actor,
      commandId: randomUUID(),
      occurredAt: at,
    });
  }
  const { rows } = await world.pool.query<{ event_id: string }>(
    `select event_id from events where type = 'SignInFailed' order by position`,
  );
  return rows.slice(-count).map((row) => row.event_id);
}

const received = () => receiver.lines().map(({ metadata }) => metadata.uid);
const health = () => siemHealth(world.db, world.store, new Date());
const untilConfigured = () =>
  vi.waitFor(async () => expect((await health()).standing).not.toBe('off'), PATIENCE);
const untilAll = (uids: readonly string[]) =>
  vi.waitFor(() => expect(new Set(received())).toEqual(new Set(uids)), PATIENCE);

it('sends what is appended from its first start on, in its order, each line once', async () => {
  await refuse(2);
  await vi.waitFor(async () => {
    const { position } = await world.store.readHorizon();
    expect(position).toBeGreaterThanOrEqual(2);
  }, PATIENCE);
  start();
  await untilConfigured();
  const uids = await refuse(20);
  await untilAll(uids);
  expect(received()).toEqual(uids);
  expect(receiver.calls().every(({ authorization }) => authorization === 'Bearer token')).toBe(true);
  await vi.waitFor(
    async () => expect(await health()).toMatchObject({ standing: 'current', lines: 20, behindMs: 0 }),
    PATIENCE,
  );
});

it('sends again what was not acknowledged, under the same number, and goes on in order', async () => {
  let calls = 0;
  receiver.behave(() => ([503, 'take and cut', 'take'] as const)[calls++ % 3] ?? 'take');
  const sender = start();
  await untilConfigured();
  const uids = [...(await refuse(10)), ...(await refuse(10))];
  await untilAll(uids);
  expect([...new Set(received())]).toEqual(uids);
  expect(sender.calls[0]).toBe('SiemUnavailable: the SIEM responded with status 503');
  // The receiver may have taken the last lines by a call whose response was cut.
  await vi.waitFor(() => expect(sender.calls.at(-1)).toBe('worked'), PATIENCE);
  expect(sender.calls.filter((call) => call.startsWith('not the receiver'))).toEqual([]);
});

it('says that it fails, and how late the oldest event is, until it is taken', async () => {
  receiver.behave(() => 500);
  start();
  await untilConfigured();
  const uids = await refuse(1);
  await vi.waitFor(async () => {
    const now = await health();
    expect(now).toMatchObject({ standing: 'failed', error: 'the SIEM responded with status 500' });
    expect(now.behindMs).toBeGreaterThan(0);
  }, PATIENCE);
  receiver.behave(() => 'take');
  await untilAll(uids);
  await vi.waitFor(
    async () => expect(await health()).toMatchObject({ standing: 'current', error: null }),
    PATIENCE,
  );
});

it('goes on where it was after a stop and another address, and is off without one', async () => {
  const first = start();
  await untilConfigured();
  const before = await refuse(3);
  await untilAll(before);
  await first.stop();
  const without = start(null);
  await vi.waitFor(async () => expect((await health()).standing).toBe('off'), PATIENCE);
  await without.stop();
  const between = await refuse(3);
  start();
  await untilAll([...before, ...between]);
  expect(received()).toEqual([...before, ...between]);
});

it('sends by one of several workers, and by another as soon as that one stops', async () => {
  const first = start();
  await untilConfigured();
  start();
  const before = await refuse(5);
  await untilAll(before);
  await first.stop();
  const after = await refuse(5);
  await untilAll([...before, ...after]);
  expect(received()).toEqual([...before, ...after]);
});

it('sends what is too large for one call in smaller ones', async () => {
  receiver.behave((lines) => (lines > 4 ? 413 : 'take'));
  const first = start();
  await untilConfigured();
  await first.stop();
  const uids = await refuse(30);
  start();
  await untilAll(uids);
  expect(received()).toEqual(uids);
});

it('a sender that stood still in the midst of a batch sends nothing that another has sent meanwhile', async () => {
  const { pool, pause, resume } = pausablePool(world.pool);
  /** The process stops before its first call, with its leases and all. */
  const tail: World['store']['tail'] = (request) =>
    world.store.tail({
      ...request,
      onBatch: async (batch) => {
        pause();
        stopped.resolve();
        await resumed.promise;
        await Promise.resolve(request.onBatch(batch)).finally(ended.resolve);
      },
    });
  const stopped = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const late = startForwarding({
    services: { db: createDatabase(pool), store: { ...world.store, tail } },
    settings: quick({ timeoutMs: 200, holdMs: 900 }),
    onError: () => undefined,
  });
  senders.push(late);
  await untilConfigured();
  const uids = await refuse(3);
  await stopped.promise;
  start();
  await untilAll(uids);
  resume();
  resumed.resolve();
  await ended.promise;
  expect(received()).toEqual(uids);
});

it('loses nothing when the worker is killed while a call is under way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'siem-'));
  const keyFile = join(folder, 'master.key');
  writeFileSync(keyFile, Buffer.alloc(32, 7).toString('hex'), { mode: 0o600 });
  const launch = () => {
    const program = startProgram(process.execPath, [join(import.meta.dirname, '..', '..', 'main.ts')], {
      cwd: folder,
      env: {
        DATABASE_URL: world.database.appUrl,
        MASTER_KEY_FILE: keyFile,
        SIEM_URL: receiver.url,
        LOG_LEVEL: 'warn',
      },
    });
    programs.push(program);
    return program;
  };
  try {
    const first = launch();
    await untilConfigured();
    receiver.behave(() => 'take and wait');
    const before = await refuse(5);
    await vi.waitFor(() => expect(receiver.lines().length).toBeGreaterThan(0), PATIENCE);
    await first.kill('SIGKILL');
    receiver.behave(() => 'take');
    const after = await refuse(5);
    launch();
    await untilAll([...before, ...after]);
    expect([...new Set(received())]).toEqual([...before, ...after]);
    expect(received().length).toBeGreaterThan(10);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
