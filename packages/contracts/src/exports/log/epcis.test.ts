import { describe, expect, it } from 'vitest';
import { toEpcisEvents } from './epcis.ts';
import { needsHistory } from './epcis-undo.ts';
import { logged } from './testing-logged.ts';

const at = '2026-11-20T10:00:00.000Z';
const id = (n: number) => `3f0e7c1a-0000-4000-8000-00000000000${n}`;
const site = (siteId: number) => ({ kind: 'site', siteId }) as const;
const inPackage = { kind: 'shipment', shipmentId: 77, from: 1, to: 20 } as const;
const item = (type: string, data: object, n = 1, commandId = `c-${n}`) =>
  logged(
    'item-42',
    type,
    { at, ...data },
    {
      version: n,
      eventId: id(n),
      metadata: { actor: { id: 7, kind: 'user' }, site: 20, commandId, occurredAt: at },
    },
  );
const only = (event: ReturnType<typeof item>, before: readonly ReturnType<typeof item>[] = []) => {
  const events = toEpcisEvents(event, before);
  expect(events).toHaveLength(1);
  return events[0];
};

describe('an event in EPCIS', () => {
  it('of a deposit gives the jewel from the customer to the shop, in the transaction of its RMA', () => {
    expect(only(item('ItemDeposited', { createdAt: at, storeId: 1, rmaId: 41, linkedFrom: null }))).toEqual({
      type: 'ObjectEvent',
      eventID: `urn:uuid:${id(1)}`,
      eventTime: at,
      eventTimeZoneOffset: '+00:00',
      recordTime: '2026-11-20T10:00:00.250000Z',
      readPoint: { id: 'urn:x-atelier:loc:site-20' },
      action: 'ADD',
      bizStep: 'accepting',
      disposition: 'in_progress',
      epcList: ['urn:x-atelier:obj:item-42'],
      bizTransactionList: [{ type: 'rma', bizTransaction: 'urn:x-atelier:bt:rma-41' }],
      sourceList: [{ type: 'possessing_party', source: 'urn:x-atelier:party:customer' }],
      destinationList: [
        { type: 'possessing_party', destination: 'urn:x-atelier:party:site-1' },
        { type: 'location', destination: 'urn:x-atelier:loc:site-1' },
      ],
    });
  });

  it.each([
    [4, 'repairing', 'in_progress'],
    [7, 'repairing', 'in_progress'],
    [12, 'inspecting', 'in_progress'],
    [2, 'shipping', 'in_transit'],
    [15, 'receiving', 'available'],
  ])('of entering status %i is the step %s', (to, bizStep, disposition) => {
    expect(only(item('ItemStatusChanged', { to, move: 'forward' }))).toMatchObject({ bizStep, disposition });
  });

  it('of custody names both possessing parties, and the two ends of a way', () => {
    const event = only(item('CustodyTransferred', { from: site(1), to: inPackage }));
    expect(event).toMatchObject({
      bizStep: 'shipping',
      sourceList: [{ source: 'urn:x-atelier:party:site-1' }, { source: 'urn:x-atelier:loc:site-1' }],
      destinationList: [
        { destination: 'urn:x-atelier:party:carrier-of-shipment-77' },
        { destination: 'urn:x-atelier:loc:site-20' },
      ],
    });
  });

  it('of packing and unpacking is an aggregation of the package', () => {
    const packed = { type: 'AggregationEvent', parentID: 'urn:x-atelier:obj:shipment-77' };
    const bound = only(item('ItemBoundToShipment', { shipmentId: 77 }));
    expect(bound).toMatchObject({ ...packed, action: 'ADD', childEPCs: ['urn:x-atelier:obj:item-42'] });
    const unbound = only(item('ItemUnboundFromShipment', { shipmentId: 77 }));
    expect(unbound).toMatchObject({ ...packed, action: 'DELETE', bizStep: 'unpacking' });
  });

  it('of a piece that is received takes it out of its package', () => {
    const received = logged('shipment-77', 'ShipmentItemReceived', { itemId: 42, at });
    expect(only(received)).toMatchObject({
      type: 'AggregationEvent',
      parentID: 'urn:x-atelier:obj:shipment-77',
      childEPCs: ['urn:x-atelier:obj:item-42'],
      action: 'DELETE',
      bizStep: 'unpacking',
    });
  });

  it('of a replacement takes the old piece out of the item and puts the new one in', () => {
    const first = item('ItemReplaced', { oldPiece: { sku: 'R', keptBy: 30 } }, 1);
    const second = item('ItemReplaced', { oldPiece: { sku: 'S', keptBy: 30 } }, 2);
    const events = toEpcisEvents(second, [first]);
    expect(events[0]).toMatchObject({ bizStep: 'replacing', disposition: 'inactive' });
    expect(events.map(({ type, action, childEPCs }) => [type, action, childEPCs?.[0]])).toEqual([
      ['AssociationEvent', 'DELETE', 'urn:x-atelier:obj:item-42-piece-2'],
      ['AssociationEvent', 'ADD', 'urn:x-atelier:obj:item-42-piece-3'],
    ]);
    expect(new Set(events.map(({ eventID }) => eventID)).size).toBe(2);
  });

  it('of a deposit that continues another turns the old item into the new one', () => {
    const linked = only(item('ItemDeposited', { createdAt: at, storeId: 1, rmaId: 41, linkedFrom: 40 }));
    expect(linked).toMatchObject({
      type: 'TransformationEvent',
      inputEPCList: ['urn:x-atelier:obj:item-40'],
      outputEPCList: ['urn:x-atelier:obj:item-42'],
    });
    expect(
      toEpcisEvents(item('CustodyTransferred', { from: site(1), to: { kind: 'passed-on', itemId: 42 } }), []),
    ).toEqual([]);
  });

  it('is none for what touches no jewel: a remark, a fee, an account', () => {
    expect(toEpcisEvents(item('CommentAdded', { text: 'Mrs Byron rang' }), [])).toEqual([]);
    expect(toEpcisEvents(logged('user-7', 'UserOpened', {}), [])).toEqual([]);
  });
});

describe('the history that an event asks for', () => {
  it.each(['ItemReplaced', 'ShipmentUnsent', 'ShipmentItemReceiptUndone'])('is asked for by %s', (type) => {
    expect(needsHistory(item(type, {}), new Set())).toBe(true);
  });

  it.each(['ItemDeposited', 'ShipmentSent', 'ShipmentItemReceived'])('is not asked for by %s', (type) => {
    expect(needsHistory(item(type, {}), new Set(['c-1']))).toBe(false);
  });
});

describe('an undo in EPCIS', () => {
  const move = item('ItemStatusChanged', { from: 1, to: 2, move: 'forward' }, 1, 'send');
  const pass = item('CustodyTransferred', { from: site(1), to: inPackage }, 2, 'send');
  const back = item(
    'ItemStatusChanged',
    { from: 2, to: 1, move: 'undo', at: '2026-11-20T10:05:00.000Z' },
    3,
    'undo',
  );
  const passBack = item(
    'CustodyTransferred',
    { from: inPackage, to: site(1), at: '2026-11-20T10:05:00.000Z' },
    4,
    'undo',
  );

  it('declares the move that it took back an error, under that event’s own number', () => {
    expect(only(back, [move, pass])).toMatchObject({
      eventID: `urn:uuid:${id(1)}`,
      eventTime: at,
      bizStep: 'shipping',
      errorDeclaration: { declarationTime: '2026-11-20T10:05:00.000Z', reason: 'did_not_occur' },
    });
  });

  it('declares no error where custody came back otherwise than by an undo', () => {
    const passAgain = { ...passBack, metadata: { ...passBack.metadata, commandId: 'other' } };
    expect(only(passAgain, [move, pass, back])?.errorDeclaration).toBeUndefined();
    const elsewhere = item('CustodyTransferred', { from: inPackage, to: site(2) }, 4, 'undo');
    expect(only(elsewhere, [move, pass, back])?.errorDeclaration).toBeUndefined();
    expect(only(passBack, [move, back])?.errorDeclaration).toBeUndefined();
  });

  it('declares the custody that it gave back an error', () => {
    expect(only(passBack, [move, pass, back])).toMatchObject({ eventID: `urn:uuid:${id(2)}` });
    expect(only(passBack, [move, pass, back])?.errorDeclaration).toBeDefined();
  });

  it('of a second move takes back the second, and after that the first', () => {
    const other = item('ItemStatusChanged', { from: 2, to: 3, move: 'forward' }, 5, 'five');
    const backOnce = item('ItemStatusChanged', { from: 3, to: 2, move: 'undo' }, 6, 'six');
    const backTwice = item('ItemStatusChanged', { from: 2, to: 1, move: 'undo' }, 7, 'seven');
    expect(only(backOnce, [move, other])?.eventID).toBe(`urn:uuid:${id(5)}`);
    expect(only(backTwice, [move, other, backOnce])?.eventID).toBe(`urn:uuid:${id(1)}`);
  });

  it('of a sending declares the sending an error', () => {
    const sent = logged('shipment-77', 'ShipmentSent', { at }, { eventId: id(8) });
    const unsent = logged('shipment-77', 'ShipmentUnsent', { at }, { eventId: id(9), version: 2 });
    expect(toEpcisEvents(unsent, [sent])[0]).toMatchObject({
      eventID: `urn:uuid:${id(8)}`,
      bizStep: 'shipping',
    });
  });

  it('asks for the history of what takes back, and of custody in the same command alone', () => {
    expect(needsHistory(back, new Set())).toBe(true);
    expect(needsHistory(passBack, new Set(['undo']))).toBe(true);
    expect(needsHistory(pass, new Set(['undo']))).toBe(false);
  });
});
