import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { sendMessage } from '@atelier/application/messages/send-message.commands.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { META } from '@atelier/application/projections/testing-histories.ts';
import { messageStream, WORDING_STREAM } from '@atelier/domain/messages/events.ts';
import { setSender } from '@atelier/workers/messages/testing-messages.ts';
import { systemCaller } from '@atelier/workers/system-caller.ts';
import { takePieces, type Piece } from '../pieces.ts';
import type { Stage } from '../stage.ts';
import type { PrepareSending } from './senders.ts';
import { servicesByWorker, settle } from './worker-services.ts';

const house = {
  publicUrl: 'https://atelier.test',
  masterKey: TEST_KEY,
  phoneChannel: null,
  attemptMs: 120_000,
};

/** A message about a deposit. The mail server takes every body at once. */
export const messages: PrepareSending = async (stage) => {
  const [piece] = await takePieces(stage.installation, stage.scheduler, 1);
  if (piece === undefined) throw new RangeError('nothing was deposited');
  const id = await planned(stage, piece);
  const servicesOf = servicesByWorker(stage);
  return {
    what: 'a message',
    work: async (worker, leaves) => {
      const services = await servicesOf(worker);
      const sending = {
        house,
        caller: () => systemCaller(services.clock, 'messages'),
        makeFeeLink: () => Promise.resolve(true),
        send: async ({ to }: { readonly to: string }) => {
          leaves();
          return { kind: 'sent', to } as const;
        },
      };
      await sendMessage(services, sending, id);
    },
    isSent: async () =>
      (await stage.look("select 1 from message_row where id = $1 and state = 'sent'", [id])).length > 0,
  };
};

async function planned(stage: Stage, { id: itemId, rmaId, storeId }: Piece): Promise<number> {
  const { store } = stage.installation.api.world;
  const clock = { now: stage.time.now };
  if ((await store.readStream(WORDING_STREAM)).version === 0)
    await setSender({ store, clock }, 'atelier@maison.test');
  const [messageId = 0] = await store.nextIds(1);
  const [deposited] = (await store.readStream(`rma-${rmaId}`)).events;
  const at = clock.now().toISOString();
  const customerRef = `customer-${rmaId}`;
  const head = { messageId, rmaId, itemIds: [itemId], storeId, customerRef, cause: deposited?.eventId ?? '' };
  const data = { ...head, kind: 'deposit', fee: null, channel: 'email', language: 'en', dueAt: at, at };
  const events = [{ type: 'MessagePlanned', data }];
  const streamId = messageStream(messageId);
  const row = inlineRowOf(streamId, events);
  const streams = [{ streamId, expectedVersion: 0, events, ...(row && { row }) }];
  await store.append({ metadata: { ...META, commandId: streamId }, streams });
  await settle(stage);
  return messageId;
}
