import {
  deposit,
  handClock,
  newDeposit,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-journey.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { NewItem } from '@atelier/application/rma/deposit.commands.ts';
import type { FastifyInstance } from 'fastify';
import { bearer, openApiWorld, signInAs } from './testing-api.ts';
import type { ApiWorld, PersonName } from './testing-api.ts';

/** People who call the API about pieces deposited in Paris: what tests of commands over HTTP begin with. */
export class Calls {
  readonly api: ApiWorld;
  readonly app: FastifyInstance;
  readonly services: CommandServices;
  readonly #tokens: ReadonlyMap<PersonName, string>;

  constructor(api: ApiWorld, app: FastifyInstance, tokens: ReadonlyMap<PersonName, string>) {
    this.api = api;
    this.app = app;
    this.services = servicesOf(api.world, handClock(new Date()));
    this.#tokens = tokens;
  }

  readonly call = async (who: PersonName, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const headers = bearer(this.#tokens.get(who) ?? '');
    const options = { method, url: `/api${url}`, headers, ...(payload && { payload }) };
    const answer = await this.app.inject(options);
    return { status: answer.statusCode, body: answer.json() };
  };

  readonly deposited = async (item: Partial<NewItem> = {}): Promise<number> =>
    (await deposit(this.services, await newDeposit(this.api.world, item))).itemId;

  readonly move = (who: PersonName, id: number, target: number, extras: object = {}) =>
    this.call(who, 'PUT', '/rmastatus', { id, rma_status_id: target, ...extras });

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
  readonly rowOf = async (who: PersonName, itemId: number) =>
    (await this.call(who, 'GET', `/rmalist?rma_id=${await this.rmaOf(itemId)}`)).body.data[0];
}

export async function openCalls(people: readonly PersonName[]): Promise<Calls> {
  const api = await openApiWorld();
  const { app } = await api.node();
  const tokens = new Map<PersonName, string>();
  for (const name of people) tokens.set(name, await signInAs(app, name));
  return new Calls(api, app, tokens);
}

/** Bought long ago: the repair costs what was agreed at the counter. */
export const OUT_OF_WARRANTY: Partial<NewItem> = { purchaseDate: '2019-01-10', maintenanceAmount: 4_000 };
