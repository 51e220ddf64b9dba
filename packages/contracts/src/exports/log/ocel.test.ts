import { describe, expect, it } from 'vitest';
import { attributeType, OcelTypes, toOcelEvent } from './ocel.ts';
import { toOcelObject, toOcelSite } from './ocel-objects.ts';
import { logged } from './testing-logged.ts';

const shipment = { kind: 'shipment', shipmentId: 77, from: 1, to: 20 } as const;
const attributesOf = (event: ReturnType<typeof toOcelEvent>) =>
  Object.fromEntries((event?.attributes ?? []).map(({ name, value }) => [name, value]));
const known = () => true;

describe('an event in OCEL', () => {
  it('concerns its own thing as subject, both holders of a transfer, its worker and where they stood', () => {
    const passed = logged('item-42', 'CustodyTransferred', {
      from: { kind: 'site', siteId: 1 },
      to: shipment,
      at: '2026-11-20T10:00:00.000Z',
    });
    expect(toOcelEvent(passed)?.relationships).toEqual([
      { objectId: 'item-42', qualifier: 'subject' },
      { objectId: 'site-1', qualifier: 'custody from' },
      { objectId: 'shipment-77', qualifier: 'custody to' },
      { objectId: 'worker-12', qualifier: 'worker' },
      { objectId: 'site-20', qualifier: 'actor site' },
    ]);
    expect(attributesOf(toOcelEvent(passed))).toMatchObject({
      from: 'site',
      to: 'shipment',
      actor: 'user 7',
    });
  });

  it.each([
    [{ itemId: 43 }, 'item-43', 'item'],
    [{ rmaId: 41 }, 'rma-41', 'deposit'],
    [{ shipmentId: 77 }, 'shipment-77', 'package'],
    [{ storeId: 1 }, 'site-1', 'store'],
    [{ siteId: 30 }, 'site-30', 'place'],
    [{ toSiteId: 31 }, 'site-31', 'destination'],
    [{ origin: 1 }, 'site-1', 'origin'],
    [{ destination: 20 }, 'site-20', 'destination'],
    [{ linkedFrom: 40 }, 'item-40', 'continues'],
    [{ toItemId: 44 }, 'item-44', 'continued by'],
  ])('concerns what its data names: %o', (data, objectId, qualifier) => {
    expect(toOcelEvent(logged('item-42', 'SomethingNew', data))?.relationships).toContainEqual({
      objectId,
      qualifier,
    });
  });

  it('says the time of the log, and when it happened as an attribute', () => {
    const event = toOcelEvent(
      logged('item-42', 'HoldPlaced', { hold: 'approval', reason: 'Mrs Byron rang' }),
    );
    expect(event).toMatchObject({ time: '2026-11-20T10:00:00.250000Z', type: 'HoldPlaced' });
    expect(attributesOf(event)).toEqual({
      hold: 'approval',
      occurred_at: '2026-11-20T09:59:59.000Z',
      actor: 'user 7',
    });
  });

  it('leaves out what a person wrote and codes that may be a telephone', () => {
    const event = logged('shipment-77', 'ShipmentExtraSetApart', { code: '0612345678', itemId: null });
    expect(JSON.stringify(toOcelEvent(event))).not.toContain('0612345678');
  });

  it('says money as amount and currency', () => {
    const event = toOcelEvent(logged('item-42', 'FeeQuoted', { fee: { amount: 4500, currency: 'EUR' } }));
    expect(attributesOf(event)).toMatchObject({ fee_amount: 4500, fee_currency: 'EUR' });
  });

  it('is none for accounts, configuration and exports: they are no part of the process', () => {
    for (const stream of ['user-7', 'system-config', 'export-31', 'sign-in-abc'])
      expect(toOcelEvent(logged(stream, 'UserOpened', {}))).toBeNull();
  });

  it('keeps an event that cannot be decoded, without facts', () => {
    expect(toOcelEvent(logged('item-42', 'ItemScanned', {}))?.relationships[0]?.objectId).toBe('item-42');
  });
});

describe('an object in OCEL', () => {
  it('has each value from the moment an event said it, and none twice', () => {
    const at = (minute: number) => ({ recordedAt: `2026-11-20T10:0${minute}:00.000000Z` });
    const item = toOcelObject(
      { kind: 'item', id: 42 },
      [
        logged(
          'item-42',
          'ItemDeposited',
          { number: 'PAR-1', storeId: 1, rmaId: 41, product: { sku: 'R' } },
          at(0),
        ),
        logged('item-42', 'ItemStatusChanged', { from: 1, to: 2 }, at(1)),
        logged('item-42', 'CustodyTransferred', { to: shipment }, at(1)),
        logged('item-42', 'ItemStatusChanged', { from: 2, to: 2 }, at(2)),
        logged('item-42', 'ItemReplaced', { newPiece: { sku: 'S', size: null } }, at(3)),
      ],
      known,
    );
    const said = item.attributes.map(({ name, time, value }) => `${time.slice(14, 16)} ${name} ${value}`);
    expect(said).toEqual([
      '00 number PAR-1',
      '00 sku R',
      '00 status 1',
      '00 holder site-1',
      '01 status 2',
      '01 holder shipment-77',
      '03 sku S',
    ]);
    expect(item.relationships).toEqual([
      { objectId: 'rma-41', qualifier: 'deposited in' },
      { objectId: 'site-1', qualifier: 'store' },
    ]);
  });

  it('names no object that the file does not hold', () => {
    const events = [logged('rma-41', 'RmaDeposited', { storeId: 1, itemIds: [42, 43] })];
    const rma = toOcelObject({ kind: 'rma', id: 41 }, events, (kind, id) => kind === 'site' || id === 42);
    expect(rma.relationships.map(({ objectId }) => objectId)).toEqual(['site-1', 'item-42']);
  });

  it('says of a worker the number on the badge and the post, never the name', () => {
    const profile = { name: 'Ada', barcode: '0000001' };
    const data = { workId: 'W0001', department: 'Setting', roleKey: 'setter', siteId: 30, profile };
    const worker = toOcelObject(
      { kind: 'worker', id: 12 },
      [logged('worker-12', 'WorkerRegistered', data)],
      known,
    );
    expect(worker.attributes.map(({ name, value }) => [name, value])).toEqual([
      ['work_id', 'W0001'],
      ['department', 'Setting'],
      ['role', 'setter'],
      ['active', true],
    ]);
  });

  it('says of a package its state, route and contents', () => {
    const opened = { trackingNumber: 'T1', orderType: 1, carrier: null, origin: 1, destination: 20 };
    const events = [
      logged('shipment-77', 'ShipmentOpened', opened),
      logged('shipment-77', 'ShipmentItemBound', { itemId: 42 }),
      logged('shipment-77', 'ShipmentSent', { itemIds: [42] }),
    ];
    const { attributes, relationships } = toOcelObject({ kind: 'shipment', id: 77 }, events, known);
    expect(attributes.filter(({ name }) => name === 'state').map(({ value }) => value)).toEqual([
      'draft',
      'sent',
    ]);
    expect(relationships.map(({ qualifier }) => qualifier)).toEqual(['origin', 'destination', 'holds']);
  });

  it.each([
    ['ShipmentSealed', 'sealed'],
    ['ShipmentUnsealed', 'draft'],
    ['ShipmentSent', 'sent'],
    ['ShipmentUnsent', 'sealed'],
    ['ShipmentPickedUp', 'picked up'],
    ['ShipmentItemReceived', 'arriving'],
    ['ShipmentClosed', 'closed'],
    ['ShipmentCancelled', 'cancelled'],
  ])('says that %s makes a package %s', (type, state) => {
    const { attributes } = toOcelObject(
      { kind: 'shipment', id: 77 },
      [logged('shipment-77', type, {})],
      known,
    );
    expect(attributes.map(({ name, value }) => [name, value])).toEqual([['state', state]]);
  });

  it('says of a package that was sent another way where it goes, and under which number', () => {
    const events = [
      logged('shipment-77', 'ShipmentRouted', { carrier: 'DHL', destination: 30 }),
      logged('shipment-77', 'ShipmentTrackingChanged', { from: 'T1', to: 'T2' }),
    ];
    const { attributes, relationships } = toOcelObject({ kind: 'shipment', id: 77 }, events, known);
    expect(attributes.map(({ name, value }) => [name, value])).toEqual([
      ['carrier', 'DHL'],
      ['tracking_number', 'T2'],
    ]);
    expect(relationships).toEqual([{ objectId: 'site-30', qualifier: 'destination' }]);
  });

  it('says of a worker nothing by an event that changes no post', () => {
    const pin = logged('worker-12', 'WorkerPinChanged', { isSet: true, siteId: 30, workId: 'W0001' });
    expect(toOcelObject({ kind: 'worker', id: 12 }, [pin], known)).toMatchObject({
      attributes: [],
      relationships: [],
    });
  });

  it('says whether a worker is at work', () => {
    const events = ['WorkerDeactivated', 'WorkerReactivated'].map((type, minute) =>
      logged('worker-12', type, {}, { recordedAt: `2026-11-20T10:0${minute}:00.000000Z` }),
    );
    const { attributes } = toOcelObject({ kind: 'worker', id: 12 }, events, known);
    expect(attributes.map(({ value }) => value)).toEqual([false, true]);
  });

  it('says of a piece its shop, what it continues, its package, outcome and successor', () => {
    const deposit = { number: 'PAR-1', storeId: 1, rmaId: 41, linkedFrom: 40, delivery: 'shop' };
    const events = [
      logged('item-42', 'ItemDeposited', deposit),
      logged('item-42', 'ItemBoundToShipment', { shipmentId: 77 }),
      logged('item-42', 'OutcomeRecorded', { outcome: 'replaced' }),
      logged('item-42', 'ItemLinked', { toItemId: 43 }),
    ];
    const { attributes, relationships } = toOcelObject({ kind: 'item', id: 42 }, events, known);
    expect(relationships).toEqual([
      { objectId: 'rma-41', qualifier: 'deposited in' },
      { objectId: 'site-1', qualifier: 'store' },
      { objectId: 'item-40', qualifier: 'continues' },
      { objectId: 'shipment-77', qualifier: 'packed in' },
      { objectId: 'item-43', qualifier: 'continued by' },
    ]);
    expect(attributes.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'number PAR-1',
      'status 1',
      'holder site-1',
      'delivery shop',
      'outcome replaced',
    ]);
  });

  it('says of a deposit its number, its shop and the pieces it holds', () => {
    const events = [
      logged('rma-41', 'RmaDeposited', { number: 'PAR-1', storeId: 1, itemIds: [42], platform: 'web' }),
      logged('rma-41', 'RmaItemAdded', { itemId: 43 }),
    ];
    const { attributes, relationships } = toOcelObject({ kind: 'rma', id: 41 }, events, known);
    expect(relationships).toEqual([
      { objectId: 'site-1', qualifier: 'store' },
      { objectId: 'item-42', qualifier: 'holds' },
      { objectId: 'item-43', qualifier: 'holds' },
    ]);
    expect(attributes.map(({ name, value }) => `${name} ${value}`)).toEqual(['number PAR-1', 'platform web']);
  });

  it.each([
    [{ kind: 'customer' }, 'customer'],
    [{ kind: 'settled' }, 'settled'],
    [{ kind: 'factory-kept', siteId: 30 }, 'site-30'],
    [shipment, 'shipment-77'],
    [{ kind: 'passed-on', itemId: 43 }, 'item-43'],
  ])('says the holder %o as %s', (to, holder) => {
    const event = logged('item-42', 'CustodyTransferred', { to });
    const { attributes } = toOcelObject({ kind: 'item', id: 42 }, [event], known);
    expect(attributes.map(({ value }) => value)).toEqual([holder]);
  });

  it('knows a place that reference data has lost by its number', () => {
    expect(toOcelSite({ id: 21 })).toMatchObject({ id: 'site-21', attributes: [] });
  });
});

describe('the types that a file declares', () => {
  it.each([
    ['2026-11-20T10:00:00.000Z', 'time'],
    ['2026-11-20', 'string'],
    ['PAR-1', 'string'],
    [42, 'integer'],
    [1.5, 'float'],
    [false, 'boolean'],
  ])('%o is a %s', (value, type) => expect(attributeType(value)).toBe(type));

  it('are those that occurred, each attribute wide enough for all its values', () => {
    const types = new OcelTypes();
    types.add({ type: 'item', attributes: [{ name: 'a', time: '', value: 1 }] });
    types.add({ type: 'item', attributes: [{ name: 'a', time: '', value: 1.5 }] });
    types.add({ type: 'item', attributes: [{ name: 'b', time: '', value: true }] });
    types.add({ type: 'item', attributes: [{ name: 'b', time: '', value: '2026-11-20T10:00:00.000Z' }] });
    expect(types.list()).toEqual([
      {
        name: 'item',
        attributes: [
          { name: 'a', type: 'float' },
          { name: 'b', type: 'string' },
        ],
      },
    ]);
  });
});
