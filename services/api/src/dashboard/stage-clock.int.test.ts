import { runItemCommand } from '@atelier/application/commands/item-command.ts';
import {
  deposit,
  handClock,
  moveItemTo,
  must,
  newDeposit,
  sendToWarehouse,
  servicesOf,
  warehouse,
  WHS,
} from '@atelier/application/commands/testing-commands.ts';
import { itemSpansProjection } from '@atelier/application/dashboard/item-spans.projection.ts';
import { stageStaysProjection } from '@atelier/application/insight/stage-stays.projection.ts';
import { boardResponse } from '@atelier/contracts/dashboard/schema.ts';
import { stageAgesResponse } from '@atelier/contracts/insight/flow-schema.ts';
import { itemView } from '@atelier/contracts/repair-detail/schema.ts';
import { HOUR_MS } from '@atelier/domain/kernel.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';

const PLATING = 7;
let calls: Calls;
/** Both came to the bench thirty hours ago; one of them waited for its client for twenty-five. */
let [late, waited] = [0, 0];

beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'admin']);
  const start = Date.now() - 30 * HOUR_MS;
  const clock = handClock(new Date(start));
  const services = servicesOf(calls.api.world, clock);
  const atBench = async () => {
    const { itemId } = await deposit(services, await newDeposit(calls.api.world));
    await sendToWarehouse(services, [itemId], `CL-${itemId}`);
    for (const target of [3, 4, 6, PLATING] as const)
      must(await moveItemTo(services, warehouse(), { itemId, target }));
    return itemId;
  };
  late = await atBench();
  waited = await atBench();
  const hold = async (type: 'PlaceHold' | 'ReleaseHold') =>
    must(
      await runItemCommand(services, warehouse(), waited, () => ({ type, hold: 'client', reason: 'asked' })),
    );
  await hold('PlaceHold');
  clock.advance(25 * HOUR_MS);
  await hold('ReleaseHold');
  await calls.api.world.settle([stageStaysProjection, itemSpansProjection]);
});
afterAll(() => calls.api.close());

async function setStage(value: object) {
  const { body } = await calls.call('admin', 'GET', '/system/config');
  const { revision } = body.data as { revision: number };
  const change = { key: `stage_${PLATING}`, value, reason: 'agreed with the site' };
  return calls.call('admin', 'PUT', '/system/config', change, { 'if-match': `"${revision}"` });
}

const everywhere = { target_hours: 100, wip_limit: 9 };
const YEAR = 'from=2026-01-01&to=2026-12-31';
const column = () => columnAt();
const columnAt = async (moment?: string) => {
  const asOf = moment === undefined ? '' : `?as_of=${moment}`;
  const board = await calls.call('warehouse', 'GET', `/dashboard/board${asOf}`);
  return dataOf(boardResponse.shape.data, board).columns.find(({ rma_status_id: id }) => id === PLATING);
};
const idsPast = async (more = '') => {
  const listed = await calls.call('warehouse', 'GET', `/rmalist?past_target=yes&status=${PLATING}${more}`);
  return dataOf(z.array(itemView), listed).map(({ id }) => id);
};

describe('clocks and limits of stages over the calls (product/dashboard.md §3)', () => {
  it('refuses a site twice, a shop and a number out of range, each with its field', async () => {
    const site = { site_id: WHS, target_hours: 10, wip_limit: null };
    for (const sites of [[site, site], [{ ...site, site_id: 1 }], [{ ...site, target_hours: 0 }]]) {
      const refused = await setStage({ ...everywhere, sites });
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        400,
        expect.stringContaining('"value"'),
      ]);
    }
  });

  it('counts late by the clock and the limit of the site: board, list and figures agree', async () => {
    expect((await setStage({ ...everywhere, sites: [] })).status).toBe(200);
    await expect.poll(column).toMatchObject({ target_hours: 100, wip_limit: 9, late: 0 });
    const sites = [{ site_id: WHS, target_hours: 10, wip_limit: null }];
    expect((await setStage({ ...everywhere, sites })).status).toBe(200);
    await expect.poll(column).toMatchObject({ target_hours: 10, wip_limit: null, late: 1 });
    expect(await idsPast()).toEqual([late]);
    const answer = await calls.call('warehouse', 'GET', `/insight/stages?${YEAR}`);
    const stage = dataOf(stageAgesResponse.shape.data, answer).find((each) => each.rma_status_id === PLATING);
    const hoursOf = (id: number) =>
      Math.round((stage?.pieces.find(({ item_id }) => item_id === id)?.seconds ?? 0) / 3600);
    expect([stage?.target_hours, hoursOf(late), hoursOf(waited)]).toEqual([10, 30, 5]);
    expect(await idsPast(`&site_id=${WHS}`)).toEqual([late]);
  });

  it('shows the clock in the row, and the pause at the moment at which it stood', async () => {
    const row = await calls.rowOf('warehouse', waited);
    expect(Date.parse(row.stage_clock?.from ?? '') - Date.parse(row.status_entered_at)).toBe(25 * HOUR_MS);
    expect(Date.parse(row.due_at ?? '')).toBe(Date.parse(row.stage_clock?.from ?? '') + 10 * HOUR_MS);
    const then = new Date(Date.now() - 10 * HOUR_MS).toISOString();
    const past = await calls.call('warehouse', 'GET', `/rmalist?status=${PLATING}&as_of=${then}`);
    const before = dataOf(z.array(itemView), past).find(({ id }) => id === waited);
    expect(before?.stage_clock).toMatchObject({ waits_for: 'client', paused_since: row.status_entered_at });
  });

  it('judges a past moment by the limits that were in force then', async () => {
    const then = new Date(Date.now() - HOUR_MS).toISOString();
    const usual = await columnAt(then);
    expect(usual?.target_hours).not.toBe(10);
    expect(usual?.wip_limit).not.toBe(9);
    const answer = await calls.call('warehouse', 'GET', `/insight/stages?${YEAR}&as_of=${then}`);
    const stage = dataOf(stageAgesResponse.shape.data, answer).find((each) => each.rma_status_id === PLATING);
    expect(stage).toMatchObject({ target_hours: usual?.target_hours, wip_limit: usual?.wip_limit });
    const isLate = (usual?.target_hours ?? Infinity) <= 29;
    expect(await idsPast(`&as_of=${then}`)).toEqual(isLate ? [late] : []);
    expect(await idsPast()).toEqual([late]);
  });

  it('stands again while a hold for the client stands, and shows no other site’s pieces', async () => {
    const hold = { rma_item_id: waited, hold: 'client', reason: 'which stone' };
    expect((await calls.call('warehouse', 'POST', '/rma/hold', hold)).status).toBe(200);
    expect((await calls.rowOf('warehouse', waited)).stage_clock?.waits_for).toBe('client');
    expect((await calls.call('warehouse', 'POST', '/rma/hold/release', hold)).status).toBe(200);
    expect((await calls.rowOf('warehouse', waited)).stage_clock?.paused_since).toBeNull();
    const paris = await calls.call('paris', 'GET', '/rma?past_target=yes');
    const own = dataOf(z.array(itemView), paris);
    expect(own.every(({ store_id: store }) => store === 1)).toBe(true);
  });
});
