import { servicesOf } from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@atelier/tests/harness/webhook-receiver.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { deliverTo } from './deliver.ts';
import { quickWebhooks, webhookWorld } from './testing-webhooks.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
/** Short: another run takes over within the test's patience. */
const sender = {
  settings: quickWebhooks({ timeoutMs: 300, holdMs: 900 }),
  log: { warn: () => undefined },
};

let world: World;
let services: CommandServices;
let hooks: ReturnType<typeof webhookWorld>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  world = await openWorld();
  services = servicesOf(world, { now: () => new Date(), advance: () => undefined });
  hooks = webhookWorld(world, services);
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());
afterAll(() => world.close());

/** A sender that stands still from the moment it holds the endpoint until the gate opens. */
const pausedWhileHolding = (gate: Promise<void>): CommandServices => ({
  ...services,
  store: {
    ...services.store,
    readLog: async (request) => {
      const batch = await services.store.readLog(request);
      await gate;
      return batch;
    },
  },
});

it('a run that stood still while it held an endpoint sends nothing that a later run has sent', async () => {
  const id = await hooks.make({ url: receiver.url });
  const { itemId } = await hooks.deposit();
  await settleHorizon(world.pool, world.store);
  const gate = Promise.withResolvers<void>();
  const late = deliverTo(pausedWhileHolding(gate.promise), sender, id);
  await vi.waitFor(async () => {
    const text = 'select from webhook_cursors where webhook_id = $1 and holder is not null';
    expect((await world.pool.query(text, [id])).rows).toHaveLength(1);
  }, PATIENCE);
  await vi.waitFor(async () => {
    await deliverTo(services, sender, id);
    expect(receiver.received()).toHaveLength(1);
  }, PATIENCE);
  gate.resolve();
  await late;
  expect(receiver.received().map(({ payload }) => payload.data['item_id'])).toEqual([itemId]);
});

/** A sender that stands still before it writes an event. */
const pausedWhileWriting = (gate: Promise<void>): CommandServices => ({
  ...services,
  store: {
    ...services.store,
    append: async (request) => {
      await gate;
      return services.store.append(request);
    },
  },
});

it('an endpoint that said 410 is sent nothing while it is being switched off', async () => {
  receiver.reply(() => 410);
  const id = await hooks.make({ url: receiver.url });
  await hooks.deposit();
  await settleHorizon(world.pool, world.store);
  const gate = Promise.withResolvers<void>();
  const first = deliverTo(pausedWhileWriting(gate.promise), sender, id);
  await vi.waitFor(async () => expect((await hooks.view(id)).failures).toBe(1), PATIENCE);
  await deliverTo(services, sender, id);
  expect(receiver.received()).toHaveLength(1);
  gate.resolve();
  await first;
  expect((await hooks.view(id)).off?.why).toBe('gone');
});
