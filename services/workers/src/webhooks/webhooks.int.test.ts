import { servicesOf } from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { makeWebhookKey } from '@atelier/application/webhooks/webhook-keys.commands.ts';
import { listSubscriptions } from '@atelier/application/webhooks/sending.queries.ts';
import { WEBHOOK_TYPES } from '@atelier/domain/webhooks/contract.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { openWorld } from '@atelier/application/projections/testing.ts';
import type { World } from '@atelier/application/projections/testing.ts';
import { startRedis } from '@atelier/tests/harness/redis.ts';
import type { TestRedis } from '@atelier/tests/harness/redis.ts';
import { isGenuine, startWebhookReceiver } from '@atelier/tests/harness/webhook-receiver.ts';
import type { Reply, WebhookReceiver } from '@atelier/tests/harness/webhook-receiver.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { savePolicyCheckpoint } from '../jobs/policy-checkpoints.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import type { RunningJobs } from '../jobs/start-jobs.ts';
import { quickWebhooks, webhookWorld } from './testing-webhooks.ts';
import type { WebhookSettings } from './webhook-settings.ts';
import { webhookSlice } from './webhooks.job.ts';

const PATIENCE = { timeout: 60_000, interval: 25 };

describe.each(['PostgreSQL', 'Redis'] as const)('webhooks with queues on %s', (backend) => {
  let world: World;
  let services: CommandServices;
  let redis: TestRedis | undefined;
  let hooks: ReturnType<typeof webhookWorld>;
  let receiver: WebhookReceiver;
  let jobs: RunningJobs[] = [];
  let warned: unknown[] = [];

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    world = await openWorld();
    services = servicesOf(world, { now: () => new Date(), advance: () => undefined });
    hooks = webhookWorld(world, services);
  });
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    warned = [];
  });
  afterEach(async () => {
    await Promise.all(jobs.map((each) => each.stop()));
    jobs = [];
    for (const { id } of await listSubscriptions(world.db))
      await hooks.command(id, { type: 'SwitchWebhookOff', why: 'person' });
    await receiver.close();
  });
  afterAll(async () => {
    await world.close();
    await redis?.stop();
  });

  const begin = async (more: Partial<WebhookSettings> = {}) => {
    const sender = {
      settings: quickWebhooks(more),
      log: { warn: (...words: unknown[]) => void warned.push(words) },
    };
    jobs.push(
      await startJobs({
        services,
        queues: { databaseUrl: world.database.appUrl, redisUrl: redis?.url, onError: () => undefined },
        slices: [webhookSlice(sender)],
        reconcileMs: 300,
        onError: (error) => warned.push(error),
      }),
    );
  };
  const untilReceived = (count: number) =>
    vi.waitFor(() => expect(receiver.received().length).toBeGreaterThanOrEqual(count), PATIENCE);
  /** Until nothing is left to send to these. */
  const untilAtEnd = (...ids: readonly number[]) =>
    vi.waitFor(async () => {
      const end = await settleHorizon(world.pool, world.store);
      for (const id of ids) {
        const view = await hooks.view(id);
        expect([view.position >= end, view.failures]).toEqual([true, 0]);
      }
    }, PATIENCE);
  const untilOff = (id: number, why: string) =>
    vi.waitFor(async () => expect((await hooks.view(id)).off?.why).toBe(why), PATIENCE);
  const pieces = () => receiver.received().map(({ payload }) => payload.data['item_id']);

  it('a deposit arrives signed, with ids only', async () => {
    await begin();
    const id = await hooks.make({ url: receiver.url });
    const { itemId } = await hooks.deposit();
    await untilReceived(1);
    const [webhook] = receiver.received();
    if (webhook === undefined) throw new Error('nothing came');
    const [key] = (await hooks.view(id)).keys;
    expect(isGenuine(webhook, key?.public_key ?? '')).toBe(true);
    expect(isGenuine({ ...webhook, body: `${webhook.body} ` }, key?.public_key ?? '')).toBe(false);
    expect(webhook.payload).toEqual({
      type: 'piece.created',
      timestamp: expect.stringMatching(/Z$/),
      data: { item_id: itemId, position: expect.any(Number) },
    });
    await vi.waitFor(async () => expect((await hooks.view(id)).last?.outcome).toBe('taken'), PATIENCE);
    expect(await hooks.log(id)).toMatchObject([
      {
        webhook_id: webhook.id,
        type: 'piece.created',
        attempt: 1,
        outcome: 'taken',
        status: 204,
        answer: '',
      },
    ]);
  });

  it('deliveries follow the log to each endpoint, and hold what it asked for only', async () => {
    await begin();
    const [some, all] = [
      await hooks.make({ url: `${receiver.url}/some` }),
      await hooks.make({ url: `${receiver.url}/all`, types: ['repair.created', 'piece.created'] }),
    ];
    const made: { itemId: number; rmaId: number }[] = [];
    for (let count = 0; count < 6; count += 1) made.push(await hooks.deposit());
    await untilReceived(18);
    await untilAtEnd(some, all);
    const to = (path: string) => receiver.received().filter((webhook) => webhook.path.endsWith(path));
    expect(to('/some').map(({ payload }) => payload.data['item_id'])).toEqual(
      made.map(({ itemId }) => itemId),
    );
    expect(
      to('/all')
        .map(({ payload }) => payload.type)
        .toSorted(),
    ).toEqual([
      ...Array.from({ length: 6 }, () => 'piece.created'),
      ...Array.from({ length: 6 }, () => 'repair.created'),
    ]);
    const positions = to('/all').map(({ payload }) => payload.data['position'] ?? 0);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('what was not taken is sent again under the same id and a new time, and what lies behind it waits', async () => {
    await begin();
    receiver.reply((_webhook, count) => ([503, 'cut', 302] as const)[count - 1] ?? 200);
    const id = await hooks.make({ url: receiver.url });
    const [first, second] = [await hooks.deposit(), await hooks.deposit()];
    await untilReceived(5);
    await untilAtEnd(id);
    expect(pieces()).toEqual([first.itemId, first.itemId, first.itemId, first.itemId, second.itemId]);
    expect(new Set(receiver.received().map((webhook) => webhook.id)).size).toBe(2);
    const [key] = (await hooks.view(id)).keys;
    expect(receiver.received().every((webhook) => isGenuine(webhook, key?.public_key ?? ''))).toBe(true);
    expect((await hooks.log(id)).map(({ attempt, outcome, status }) => [attempt, outcome, status])).toEqual([
      [1, 'refused', 503],
      [2, 'unreachable', null],
      [3, 'refused', 302],
      [4, 'taken', 200],
      [1, 'taken', 200],
    ]);
  });

  it('an endpoint that fails keeps no other from its deliveries', async () => {
    await begin({ pauseMs: () => 3_600_000 });
    receiver.reply(({ path }) => (path.endsWith('/bad') ? 500 : 200));
    const bad = await hooks.make({ url: `${receiver.url}/bad` });
    const good = await hooks.make({ url: `${receiver.url}/good` });
    for (let count = 0; count < 3; count += 1) await hooks.deposit();
    await untilAtEnd(good);
    expect(await hooks.log(good)).toHaveLength(3);
    await vi.waitFor(async () => expect((await hooks.view(bad)).failures).toBe(1), PATIENCE);
    const { next_attempt_at: next } = await hooks.view(bad);
    expect(Date.parse(next ?? '') - Date.now()).toBeGreaterThan(3_000_000);
  });

  it('a changed address is tried at once, whatever pause was left', async () => {
    await begin({ pauseMs: () => 3_600_000 });
    receiver.reply(({ path }) => (path.endsWith('/old') ? 500 : 200));
    const id = await hooks.make({ url: `${receiver.url}/old` });
    await hooks.deposit();
    await vi.waitFor(async () => expect((await hooks.view(id)).failures).toBe(1), PATIENCE);
    const wishes = {
      name: 'Web shop',
      types: ['piece.created'],
      siteId: null,
      scope: { kind: 'all' },
    } as const;
    await hooks.command(id, { type: 'ChangeWebhook', ...wishes, url: `${receiver.url}/new` });
    await untilAtEnd(id);
    expect(await hooks.view(id)).toMatchObject({ failures: 0, last: { outcome: 'taken' } });
  });

  it('410 switches the endpoint off; switched on again it goes on where it stopped', async () => {
    await begin();
    receiver.reply(() => 410);
    const id = await hooks.make({ url: receiver.url });
    const first = await hooks.deposit();
    await untilOff(id, 'gone');
    const second = await hooks.deposit();
    expect(receiver.received()).toHaveLength(1);
    receiver.reply(() => 200);
    await hooks.command(id, { type: 'SwitchWebhookOn', after: null });
    await untilAtEnd(id);
    expect(pieces()).toEqual([first.itemId, first.itemId, second.itemId]);
    expect(warned).toEqual([[{ webhook: id, why: 'gone' }, expect.stringContaining('switched off')]]);
  });

  it('an endpoint that fails for too long is switched off, with a warning', async () => {
    await begin({ giveUpAfterMs: 200 });
    receiver.reply(() => 500);
    const id = await hooks.make({ url: receiver.url });
    await hooks.deposit();
    await untilOff(id, 'failing');
    expect(warned).toEqual([[{ webhook: id, why: 'failing' }, expect.stringContaining('switched off')]]);
    expect((await hooks.log(id)).length).toBeGreaterThan(1);
  });

  it('switched on with what happens from now on, it leaves out what happened meanwhile', async () => {
    await begin();
    const id = await hooks.make({ url: receiver.url });
    await hooks.command(id, { type: 'SwitchWebhookOff', why: 'person' });
    await hooks.deposit();
    await hooks.command(id, { type: 'SwitchWebhookOn', after: await settleHorizon(world.pool, world.store) });
    const { itemId } = await hooks.deposit();
    await untilReceived(1);
    await untilAtEnd(id);
    expect(pieces()).toEqual([itemId]);
  });

  it('a replay sends everything from a position on once more, under the same ids and in order', async () => {
    await begin();
    const id = await hooks.make({ url: receiver.url });
    const made = [await hooks.deposit(), await hooks.deposit(), await hooks.deposit()];
    await untilReceived(3);
    await untilAtEnd(id);
    const [first, second] = receiver.received();
    await hooks.command(id, { type: 'ReplayWebhook', after: (second?.payload.data['position'] ?? 0) - 1 });
    await untilReceived(5);
    await untilAtEnd(id);
    const ids = made.map(({ itemId }) => itemId);
    expect(pieces()).toEqual([...ids, ...ids.slice(1)]);
    expect(new Set(receiver.received().map((webhook) => webhook.id)).size).toBe(3);
    expect(
      receiver
        .received()
        .slice(3)
        .some((webhook) => webhook.id === first?.id),
    ).toBe(false);
  });

  it('a replay ahead passes over an event that no receiver takes', async () => {
    await begin();
    const id = await hooks.make({ url: receiver.url });
    receiver.reply((webhook) => (webhook.id === receiver.received()[0]?.id ? 422 : 200));
    const [, good] = [await hooks.deposit(), await hooks.deposit()];
    await vi.waitFor(async () => expect((await hooks.view(id)).failures).toBeGreaterThan(0), PATIENCE);
    const [failed] = receiver.received();
    await hooks.command(id, { type: 'ReplayWebhook', after: failed?.payload.data['position'] ?? 0 });
    await untilAtEnd(id);
    expect(pieces()).toContain(good.itemId);
  });

  it('a piece outside the sites of an endpoint is never sent, by a replay neither', async () => {
    await begin();
    const id = await hooks.make({
      url: receiver.url,
      siteId: 1,
      scope: { kind: 'store', siteId: 1 },
      types: ['repair.created', 'piece.created'],
    });
    const [here, there] = [await hooks.deposit('Paris'), await hooks.deposit('Lyon')];
    await untilReceived(2);
    await untilAtEnd(id);
    await hooks.command(id, { type: 'ReplayWebhook', after: 0 });
    await untilAtEnd(id);
    const sent = receiver.received().flatMap(({ payload }) => Object.entries(payload.data));
    expect(sent).toContainEqual(['item_id', here.itemId]);
    expect(sent).not.toContainEqual(['item_id', there.itemId]);
    expect(sent).not.toContainEqual(['rma_id', there.rmaId]);
  });

  it('a delivery holds nothing of a person, before and after the person was erased, and says that they were', async () => {
    await begin();
    const id = await hooks.make({ url: receiver.url, types: [...WEBHOOK_TYPES] });
    const { rmaId } = await hooks.deposit();
    const erasure = {
      customerRefs: [`rma-${rmaId}`],
      reason: 'customer_request',
      requestId: 1,
      now: new Date(),
    };
    await erasePerson(services, erasure);
    await hooks.command(id, { type: 'ReplayWebhook', after: 0 });
    await vi.waitFor(() => {
      const told = receiver.received().filter(({ payload }) => payload.type === 'customer.erased');
      expect(told.map(({ payload }) => payload.data['rma_id'])).toContain(rmaId);
    }, PATIENCE);
    for (const { body } of receiver.received())
      expect(body).toMatch(
        /^\{"type":"[a-z_.]+","timestamp":"[\d\-T:.]+Z","data":\{"(item|rma|package)_id":\d+,"position":\d+\}\}$/,
      );
  });

  it('a rotated key signs beside the new one until its time is over', async () => {
    await begin();
    const id = await hooks.make({ url: receiver.url });
    const [old] = (await hooks.view(id)).keys;
    await hooks.command(id, {
      type: 'RotateWebhookKey',
      ...(await makeWebhookKey(services, id)),
      overlapHours: 24,
    });
    await hooks.deposit();
    await untilReceived(1);
    const keys = (await hooks.view(id)).keys.map((key) => key.public_key);
    expect(keys).toEqual([expect.stringMatching(/^whpk_/), old?.public_key]);
    const [first] = receiver.received();
    expect(keys.map((key) => first && isGenuine(first, key))).toEqual([true, true]);

    await hooks.command(id, {
      type: 'RotateWebhookKey',
      ...(await makeWebhookKey(services, id)),
      overlapHours: 0,
    });
    await hooks.deposit();
    await untilReceived(2);
    const [newest, ...others] = (await hooks.view(id)).keys;
    expect(others).toEqual([]);
    const second = receiver.received()[1];
    expect([newest?.public_key ?? '', ...keys].map((key) => second && isGenuine(second, key))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('a test delivery goes to an endpoint that is off, and moves nothing', async () => {
    await begin();
    const id = await hooks.make({ url: receiver.url });
    await hooks.command(id, { type: 'SwitchWebhookOff', why: 'person' });
    const before = (await hooks.view(id)).position;
    await hooks.command(id, { type: 'PingWebhook' });
    await untilReceived(1);
    expect(receiver.received()[0]?.payload).toMatchObject({ type: 'ping', data: { webhook_id: id } });
    await vi.waitFor(
      async () =>
        expect(await hooks.log(id)).toMatchObject([{ type: 'ping', position: null, outcome: 'taken' }]),
      PATIENCE,
    );
    expect(await hooks.view(id)).toMatchObject({ position: before, off: { why: 'person' } });
  });

  it('no redirect is followed, an answer is cut, and a silent receiver is left after the time-out', async () => {
    await begin({ timeoutMs: 400, pauseMs: () => 30 });
    const replies: readonly Reply[] = [
      { status: 307, headers: { location: `${receiver.url}/elsewhere` }, body: 'moved' },
      { status: 500, body: `a\u0000b${'x'.repeat(5_000_000)}` },
      'silence',
    ];
    receiver.reply((_webhook, count) => replies[count - 1] ?? 200);
    const id = await hooks.make({ url: receiver.url });
    await hooks.deposit();
    await untilAtEnd(id);
    expect(receiver.received().some(({ path }) => path.endsWith('/elsewhere'))).toBe(false);
    const [moved, long, silent, taken] = await hooks.log(id);
    expect(moved).toMatchObject({ outcome: 'refused', status: 307, answer: 'moved' });
    expect(long?.answer).toBe(`a b${'x'.repeat(197)}`);
    expect(silent).toMatchObject({ outcome: 'timeout', status: null });
    expect(taken).toMatchObject({ outcome: 'taken' });
  });

  it('nothing reaches an address of this network: it is blocked before a connection', async () => {
    await begin({ toLoopback: false });
    const id = await hooks.make({ url: receiver.url });
    await hooks.deposit();
    await vi.waitFor(
      async () => expect((await hooks.log(id))[0]).toMatchObject({ outcome: 'blocked', status: null }),
      PATIENCE,
    );
    expect(receiver.received()).toEqual([]);
  });

  it('what no queue knows of is found and sent', async () => {
    const id = await hooks.make({ url: receiver.url });
    const { itemId } = await hooks.deposit();
    await savePolicyCheckpoint(world.db, 'webhooks', await settleHorizon(world.pool, world.store));
    await begin();
    await untilAtEnd(id);
    expect(pieces()).toEqual([itemId]);
  });

  it('two workers send each event once while nothing goes wrong', async () => {
    await begin();
    await begin();
    const id = await hooks.make({ url: receiver.url });
    const made: number[] = [];
    for (let count = 0; count < 12; count += 1) made.push((await hooks.deposit()).itemId);
    await untilReceived(12);
    await untilAtEnd(id);
    expect(pieces()).toEqual(made);
  });

  it('a private key is in the database sealed, and in no event', async () => {
    const id = await hooks.make({ url: receiver.url });
    const { rows } = await world.pool.query('select secret_key from webhook_keys where webhook_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ secret_key: expect.stringMatching(/^§1:webhook-/) }]);
    const { rows: events } = await world.pool.query(
      `select data::text as data from events where stream_id = $1`,
      [`webhook-${id}`],
    );
    expect(events.every(({ data }: { data: string }) => !data.includes('MC4CAQAw'))).toBe(true);
  });
});
