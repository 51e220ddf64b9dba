import { TestClock, bearer, openApiWorld, signInAs } from '@atelier/api/testing-api.ts';
import type { PersonName } from '@atelier/api/testing-api.ts';
import { depositBody } from '@atelier/api/testing-bodies.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
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

type Method = 'GET' | 'POST' | 'PUT';
export type SettingsWorld = Awaited<ReturnType<typeof openSettings>>;

/** An API whose clock stands still, and what people and jobs do there that depends on configured values. */
export async function openSettings() {
  const clock = new TestClock(new Date('2026-11-21T12:00:00Z'));
  const api = await openApiWorld();
  const node = await api.node({ clock });
  const tokens = new Map<PersonName, string>();
  for (const name of ['paris', 'warehouse', 'admin'] as const)
    tokens.set(name, await signInAs(node.app, name));
  const sku = await anySku(api.world);
  const picture = await keptPicture(api.world, PAR);
  const gold = api.world.db.selectFrom('products').select('sku').where('is_gold', '=', true);
  const { sku: goldSku } = await gold.orderBy('sku').executeTakeFirstOrThrow();

  const call = async (who: PersonName, method: Method, url: string, payload?: object) => {
    const headers = bearer(tokens.get(who) ?? '');
    const answer = await node.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
    return answer.json();
  };
  const services = () => servicesOf(api.world, handClock(clock.now()));

  /** A deposit over HTTP; its answer. */
  const deposit = (item: object = {}, head: object = {}) =>
    call('paris', 'POST', '/rma', depositBody({ product_sku: sku, images: [picture], ...item }, head));
  const deposited = async (item: object = {}) => (await deposit(item)).data.items[0].id as number;
  const rowOf = async (id: number) => {
    const { rma_id } = (await call('admin', 'GET', `/rma/item?rma_item_id=${id}`)).data;
    const rows = (await call('admin', 'GET', `/rmalist?rma_id=${rma_id}`)).data;
    return rows.find((row: { id: number }) => row.id === id);
  };
  const received = async () => {
    const id = await deposited();
    await sendToWarehouse(services(), [id], `SET-${id}`);
    await call('warehouse', 'PUT', '/rmastatus', { id, rma_status_id: 3 });
    return id;
  };
  const to = (id: number, rma_status_id: number, more: object = {}) =>
    call('warehouse', 'PUT', '/rmastatus', { id, rma_status_id, ...more });
  const entering = async (target: number) => {
    const id = await received();
    for (const status of [4, 6]) await to(id, status);
    return (await to(id, target)).code;
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
  const rules = async () => (await call('paris', 'GET', '/system/rules')).data;
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
    tokens,
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
    work,
    asJob,
  };
}
