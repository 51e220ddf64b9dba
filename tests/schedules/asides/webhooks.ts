import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { servicesOf as testServicesOf } from '@atelier/application/commands/testing-commands.ts';
import { META } from '@atelier/application/projections/testing-histories.ts';
import { deliverTo } from '@atelier/workers/webhooks/deliver.ts';
import { webhookWorld } from '@atelier/workers/webhooks/testing-webhooks.ts';
import { webhookSettings } from '@atelier/workers/webhooks/webhook-settings.ts';
import { statusMove, takePieces } from '../pieces.ts';
import type { Stage } from '../stage.ts';
import type { PrepareSending } from './senders.ts';
import { servicesByWorker, settle } from './worker-services.ts';

/** One event for one endpoint, which takes every delivery at once. */
export const webhooks: PrepareSending = async (stage) => {
  const { world } = stage.installation.api;
  const clock = { now: () => new Date(), advance: () => undefined };
  const hooks = webhookWorld(world, testServicesOf(world, clock));
  const id = await hooks.make({ url: 'https://receiver.test/hooks', types: ['piece.status_changed'] });
  const position = await movePiece(stage);
  const servicesOf = servicesByWorker(stage);
  return {
    what: 'an event for an endpoint',
    work: async (worker, leaves) => {
      const services = await servicesOf(worker);
      const call = async () => {
        leaves();
        return { outcome: 'taken', status: 204, ms: 1, answer: '', askedMs: null } as const;
      };
      await deliverTo(
        services,
        { settings: webhookSettings(false), log: { warn: () => undefined }, call },
        id,
      );
    },
    isSent: async () => {
      const text = 'select 1 from webhook_cursors where webhook_id = $1 and position >= $2';
      return (await stage.look(text, [id, position])).length > 0;
    },
    // The leases go by the database's own clock, which does not leap.
    age: (ms) =>
      stage.look(
        `update webhook_cursors set held_until = held_until - make_interval(secs => $2) where webhook_id = $1 returning 1`,
        [id, ms / 1_000],
      ),
  };
};

async function movePiece(stage: Stage): Promise<number> {
  const { world } = stage.installation.api;
  const [piece] = await takePieces(stage.installation, stage.scheduler, 1);
  const streamId = `item-${piece?.id}`;
  const { version, events: past } = await world.store.readStream(streamId);
  const events = [statusMove(1, 4)];
  const row = inlineRowOf(streamId, [...past, ...events]);
  const streams = [{ streamId, expectedVersion: version, events, ...(row && { row }) }];
  const { position } = await world.store.append({ metadata: META, streams });
  await settle(stage);
  return position;
}
