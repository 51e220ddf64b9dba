import {
  deposit,
  handClock,
  must,
  newDeposit,
  paris,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { runItemCommand } from '@atelier/application/commands/item-command.ts';
import { dashboardStats as readStats } from '@atelier/application/dashboard/stats.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { dashboardStats } from '@atelier/contracts/dashboard/schema.ts';
import { callListView } from '@atelier/contracts/repair/call-list-schema.ts';
import { itemView } from '@atelier/contracts/repair-detail/schema.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { STROKES } from '../testing/testing-bodies.ts';
import type { PersonName } from '../testing/testing-api.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { instant } from '../testing/testing-instant.ts';

/** A piece of Paris whose client collects in Tokyo (product/repair.md §20, decisions/0242). */

const MIGRATION = new URL('../../../../migrations/0109_guests_before_they_were_known.sql', import.meta.url);

let calls: Calls;
let id = 0;
let rmaId = 0;
const site = (code: string): number => calls.api.sites.get(code) ?? 0;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory', 'admin']);
  id = await guest();
  rmaId = await calls.rmaOf(id);
});
afterAll(() => calls.api.close());

/** It waits since eight days, the last of them at the chosen shop. */
async function guest(): Promise<number> {
  const then = servicesOf(calls.api.world, handClock(new Date(Date.now() - 8 * DAY_MS)));
  const { itemId } = await deposit(then, await newDeposit(calls.api.world));
  await sendToWarehouse(then, [itemId], `OUT-${itemId}`);
  await repairAndReturn(then, itemId, `BACK-${itemId}`);
  await choose(itemId, site('TYO'));
  const tracking = `ACROSS-${itemId}`;
  await calls.journey.pack('paris', [itemId], tracking, { order_type: 4 });
  await ok('paris', 'POST', '/storepackage', { tracking_no: tracking });
  await ok('tokyo', 'PUT', '/rmastatus', { id: itemId, rma_status_id: 15 });
  return itemId;
}

const choose = async (itemId: number, shopId: number | null) =>
  must(
    await runItemCommand(calls.services, paris(), itemId, () => ({
      type: 'ChooseCollection',
      kind: shopId === null ? 'shop' : 'other_shop',
      shopId,
      fee: null,
    })),
  );
const remind = async (itemId: number) =>
  must(await runItemCommand(calls.services, paris(), itemId, () => ({ type: 'RemindCustomer' })));

async function ok(who: PersonName, method: 'POST' | 'PUT', path: string, body: object) {
  expect(await calls.call(who, method, path, body)).toMatchObject({ status: 200 });
}
const idsOf = async (who: PersonName, query: string) =>
  dataOf(z.array(itemView), await calls.call(who, 'GET', `/rmalist?${query}`)).map((row) => row.id);
const statsOf = async (who: PersonName, query = '') =>
  dataOf(dashboardStats, await calls.call(who, 'GET', `/dashboard/stats?${query}`));
const calledBy = async (who: PersonName, query = '') =>
  callListView.parse((await calls.call(who, 'GET', `/call_list?${query}`)).body.data).clients;

describe('a piece that waits at the shop that its client chose', () => {
  it('stands in a separate list there, with its client, and in the list of the shop that took it in', async () => {
    expect(await idsOf('tokyo', 'bucket=here_for_others')).toEqual([id]);
    expect(await idsOf('tokyo', 'status=15')).not.toContain(id);
    expect(await idsOf('tokyo', 'guests=yes')).not.toContain(id);
    expect(await idsOf('paris', 'status=15')).toContain(id);
    expect(await idsOf('paris', 'bucket=here_for_others')).toEqual([]);
    const [row] = dataOf(
      z.array(itemView),
      await calls.call('tokyo', 'GET', '/rmalist?bucket=here_for_others'),
    );
    expect(row?.fullname).not.toBe('');
    const { collection } = await calls.rowOf('paris', id);
    expect(collection).toMatchObject({ kind: 'other_shop', shop_id: site('TYO') });
    expect((await calls.call('tokyo', 'GET', `/rma/${rmaId}`)).status).toBe(200);
  });

  it('is counted apart at that shop, and as its own at the other', async () => {
    await calls.api.world.settle();
    expect(await statsOf('tokyo')).toMatchObject({ here_for_others: 1, waiting_for_customer: 0, total: 0 });
    expect(await statsOf('paris')).toMatchObject({ here_for_others: 0, waiting_for_customer: 1 });
    expect(await statsOf('admin')).toMatchObject({ here_for_others: 1, waiting_for_customer: 1 });
  });

  it('is called by the shop that has it, and hangs on its wall', async () => {
    await remind(id);
    expect((await calledBy('tokyo')).map((client) => client.item_id)).toEqual([id]);
    expect(await calledBy('paris')).toEqual([]);
    expect(await statsOf('tokyo')).toMatchObject({ to_call: 1 });
    expect(await statsOf('paris')).toMatchObject({ to_call: 0 });
    expect(await idsOf('tokyo', 'bucket=to_call')).toEqual([id]);
    expect(await idsOf('paris', 'bucket=to_call')).toEqual([]);
    const wall = await calls.call('tokyo', 'GET', '/wall/shop');
    expect(wall.body.data).toMatchObject({ calls: { total: 1, rows: [{ id }] } });
    expect((await calls.call('paris', 'GET', '/wall/shop')).body.data).toMatchObject({ calls: { total: 0 } });
  });

  it('is seen by no third shop, in no row and no count', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from sites where kind = 'shop' and id not in (${site('PAR')}, ${site('TYO')})`.execute(
      calls.api.world.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const third of rows) {
      const scope = { kind: 'store', siteId: third.id } as const;
      const seen = await inScope(calls.api.world.db, scope, async (trx) => [
        await trx.selectFrom('item_row').select('id').where('id', '=', id).execute(),
        await trx.selectFrom('rma_row').select('id').where('id', '=', rmaId).execute(),
      ]);
      expect(seen).toEqual([[], []]);
      const context = { scope, now: new Date(), policy: DEFAULT_POLICY };
      expect(await readStats(calls.api.world.pool, context)).toMatchObject({
        here_for_others: 0,
        to_call: 0,
      });
    }
  });

  it('is seen by the workshop that sent it, as before, and not counted there as a guest of a shop elsewhere', async () => {
    expect(await idsOf('warehouse', `rma_id=${rmaId}`)).toEqual([id]);
    expect((await calls.call('factory', 'GET', `/rma/${rmaId}`)).status).toBe(404);
    expect(await idsOf('factory', 'bucket=here_for_others')).toEqual([]);
  });

  it('stood there at past moments as well, on both axes', async () => {
    await calls.api.world.settle();
    const now = new Date().toISOString();
    for (const axis of ['as_of', 'known_at']) {
      const at = `${axis}=${now}`;
      expect(await statsOf('tokyo', at)).toMatchObject({ here_for_others: 1, to_call: 1, total: 0 });
      expect(await statsOf('paris', at)).toMatchObject({ here_for_others: 0, to_call: 0 });
      expect(await statsOf('admin', at)).toMatchObject({ here_for_others: 1, to_call: 1 });
      expect(await idsOf('tokyo', `bucket=here_for_others&${at}`)).toEqual([id]);
      expect(await idsOf('tokyo', `bucket=to_call&${at}`)).toEqual([id]);
      expect(await idsOf('tokyo', `status=15&${at}`)).toEqual([]);
      expect(await idsOf('tokyo', `guests=yes&${at}`)).toEqual([]);
      expect(await idsOf('paris', `bucket=here_for_others&${at}`)).toEqual([]);
      expect(await calledBy('tokyo', at)).toMatchObject([{ item_id: id, items: [{ id }], calls: 0 }]);
      expect(await calledBy('paris', at)).toEqual([]);
      const counted = await calls.call('tokyo', 'GET', `/call_list/count?${at}`);
      expect(counted.body.data).toMatchObject({ due: 1 });
    }
    const before = `as_of=${new Date(Date.now() - 7 * DAY_MS).toISOString()}`;
    expect(await statsOf('tokyo', before)).toMatchObject({ here_for_others: 0 });
    expect(await calledBy('tokyo', before)).toEqual([]);
  });

  it('leaves the group, and takes its client with it, once the client decides otherwise or has it', async () => {
    const other = await guest();
    expect(await idsOf('tokyo', 'bucket=here_for_others')).toEqual([other, id]);
    await choose(other, null);
    expect(await idsOf('tokyo', 'bucket=here_for_others')).toEqual([id]);
    expect(await idsOf('tokyo', 'guests=yes')).toEqual([other]);
    expect((await calls.call('tokyo', 'GET', `/rma/${await calls.rmaOf(other)}`)).status).toBe(404);
    const signed = await calls.call('tokyo', 'POST', '/saveSign', {
      kind: 'pickup',
      rma_item_ids: [id],
      strokes: STROKES,
    });
    expect(signed.status).toBe(200);
    const { signature_id } = signed.body.data as { signature_id: unknown };
    await calls.api.world.settle();
    const waited = `as_of=${await instant()}`;
    await ok('tokyo', 'POST', '/rma/handover', { rma_item_ids: [id], signature_id });
    expect(await idsOf('tokyo', 'bucket=here_for_others')).toEqual([]);
    await calls.api.world.settle();
    expect(await calledBy('tokyo')).toEqual([]);
    expect((await calledBy('tokyo', waited)).map(({ item_id: item }) => item)).toEqual([id]);
    // The shop that handed it over prints its papers, and may take the handover back.
    expect((await calls.call('tokyo', 'GET', `/rma/${rmaId}`)).status).toBe(200);
    await ok('tokyo', 'PUT', '/rmastatus', { id, rma_status_id: 15, move: 'undo' });
    expect(await idsOf('tokyo', 'bucket=here_for_others')).toEqual([id]);
    expect((await calls.rowOf('paris', id)).rma_status_id).toBe(15);
  });

  it('is found at past moments also where its rows ended before they knew the shop', async () => {
    await calls.api.world.settle();
    const { connectionString } = calls.api.world.database;
    const owner = createPool({ connectionString, role: 'owner', max: 1 });
    const ended = async () =>
      (
        await owner.query<{ item_id: number; collect_shop: number | null }>(
          `select item_id, began_position, collect_shop from item_spans where true_until is not null order by 1, 2`,
        )
      ).rows;
    const before = await ended();
    expect(before.filter(({ collect_shop: shop }) => shop !== null).length).toBeGreaterThan(2);
    expect(before.some(({ item_id, collect_shop }) => item_id === id && collect_shop === null)).toBe(true);
    await owner.query('update item_spans set collect_shop = null where true_until is not null');
    await owner.query(await readFile(MIGRATION, 'utf8'));
    expect(await ended()).toEqual(before);
    await owner.end();
  });
});
