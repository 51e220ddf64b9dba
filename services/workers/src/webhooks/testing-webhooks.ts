import {
  keptPicture,
  LYN,
  lyon,
  must,
  newDeposit,
  PAR,
  paris,
} from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { World } from '@atelier/application/projections/testing.ts';
import { depositRma } from '@atelier/application/deposit/deposit.commands.ts';
import { makeWebhookKey } from '@atelier/application/webhooks/webhook-keys.commands.ts';
import { changeWebhook } from '@atelier/application/webhooks/webhooks.commands.ts';
import { findWebhook, listDeliveries } from '@atelier/application/webhooks/webhooks.queries.ts';
import type { WebhookCommand } from '@atelier/domain/webhooks/endpoint.ts';
import type { WebhookWishes } from '@atelier/domain/webhooks/events.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { webhookSettings, type WebhookSettings } from './webhook-settings.ts';

/** Settings under which a retry comes within a test's patience. */
export const quickWebhooks = (more: Partial<WebhookSettings> = {}): WebhookSettings => ({
  ...webhookSettings(true),
  timeoutMs: 2_000,
  pauseMs: () => 50,
  slotMs: 500,
  ...more,
});

/** Endpoints and what happens to pieces, as the API and its callers make them. */
export function webhookWorld(world: World, services: CommandServices) {
  const command = async (id: number, given: WebhookCommand): Promise<void> => {
    must(await changeWebhook(services, paris(), id, given));
  };
  return {
    command,
    make: async (wishes: Partial<WebhookWishes> & { readonly url: string }): Promise<number> => {
      const [id = 0] = await world.store.nextIds(1);
      const key = await makeWebhookKey(services, id);
      const after = await settleHorizon(world.pool, world.store);
      const usual = {
        name: 'Web shop',
        types: ['piece.created'],
        siteId: null,
        scope: { kind: 'all' },
      } as const;
      await command(id, { type: 'MakeWebhook', webhookId: id, after, ...usual, ...wishes, ...key });
      return id;
    },
    /** Deposits one piece and answers its id. */
    deposit: async (at: 'Paris' | 'Lyon' = 'Paris'): Promise<{ itemId: number; rmaId: number }> => {
      const isHere = at === 'Paris';
      const given = await newDeposit(world, { images: [await keptPicture(world, isHere ? PAR : LYN)] });
      const caller = isHere ? paris() : lyon();
      const { answer } = must(await depositRma(services, caller, { ...given, storeId: isHere ? PAR : LYN }));
      const ids = answer?.['item_ids'];
      return { itemId: Number(Array.isArray(ids) ? ids[0] : 0), rmaId: Number(answer?.['rma_id']) };
    },
    view: async (id: number) => {
      const view = await findWebhook(world.db, id, new Date());
      if (view === undefined) throw new Error(`there is no endpoint ${id}`);
      return view;
    },
    log: async (id: number) => {
      const { deliveries } = await listDeliveries(world.db, id, { page: 1, pageSize: 100 });
      return deliveries.toReversed();
    },
  };
}
