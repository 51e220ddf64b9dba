import {
  deposit,
  handClock,
  newDeposit,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { NewItem } from '@atelier/application/deposit/deposit.commands.ts';
import { itemView, type ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { rulesResponse, systemConfigResponse } from '@atelier/contracts/system/schema.ts';
import { vi } from 'vitest';
import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import { openApiWorld, type ApiWorld, type PersonName } from './testing-api.ts';
import { Journey } from './testing-journey.ts';
import { signInPeople, type Call } from './testing-people.ts';
import { dataOf, must } from './testing-reply.ts';

/** People who call the API about pieces deposited in Paris: what tests of commands over HTTP begin with. */
export class Calls {
  readonly api: ApiWorld;
  readonly app: FastifyInstance;
  readonly services: CommandServices;
  readonly call: Call;
  /** Steps of pieces that were deposited beside it. */
  readonly journey: Journey;

  constructor(api: ApiWorld, app: FastifyInstance, call: Call) {
    this.api = api;
    this.app = app;
    this.services = servicesOf(api.world, handClock(new Date()));
    this.call = call;
    this.journey = new Journey(call, {});
  }

  readonly deposited = async (item: Partial<NewItem> = {}): Promise<number> =>
    (await deposit(this.services, await newDeposit(this.api.world, item))).itemId;

  readonly move: Journey['move'] = (...step) => this.journey.move(...step);

  /** Deposited, sent, and received by the warehouse: it stands at 3. */
  readonly received = async (item: Partial<NewItem> = {}): Promise<number> => {
    const itemId = await this.deposited(item);
    await sendToWarehouse(this.services, [itemId], `R-${itemId}`);
    await this.move('warehouse', itemId, 3);
    return itemId;
  };

  readonly versionOf = async (itemId: number): Promise<number> =>
    (await this.api.world.store.readStream(`item-${itemId}`)).version;

  readonly rmaOf = async (itemId: number): Promise<number> => {
    const { events } = await this.api.world.store.readStream(`item-${itemId}`);
    const [first] = events.filter((event) => event.type === 'ItemDeposited');
    return Number(Object.entries(first?.data ?? {}).find(([name]) => name === 'rmaId')?.[1]);
  };

  /** The piece's row, as a person's list shows it. */
  readonly rowOf = async (who: PersonName, itemId: number): Promise<ItemView> => {
    const listed = await this.call(who, 'GET', `/rmalist?rma_id=${await this.rmaOf(itemId)}`);
    const row = dataOf(z.array(itemView), listed).find(({ id }) => id === itemId);
    if (row === undefined) throw new Error(`${who} does not see ${itemId}`);
    return row;
  };

  /** Changes a setting as the administrator, until it holds on the node that is called: a change travels with the log. */
  readonly configure = async (key: string, value: unknown): Promise<void> => {
    const change = { key, value, reason: 'a test' };
    const changed = await must(this.call('admin', 'PUT', '/system/config', change));
    const { version } = dataOf(systemConfigResponse.shape.data, changed);
    await vi.waitUntil(
      async () => {
        const rules = await this.call('admin', 'GET', '/system/rules');
        return dataOf(rulesResponse.shape.data, rules).version >= version;
      },
      { timeout: 60_000, interval: 10 },
    );
  };
}

export async function openCalls(people: readonly PersonName[]): Promise<Calls> {
  const api = await openApiWorld();
  const { app } = await api.node();
  return new Calls(api, app, (await signInPeople(app, people)).call);
}

/** Bought long ago: the repair costs what was agreed at the counter. */
export const OUT_OF_WARRANTY: Partial<NewItem> = { purchaseDate: '2019-01-10', maintenanceAmount: 4_000 };
