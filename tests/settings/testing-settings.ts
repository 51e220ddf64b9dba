import { TestClock, openApiWorld } from '@atelier/api/testing/testing-api.ts';
import { depositBody } from '@atelier/api/testing/testing-bodies.ts';
import { Journey } from '@atelier/api/testing/testing-journey.ts';
import { signInPeople } from '@atelier/api/testing/testing-people.ts';
import { dataOf } from '@atelier/api/testing/testing-reply.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { itemView } from '@atelier/contracts/repair-detail/schema.ts';
import { itemFileResponse } from '@atelier/contracts/repair-detail/file-schema.ts';
import { throughputResponse } from '@atelier/contracts/insight/flow-schema.ts';
import { rulesResponse } from '@atelier/contracts/system/schema.ts';
import {
  anySku,
  deposit as depositThen,
  handClock,
  keptPicture,
  newDeposit,
  PAR,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { systemCaller } from '@atelier/workers/system-caller.ts';
import { z } from 'zod';

export type SettingsWorld = Awaited<ReturnType<typeof openSettings>>;

/** An API whose clock stands still, and what people and jobs do there that depends on configured values. */
export async function openSettings() {
  const clock = new TestClock(new Date('2026-11-21T12:00:00Z'));
  const api = await openApiWorld();
  const node = await api.node({ clock });
  const people = await signInPeople(node.app, ['paris', 'warehouse', 'admin']);
  const { call } = people;
  const sku = await anySku(api.world);
  const picture = await keptPicture(api.world, PAR);
  const gold = api.world.db.selectFrom('products').select('sku').where('is_gold', '=', true);
  const { sku: goldSku } = await gold.orderBy('sku').executeTakeFirstOrThrow();

  const piece = { product_sku: sku, images: [picture] };
  const journey = new Journey(call, piece);
  const services = () => servicesOf(api.world, handClock(clock.now()));

  /** A deposit over HTTP; its reply, whatever it is. */
  const deposit = (item: object = {}, head: object = {}) =>
    call('paris', 'POST', '/rma', depositBody({ ...piece, ...item }, head));
  const deposited = async (item: object = {}) => (await journey.deposit(item)).itemId;
  const rowOf = async (id: number) => {
    const { rma_id } = dataOf(
      itemFileResponse.shape.data,
      await call('admin', 'GET', `/rma/item?rma_item_id=${id}`),
    );
    const rows = dataOf(z.array(itemView), await call('admin', 'GET', `/rmalist?rma_id=${rma_id}`));
    const row = rows.find((each) => each.id === id);
    if (row === undefined) throw new Error(`no row of ${id}`);
    return row;
  };
  const received = async () => {
    const id = await deposited();
    await sendToWarehouse(services(), [id], `SET-${id}`);
    await journey.move('warehouse', id, 3);
    return id;
  };
  const entering = async (target: number) => {
    const id = await received();
    await journey.scanTo('warehouse', id, 4, 6);
    return (await journey.move('warehouse', id, target)).code;
  };
  const returned = async () => {
    const id = await deposited();
    await sendToWarehouse(services(), [id], `RET-${id}`);
    await repairAndReturn(services(), id, `BCK-${id}`);
    return id;
  };
  /** The same piece brought a month ago, and again now. */
  const again = async () => {
    const serial = `S-${crypto.randomUUID()}`;
    await depositThen(asJob(-30), await newDeposit(api.world, { serial }));
    return deposited({ serial_number: serial, renew_reasons: ['same_defect'] });
  };
  /** What the warehouse's throughput says of workers. */
  const workersShown = async () => {
    const read = await call('admin', 'GET', '/insight/throughput?site_id=20&from=2026-11-01&to=2026-11-21');
    return dataOf(throughputResponse.shape.data, read).workers;
  };
  const rules = async () => dataOf(rulesResponse.shape.data, await call('paris', 'GET', '/system/rules'));
  const work = {
    callerFor: (key: string) => systemCaller(clock, 'settings', key),
    onProgress: () => Promise.resolve(),
  };
  /** What a job works with some days from now, under the values in force on the node. */
  const asJob = (days = 0) => ({
    ...servicesOf(api.world, handClock(new Date(clock.now().getTime() + days * DAY_MS))),
    policy: node.deps.policy,
  });

  return {
    api,
    node,
    clock,
    people,
    sku,
    goldSku,
    picture,
    call,
    services,
    deposit,
    deposited,
    rowOf,
    received,
    entering,
    returned,
    again,
    rules,
    workersShown,
    work,
    asJob,
  };
}
