import { Outages } from '@atelier/application/platform/outages.ts';
import { servicesOf } from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { listSubscriptions } from '@atelier/application/webhooks/sending.queries.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import { startRedis, type TestRedis } from '@atelier/tests/harness/redis.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@atelier/tests/harness/webhook-receiver.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { startJobs, type RunningJobs } from '../jobs/start-jobs.ts';
import { quickWebhooks, webhookWorld } from './testing-webhooks.ts';
import type { WebhookSettings } from './webhook-settings.ts';
import { webhookSlice } from './webhooks.job.ts';

export const PATIENCE = { timeout: 60_000, interval: 25 };

/** A database for all tests of a `describe`, and a receiver and workers for each of them. */
export function webhookSuite(backend: 'PostgreSQL' | 'Redis') {
  let world: World;
  let services: CommandServices;
  let redis: TestRedis | undefined;
  let hooks: ReturnType<typeof webhookWorld>;
  let receiver: WebhookReceiver;
  let jobs: RunningJobs[] = [];
  let warned: unknown[] = [];
  /** What is logged of an endpoint as a whole. */
  let reported: string[] = [];
  let outages: Outages;

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    world = await openWorld();
    services = servicesOf(world, { now: () => new Date(), advance: () => undefined });
    hooks = webhookWorld(world, services);
  });
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    warned = [];
    reported = [];
    outages = new Outages({ warn: (_facts: object, line?: string) => void reported.push(line ?? '') });
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
      outage: (name: string) => outages.use({ name, meanwhile: 'events wait' }),
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
  return {
    begin,
    untilReceived,
    untilAtEnd,
    untilOff,
    pieces,
    get world() {
      return world;
    },
    get services() {
      return services;
    },
    get hooks() {
      return hooks;
    },
    get receiver() {
      return receiver;
    },
    get reported() {
      return reported;
    },
    get warned() {
      return warned;
    },
  };
}
