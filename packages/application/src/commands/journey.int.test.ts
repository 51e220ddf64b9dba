import { WrongExpectedVersion } from '@atelier/event-store/errors.ts';
import type { JsonObject } from '@atelier/event-store/types.ts';
import { COMMAND_PATHS } from '@atelier/event-store/testing/command-paths.ts';
import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, TEST_NOW, type World } from '../projections/testing.ts';
import { undoMoves } from '../repair/move.commands.ts';
import {
  moveItemTo,
  onlyOutcome,
  collect,
  deposit,
  handClock,
  LYN,
  lyon,
  must,
  keptPicture,
  newDeposit,
  PAR,
  paris,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
  warehouse,
  WHS,
  type HandClock,
} from './testing-commands.ts';
import { scanItem } from '../repair/scan.commands.ts';
import { depositRma } from '../deposit/deposit.commands.ts';
import { packItems, unpackItems } from '../shipping/pack.commands.ts';
import { sendBound, unsend } from '../shipping/send.commands.ts';
import type { CommandServices } from './run-command.ts';

function firstItemOf(answer: JsonObject | undefined): number {
  const ids = answer?.['item_ids'];
  return Array.isArray(ids) ? Number(ids[0]) : 0;
}

describe.each(COMMAND_PATHS)('commands without $without', ({ without }) => {
  let world: World;
  let clock: HandClock;
  let services: CommandServices;

  beforeAll(async () => {
    world = await openWorld({ without });
    clock = handClock(TEST_NOW);
    services = servicesOf(world, clock);
  });
  afterAll(() => world.close());

  async function rowOf(itemId: number) {
    return world.asked({ kind: 'all' }, (trx) =>
      trx.selectFrom('item_row').selectAll().where('id', '=', itemId).executeTakeFirstOrThrow(),
    );
  }

  async function newItem(item = {}): Promise<number> {
    return (await deposit(services, await newDeposit(world, item))).itemId;
  }

  describe('one jewel, counter to counter', () => {
    it('goes through every stage, and its row says who holds it at each', async () => {
      const itemId = await newItem();
      expect(await rowOf(itemId)).toMatchObject({ status: 1, custody_kind: 'site', custody_site: PAR });
      await sendToWarehouse(services, [itemId], 'T-OUT-1');
      expect(await rowOf(itemId)).toMatchObject({ status: 2, custody_kind: 'shipment', custody_to: WHS });
      await repairAndReturn(services, itemId, 'T-BACK-1');
      expect(await rowOf(itemId)).toMatchObject({
        status: 15,
        custody_kind: 'site',
        custody_site: PAR,
        outcome: 'repaired',
        quality_cause: 'Production Issue',
      });
      await collect(services, itemId);
      expect(await rowOf(itemId)).toMatchObject({ status: 16, custody_kind: 'customer' });
      expect(await world.store.verifyChain(`item-${itemId}`)).toMatchObject({ ok: true });
    });

    it('numbers RMA and items with the store and their id', async () => {
      const { rmaId, itemId } = await deposit(services, await newDeposit(world));
      expect((await rowOf(itemId)).number).toBe(`PAR-${String(itemId).padStart(6, '0')}`);
      expect(rmaId).not.toBe(itemId);
    });
  });

  describe('what is refused changes nothing', () => {
    it('another shop does not learn that the item exists', async () => {
      const itemId = await newItem();
      const outcome = await moveItemTo(services, lyon(), { itemId, target: 20, reason: 'mine' });
      expect(outcome).toMatchObject({ ok: false, rejection: { code: 'not_found' } });
      expect((await rowOf(itemId)).version).toBe(1);
    });

    it('a tracking number is used once, also by two shops at the same moment', async () => {
      const given = await newDeposit(world);
      const images = [await keptPicture(world, LYN)];
      const items = given.items.map((item) => ({ ...item, images }));
      const elsewhere = must(await depositRma(services, lyon(), { ...given, storeId: LYN, items }));
      const [itemId, other] = [await newItem(), firstItemOf(elsewhere.answer)];
      const packing = { trackingNumber: 'T-RACE', orderType: 1, destination: WHS } as const;
      const outcomes = await Promise.all([
        packItems(services, paris(), { ...packing, itemIds: [itemId], origin: PAR }),
        packItems(services, lyon(), { ...packing, itemIds: [other], origin: LYN }),
      ]);
      const codes = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.rejection.code)).toSorted();
      expect(codes).toEqual(['ok', 'tracking_used']);
    });

    it('a stale version is a conflict', async () => {
      const itemId = await newItem();
      const stale = { ...paris(), expectedVersion: 9 };
      await expect(moveItemTo(services, stale, { itemId, target: 20, reason: 'changed' })).rejects.toThrow(
        WrongExpectedVersion,
      );
    });

    it('a package without a signature says what blocks it, and nothing leaves', async () => {
      const itemId = await newItem();
      const packing = {
        trackingNumber: 'T-UNSIGNED',
        itemIds: [itemId],
        orderType: 1,
        origin: PAR,
        destination: WHS,
      } as const;
      must(await packItems(services, paris(), packing));
      const outcome = await sendBound(services, paris(), { trackingNumber: 'T-UNSIGNED', orderTypes: [1] });
      expect(outcome).toMatchObject({
        ok: false,
        rejection: {
          code: 'cannot_send',
          details: { blocking: [{ code: 'signature_required', item_id: null }] },
        },
      });
      expect(await rowOf(itemId)).toMatchObject({ status: 1, custody_site: PAR });
    });

    it('an unknown SKU or a reason that is not offered is refused by field', async () => {
      const unknown = await depositRma(services, paris(), await newDeposit(world, { sku: 'NO-SUCH' }));
      expect(unknown).toMatchObject({
        rejection: { fields: [{ path: 'items.0.product_sku', code: 'product_unknown' }] },
      });
      const stranger = await depositRma(services, paris(), await newDeposit(world, { reasonIds: [9_999] }));
      expect(stranger).toMatchObject({
        rejection: { fields: [{ path: 'items.0.reasons', code: 'reason_not_offered' }] },
      });
    });
  });

  describe('idempotency (product/calls.md §5)', () => {
    it('the same key answers the same ids and writes once', async () => {
      const idempotency = { person: 'user-100', key: 'deposit-1', fingerprint: 'f' };
      const given = await newDeposit(world);
      const first = must(await depositRma(services, paris({ idempotency }), given));
      const second = must(await depositRma(services, paris({ idempotency }), given));
      expect(second.answer).toEqual(first.answer);
      expect(second.replayed).toBe(true);
    });

    it('a repeated scan is answered with the verdict of the first', async () => {
      const itemId = await newItem();
      await sendToWarehouse(services, [itemId], 'T-SCAN');
      const idempotency = { person: 'user-2000', key: 'scan-1', fingerprint: 'f' };
      const scan = { code: String(itemId), target: 3, trackingNumber: 'T-SCAN' } as const;
      const first = await scanItem(services, warehouse({ idempotency }), scan);
      const again = await scanItem(services, warehouse({ idempotency }), scan);
      expect(first).toMatchObject({ ok: true, result: { verdict: 'accepted' }, record: { id: itemId } });
      expect(again).toMatchObject({ ok: true, result: { verdict: 'accepted' } });
      const third = await scanItem(services, warehouse(), scan);
      expect(third).toMatchObject({ ok: true, result: { verdict: 'already_done' } });
    });

    it('a code that is none of ours is unknown, and recorded all the same', async () => {
      const caller = warehouse();
      const answer = await scanItem(services, caller, {
        code: 'PAR-999999',
        target: 3,
        trackingNumber: null,
      });
      expect(answer).toMatchObject({ ok: true, itemId: null, result: { verdict: 'unknown' } });
      const { events } = await world.store.readStream(`scan-${caller.metadata.commandId}`);
      expect(events).toMatchObject([
        { type: 'UnknownCodeScanned', data: { code: 'PAR-999999', siteId: WHS } },
      ]);
    });
  });

  describe('taking back', () => {
    it('an undone receipt is in its package again, until ten minutes have passed', async () => {
      const itemId = await newItem();
      await sendToWarehouse(services, [itemId], 'T-UNDO');
      must(await moveItemTo(services, warehouse(), { itemId, target: 3 }));
      clock.advance(10 * MINUTE_MS - 1);
      must(await onlyOutcome(undoMoves(services, warehouse(), [itemId])));
      expect(await rowOf(itemId)).toMatchObject({ status: 2, custody_kind: 'shipment' });
      must(await moveItemTo(services, warehouse(), { itemId, target: 3 }));
      clock.advance(10 * MINUTE_MS);
      expect(await onlyOutcome(undoMoves(services, warehouse(), [itemId]))).toMatchObject({
        rejection: { code: 'undo_expired' },
      });
    });

    it('a sent package is unsent whole, and unpacked piece by piece', async () => {
      const [first, second] = [await newItem(), await newItem()];
      await sendToWarehouse(services, [first, second], 'T-UNSEND');
      must(await unsend(services, paris(), 'T-UNSEND', 'wrong box'));
      expect(await rowOf(first)).toMatchObject({
        status: 1,
        custody_site: PAR,
        shipment_tracking: 'T-UNSEND',
      });
      must(await unpackItems(services, paris(), 'T-UNSEND', [first]));
      expect(await rowOf(first)).toMatchObject({ shipment_tracking: null });
      expect(await rowOf(second)).toMatchObject({ shipment_tracking: 'T-UNSEND' });
    });
  });
});
