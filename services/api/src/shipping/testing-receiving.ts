import { sendToWarehouse } from '@atelier/application/commands/testing-commands.ts';
import { receiptView } from '@atelier/contracts/shipping/receiving-schema.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

type PersonName = Parameters<Calls['call']>[0];

/** Calls about packages as both ends of them make them, over one world. */
export async function openReceiving() {
  const calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory', 'admin', 'auditor']);
  const receipt = (who: PersonName, tracking: string) =>
    calls.call(who, 'GET', `/package/receipt?tracking_no=${tracking}`);
  const receiptOf = async (who: PersonName, tracking: string) =>
    dataOf(receiptView, await receipt(who, tracking));
  return {
    calls,
    receipt,
    receiptOf,
    post: (who: PersonName, url: string, body: object) => calls.call(who, 'POST', url, body),
    stateOf: async (who: PersonName, tracking: string) => (await receiptOf(who, tracking)).shipment.state,
    custodyOf: async (who: PersonName, itemId: number) => (await calls.rowOf(who, itemId)).custody,
    numberOf: async (itemId: number): Promise<string> => (await calls.rowOf('paris', itemId)).number,
    eventsOf: async (tracking: string) => {
      const { id } = (await receiptOf('admin', tracking)).shipment;
      return (await calls.api.world.store.readStream(`shipment-${id}`)).events.map(({ type }) => type);
    },
    /** Pieces of Paris on their way to the warehouse. */
    inbound: async (tracking: string, count: number): Promise<number[]> => {
      const ids: number[] = [];
      for (let index = 0; index < count; index += 1) ids.push(await calls.deposited());
      await sendToWarehouse(calls.services, ids, tracking);
      return ids;
    },
  };
}

export type Receiving = Awaited<ReturnType<typeof openReceiving>>;
