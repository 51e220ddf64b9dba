import { PROJECTIONS } from '@atelier/application/read-models/all.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { World } from '@atelier/application/projections/testing.ts';
import { keepErased } from '@atelier/application/privacy/keep-erased.commands.ts';
import { startProjections } from '@atelier/event-store/projections/run.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { LiveHub } from '@atelier/api/live/hub.ts';
import { liveSources } from '@atelier/api/live-sources.ts';
import { ManualTimers, WiredScreen } from '@atelier/api/live/testing-hub.ts';
import { createMetrics } from '@atelier/api/http/metrics.ts';
import { startForwarding } from '@atelier/workers/exports/siem/forward.ts';
import { startReceiver } from '@atelier/workers/exports/siem/testing-receiver.ts';
import { runReaction, type Reaction, type Work } from '@atelier/workers/jobs/reaction.ts';
import { deliverTo } from '@atelier/workers/webhooks/deliver.ts';
import { quickWebhooks, webhookWorld } from '@atelier/workers/webhooks/testing-webhooks.ts';
import { webhookReaction } from '@atelier/workers/webhooks/webhooks.reaction.ts';
import { startWebhookReceiver } from '../../harness/webhook-receiver.ts';
import { pino } from 'pino';

/** Everything that reads the log of a node, in this process, with receivers that count. */
export interface LogReaders {
  /** How often a reader was given an event; a screen, the row of a piece. */
  readonly times: Readonly<Record<'policy' | 'siem', (eventId: string) => number>> &
    Readonly<Record<'webhook' | 'screen', (itemId: number) => number>>;
  /** How often the screen was asked to read everything again. */
  readonly resyncs: () => number;
  readonly stop: () => Promise<void>;
}

interface Reader {
  readonly stop: () => Promise<void>;
}

const log = pino({ level: 'silent' });
const ignore = (): void => undefined;

/** @param topic what the screen subscribes to */
export async function startLogReaders(
  world: World,
  services: CommandServices,
  topic: string,
): Promise<LogReaders> {
  const erased = await keepErased({ services, log });
  const [policy, siem, webhook, screen] = [
    startCounting(services),
    await startSiem(services),
    await startWebhooks(world, services),
    await startScreen(world, services, topic),
  ];
  const projections = startProjections({
    store: world.store,
    database: world.readModels,
    projections: PROJECTIONS,
  });
  return {
    times: { policy: policy.times, siem: siem.times, webhook: webhook.times, screen: screen.times },
    resyncs: screen.resyncs,
    stop: async () => {
      erased.stop();
      await Promise.all([policy, siem, webhook, screen, projections].map((reader) => reader.stop()));
    },
  };
}

function follow(reaction: Reaction, services: CommandServices, add: (work: Work) => Promise<void>): Reader {
  const abort = new AbortController();
  const running = runReaction(reaction, { services, add, onError: ignore, signal: abort.signal });
  return { stop: () => (abort.abort(), running) };
}

function startCounting(services: CommandServices) {
  const added: string[] = [];
  const workFor = ({ eventId }: StoredEvent) => [{ name: 'count', data: {}, key: eventId }];
  const types = ['ItemDeposited', 'SignInFailed'];
  const reader = follow(
    { name: 'counting', types, workFor },
    services,
    async ({ key }) => void added.push(key),
  );
  return { ...reader, times: (eventId: string) => added.filter((each) => each === eventId).length };
}

async function startSiem(services: CommandServices) {
  const receiver = await startReceiver();
  const pauseMs = { least: 20, most: 100 };
  const settings = {
    url: receiver.url,
    authorization: 'Bearer token',
    timeoutMs: 2_000,
    holdMs: 3_000,
    pauseMs,
  };
  const forwarding = startForwarding({ services, settings, onError: ignore });
  return {
    times: (eventId: string) => receiver.lines().filter(({ metadata }) => metadata.uid === eventId).length,
    stop: async () => {
      await forwarding.stop();
      await receiver.close();
    },
  };
}

async function startWebhooks(world: World, services: CommandServices) {
  const receiver = await startWebhookReceiver();
  const id = await webhookWorld(world, services).make({ url: receiver.url });
  const sender = { settings: quickWebhooks(), log };
  let sending = Promise.resolve();
  /** As the queue does: one job after the other, again when it failed. */
  const send = async (): Promise<void> => {
    const wait = await deliverTo(services, sender, id).catch(() => 50);
    if (wait === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
    await send();
  };
  const reader = follow(webhookReaction(), services, async () => void (sending = sending.then(send)));
  return {
    times: (itemId: number) =>
      receiver.received().filter(({ payload }) => payload.data['item_id'] === itemId).length,
    stop: async () => {
      await reader.stop();
      await sending;
      await receiver.close();
    },
  };
}

async function startScreen(world: World, services: CommandServices, topic: string) {
  const { rows, counters } = liveSources(world, services.policy);
  const { store } = world;
  const clock = { now: () => new Date() };
  const hub = new LiveHub({
    store,
    rows,
    counters,
    clock,
    log,
    metrics: createMetrics(),
    onRightsChanged: ignore,
  });
  await hub.start();
  const screen = new WiredScreen({ hub, timers: new ManualTimers() }).arrive();
  await screen.subscribe(topic);
  return {
    times: (itemId: number) =>
      screen.changes.filter((change) => change.rows.some((row) => row.id === itemId)).length,
    resyncs: () => screen.frames.filter(({ type }) => type === 'resync').length,
    stop: () => hub.stop(),
  };
}
