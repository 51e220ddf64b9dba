import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar.ts';
import { SYSTEM } from '../kernel.ts';
import { isStillRelevant, messageKindFor } from './message-kinds.ts';
import { clearItems } from './clear-orders.ts';
import { deliverToClient } from './deliver.ts';
import { canSend } from './can-send.ts';
import { markMissing } from './loss.ts';
import { sendPackage, unsendPackage } from './send.ts';
import { at, FACTORY, given, PARIS, START, TOKYO, type World } from './testing.ts';
import { worldAt } from './testing-stages.ts';
import { isToCall } from '../repair/remarks/reminders.ts';
import { toItemRow } from '../repair/row.ts';
import { isItemEvent } from '../personal-data.ts';
import { shipmentStatus } from '../shipping/shipment.ts';
import { Status } from '../shared/status.ts';

/** A piece that came back to its shop, and whose client wants it delivered (product/shipping.md §13, decisions/0245). */
const chosen = (): World => {
  const world = worldAt(Status.ShopReceived);
  return world.run(
    world.on(1, { type: 'ChooseCollection', kind: 'delivery', shopId: null, fee: null }, SYSTEM),
  );
};
const packed = () => chosen().pack(50, 4, PARIS, null, [1]);
const onItsWay = () => packed().send(50);
const send = (world: World) =>
  sendPackage(world.shipment(50), { trackingUsed: false }, world.states, world.ctx(at(PARIS)));
const delivered =
  (site = PARIS) =>
  (world: World) =>
    deliverToClient(
      world.shipment(50),
      { itemIds: null, proof: 'POD 1', signature: null },
      world.states,
      world.ctx(at(site)),
    );
const comeBack =
  (site = PARIS) =>
  (world: World) =>
    world.move(1, Status.ShopReceived, at(site));
const blocks = (world: World) => canSend(world.shipment(50), world.items, false).blocking;

describe('a parcel from the shop to the client’s door', () => {
  it('takes the piece out of the shop at 15, with its tracking number', () => {
    const world = onItsWay();
    expect(world.item(1)).toMatchObject({
      status: 15,
      custody: { kind: 'shipment', from: PARIS, to: null },
    });
    expect(toItemRow(world.item(1))).toMatchObject({ tracking_number: 'TRK-50', custody_site: null });
    expect(shipmentStatus(world.shipment(50))).toBe('Sent');
  });

  it('ends with the client by the carrier’s proof, and the undo gives the piece back to the carrier', () => {
    const world = onItsWay().after(delivered());
    expect(world.item(1)).toMatchObject({ status: 16, custody: { kind: 'customer' } });
    expect(shipmentStatus(world.shipment(50))).toBe('Received');
    given(world).when(delivered()).thenNothing();
  });

  it('comes back to the shop that sent it, where the piece is ready as before', () => {
    const world = onItsWay();
    given(world).when(comeBack(TOKYO)).thenRejected('wrong_destination');
    given(world).when(comeBack()).thenDone();
    expect(world.item(1)).toMatchObject({ status: 15, custody: { kind: 'site', siteId: PARIS } });
    expect(shipmentStatus(world.shipment(50))).toBe('Received');
    given(world).when(delivered()).thenNothing();
    given(world.pack(51, 4, PARIS, null, [1]).send(51))
      .when(comeBack())
      .thenDone();
  });

  it('is taken back as a whole before the carrier has it', () => {
    const world = onItsWay();
    world.run(unsendPackage(world.shipment(50), 'wrong label', world.states, world.ctx(at(PARIS))));
    expect(world.item(1)).toMatchObject({ status: 15, custody: { kind: 'site', siteId: PARIS } });
    given(world).when(send).thenDone();
  });

  it('is neither handed over at the counter, nor cleared, nor called for, nor chosen for another way', () => {
    const world = onItsWay();
    expect(isToCall(world.item(1))).toBe(false);
    given(world)
      .when((w) => w.on(1, { type: 'HandOver', signature: 'sign' }, at(PARIS)))
      .thenRejected('custody_elsewhere');
    given(world)
      .when((w) => w.on(1, { type: 'ChooseCollection', kind: 'shop', shopId: null, fee: null }, SYSTEM))
      .thenRejected('illegal_transition');
    const run = {
      kind: 'run',
      id: 9,
      state: 'running',
      cleared: [],
      skipped: [],
    } as unknown as Parameters<typeof clearItems>[0];
    const cleared = clearItems(run, world.items, world.ctx(SYSTEM_AT));
    expect(cleared.ok && cleared.streams[0]?.events).toMatchObject([
      { data: { itemIds: [], skipped: [{ itemId: 1, because: 'custody_elsewhere' }] } },
    ]);
  });
});

const SYSTEM_AT = { ...SYSTEM, siteId: null };

describe('what keeps a piece from being sent to its client', () => {
  it('is that its client did not ask for it', () => {
    const world = worldAt(Status.ShopReceived);
    world.run(
      world.onPackage(
        50,
        {
          type: 'OpenShipment',
          shipmentId: 50,
          trackingNumber: 'TRK-50',
          orderType: 4,
          origin: PARIS,
          destination: null,
          carrier: null,
          trackingUsed: false,
        },
        at(PARIS),
      ),
    );
    expect(() => world.pack(51, 4, PARIS, null, [1])).toThrow('delivery_not_chosen');
  });

  it('is an open loan, a dispute, a missing piece, and the missing signature, all named', () => {
    const today = START.slice(0, 10);
    const world = packed();
    const loan = {
      description: 'Plain ring',
      code: null,
      value: null,
      condition: null,
      dueOn: addDays(today, 60),
    };
    world.run(world.on(1, { type: 'HandOutLoan', loan, today }, at(PARIS)));
    expect(blocks(world)).toEqual([{ code: 'loan_open', itemId: 1 }]);
    world.run(markMissing(1, world.states, world.ctx(at(PARIS))));
    expect(blocks(world).map(({ code }) => code)).toEqual(['held_missing', 'loan_open']);
    world.shipments.set(50, { ...world.shipment(50), signatures: [] });
    expect(blocks(world)).toContainEqual({ code: 'signature_required', itemId: null });
    given(world).when(send).thenRejected('cannot_send');
  });

  it('is that it left the shop already, whatever is said at a factory', () => {
    const world = onItsWay();
    given(world)
      .when((w) => w.move(1, Status.ShopReceived, at(FACTORY)))
      .thenRejected('wrong_destination');
  });
});

describe('what the client is written', () => {
  it('that it is on its way, for as long as it is', () => {
    const world = onItsWay();
    const kinds = (world.logs.get('item-1') ?? []).flatMap((event) =>
      isItemEvent(event) ? (messageKindFor(event) ?? []) : [],
    );
    expect(kinds.at(-1)).toBe('on_its_way');
    expect(isStillRelevant('on_its_way', world.item(1), null)).toBe(true);
    expect(isStillRelevant('ready', world.item(1), null)).toBe(false);
    world.after(comeBack());
    expect(isStillRelevant('on_its_way', world.item(1), null)).toBe(false);
    expect(isStillRelevant('ready', world.item(1), null)).toBe(true);
  });
});
