import { describe, expect, it } from 'vitest';
import { specify } from '../testing.ts';
import { shipmentDecider } from './testing-decider.ts';
import type { ShipmentContext } from './decide.ts';
import type { ShipmentEvent } from './events.ts';
import { toShipmentRow } from './row.ts';

const now = '2026-03-02T09:00:00.000Z';
const by = { userId: 100, workerId: null };
const context: ShipmentContext = { now, actor: { ...by, siteId: 1 } };
const { given } = specify(shipmentDecider, context);

const head = {
  shipmentId: 11,
  trackingNumber: 'TRK-11',
  orderType: 1,
  origin: 1,
  destination: 20,
  carrier: null,
} as const;
const opened: ShipmentEvent = {
  type: 'ShipmentOpened',
  data: { ...head, trackingKey: 'TRK11', at: now, by },
};
const bound: ShipmentEvent = {
  type: 'ShipmentItemBound',
  data: { itemId: 1, sku: 'RING-1', price: null, at: now },
};
const sealed: ShipmentEvent = {
  type: 'ShipmentSealed',
  data: { sealNumber: 'S', grossWeightGrams: 80, at: now, by },
};
const sent: ShipmentEvent = { type: 'ShipmentSent', data: { itemIds: [1], at: now, by } };
const received: ShipmentEvent = {
  type: 'ShipmentItemReceived',
  data: { itemId: 1, siteId: 20, at: now, by },
};
const cancelled: ShipmentEvent = { type: 'ShipmentCancelled', data: { reason: 'x', at: now, by } };
const open = { type: 'OpenShipment', ...head, trackingUsed: false } as const;

describe('opening a package', () => {
  it('opens a draft', () => {
    given().when(open).then(opened);
  });
  it('refuses a tracking number that another package carries', () => {
    given()
      .when({ ...open, trackingUsed: true })
      .thenRejected('tracking_used');
  });
  it('refuses a blank number, its own origin, and a client’s door for what is no delivery', () => {
    given()
      .when({ ...open, trackingNumber: ' ' })
      .thenRejected('invalid_input', { field: 'tracking_no' });
    given()
      .when({ ...open, destination: 1 })
      .thenRejected('wrong_destination');
    given()
      .when({ ...open, destination: null })
      .thenRejected('wrong_destination');
    given()
      .when({ ...open, orderType: 2, destination: null })
      .thenTypes('ShipmentOpened');
  });
  it('opens once', () => {
    given(opened).when(open).thenRejected('already_exists');
  });
  it('decides nothing about a package that does not exist, or was cancelled', () => {
    given().when({ type: 'RecordPickup' }).thenRejected('not_found');
    given(opened, cancelled).when({ type: 'RecordPickup' }).thenRejected('shipment_cancelled');
  });
});

describe('before sending', () => {
  const price = { type: 'PriceItem', itemId: 1, price: { amount: 500, currency: 'EUR' } } as const;

  it('prices a line, again without effect, and only its own lines', () => {
    const priced = { type: 'ShipmentItemPriced', data: { itemId: 1, price: price.price, at: now } } as const;
    given(opened, bound).when(price).then(priced);
    given(opened, bound, priced).when(price).thenNothing();
    given(opened, bound)
      .when({ ...price, itemId: 2 })
      .thenRejected('item_not_bound');
    given(opened, bound)
      .when({ ...price, price: { amount: -1, currency: 'EUR' } })
      .thenRejected('amount_invalid');
    given(opened, bound, sealed, sent).when(price).thenRejected('shipment_not_draft');
  });

  it('seals what is not empty, with a weight above nothing', () => {
    const seal = { type: 'SealShipment', sealNumber: 'S', grossWeightGrams: 80 } as const;
    given(opened, bound).when(seal).then(sealed);
    given(opened).when(seal).thenRejected('no_items');
    given(opened, bound, sealed).when(seal).thenRejected('shipment_not_draft');
    given(opened, bound)
      .when({ ...seal, grossWeightGrams: 0 })
      .thenRejected('invalid_input');
  });

  it('unseals with a reason, until it is sent', () => {
    const unseal = { type: 'UnsealShipment', reason: 'forgot one' } as const;
    given(opened, bound, sealed).when(unseal).thenTypes('ShipmentUnsealed');
    given(opened, bound, sealed)
      .when({ ...unseal, reason: '' })
      .thenRejected('reason_required');
    given(opened, bound).when(unseal).thenRejected('shipment_not_draft');
    given(opened, bound, sealed, sent).when(unseal).thenRejected('shipment_not_draft');
  });

  it('signs in versions that are never replaced', () => {
    const sign = (signature: string) => ({ type: 'SignShipment', signature }) as const;
    const first: ShipmentEvent = {
      type: 'ShipmentSigned',
      data: { signerRef: 'shipment-11', version: 1, signature: 'a', at: now, by },
    };
    given(opened).when(sign('a')).then(first);
    given(opened, first)
      .when(sign('b'))
      .then({ type: 'ShipmentSigned', data: { ...first.data, version: 2, signature: 'b' } });
    given(opened).when(sign('')).thenRejected('signature_required');
    given(opened, bound, sealed, sent).when(sign('a')).thenRejected('shipment_not_draft');
  });
});

describe('after sending', () => {
  it('is picked up once, and only once sent', () => {
    given(opened, bound, sealed, sent).when({ type: 'RecordPickup' }).thenTypes('ShipmentPickedUp');
    given(opened, bound, sealed, sent, { type: 'ShipmentPickedUp', data: { at: now, by } })
      .when({ type: 'RecordPickup' })
      .thenNothing();
    given(opened, bound, sealed).when({ type: 'RecordPickup' }).thenRejected('shipment_not_sent');
  });

  it('closes when all is received, once', () => {
    given(opened, bound, sealed, sent).when({ type: 'CloseShipment' }).thenRejected('shipment_open_lines');
    given(opened, bound, sealed, sent, received).when({ type: 'CloseShipment' }).thenTypes('ShipmentClosed');
    given(opened, bound, sealed, sent, received, { type: 'ShipmentClosed', data: { at: now, by } })
      .when({ type: 'CloseShipment' })
      .thenNothing();
    given(opened, bound).when({ type: 'CloseShipment' }).thenRejected('shipment_not_sent');
  });
});

describe('the check at the other end', () => {
  const check = { type: 'CheckArrival', sealNumber: 'S', grossWeightGrams: 80 } as const;
  const checked: ShipmentEvent = {
    type: 'ShipmentArrivalChecked',
    data: { sealNumber: 'S', grossWeightGrams: 80, at: now, by },
  };

  it('is noted once; another reading is noted as well', () => {
    given(opened, bound, sealed, sent).when(check).then(checked);
    given(opened, bound, sealed, sent, checked).when(check).thenNothing();
    given(opened, bound, sealed, sent, checked)
      .when({ ...check, grossWeightGrams: 81 })
      .thenTypes('ShipmentArrivalChecked');
  });

  it('refuses a check of nothing, no weight, and a package that is not on its way', () => {
    given(opened, bound, sealed, sent)
      .when({ ...check, sealNumber: null, grossWeightGrams: null })
      .thenRejected('invalid_input');
    given(opened, bound, sealed, sent)
      .when({ ...check, grossWeightGrams: 0 })
      .thenRejected('invalid_input');
    given(opened, bound, sealed).when(check).thenRejected('shipment_not_sent');
  });
});

describe('an extra that is none of ours', () => {
  const apart: ShipmentEvent = {
    type: 'ShipmentExtraSetApart',
    data: { code: 'X-1', itemId: null, at: now, by },
  };
  const back = { type: 'HandBackExtra', code: 'X-1', reason: 'a ring of another house' } as const;
  const handedBack: ShipmentEvent = {
    type: 'ShipmentExtraHandedBack',
    data: { code: 'X-1', reason: back.reason, wordsRef: 'package-words-11', at: now, by },
  };

  it('goes back with a reason, once, and waits no longer', () => {
    const after = given(opened, bound, sealed, sent, received, apart).when(back);
    after.then(handedBack);
    given(opened, bound, sealed, sent, received, apart, handedBack).when(back).thenNothing();
    given(opened, bound, sealed, sent, received, apart, handedBack)
      .when({ type: 'CloseShipment' })
      .thenTypes('ShipmentClosed');
    given(opened, bound, sealed, sent, apart)
      .when({ ...back, reason: ' ' })
      .thenRejected('reason_required');
    given(opened, bound, sealed, sent).when(back).thenRejected('not_found');
  });

  it('waits again when it turns up once more', () => {
    const again = { type: 'SetExtraApart', code: 'X-1', itemId: null } as const;
    given(opened, bound, sealed, sent, apart).when(again).thenNothing();
    given(opened, bound, sealed, sent, apart, handedBack).when(again).then(apart);
  });

  it('cannot go back once it was adopted', () => {
    const adopted: ShipmentEvent = { type: 'ShipmentExtraAdopted', data: { code: 'X-1', at: now, by } };
    given(opened, bound, sealed, sent, apart, adopted).when(back).thenRejected('item_already_received');
  });
});

describe('the row of a package', () => {
  const rowOf = (...events: ShipmentEvent[]) => {
    const { state } = given(...events);
    if (state.kind === 'none') throw new Error('no shipment');
    return toShipmentRow(state);
  };

  it('counts its items and shows both ends once it is sent', () => {
    expect(rowOf(opened, bound)).toMatchObject({
      state: 'Draft',
      visible_sites: [1],
      item_count: 1,
      received_count: 0,
    });
    expect(rowOf(opened, bound, sealed, sent, received)).toMatchObject({
      state: 'Received',
      visible_sites: [1, 20],
      received_count: 1,
      received_at: now,
      gross_weight: 80,
      total: null,
      currency: null,
    });
  });

  it('shows the receiver nothing of a package taken back', () => {
    const unsent: ShipmentEvent = { type: 'ShipmentUnsent', data: { reason: 'x', at: now, by } };
    expect(rowOf(opened, bound, sealed, sent, unsent)).toMatchObject({ state: 'Sealed', visible_sites: [1] });
  });
});

describe('where a package may go', () => {
  it('to a client only from the factory, or from the shop the piece came back to', () => {
    given()
      .when({ ...open, destination: null })
      .thenRejected('wrong_destination');
    given()
      .when({ ...open, destination: null, orderType: 2 })
      .then({
        type: 'ShipmentOpened',
        data: { ...head, trackingKey: 'TRK11', destination: null, orderType: 2, at: now, by },
      });
    given()
      .when({ ...open, destination: null, orderType: 3 })
      .thenRejected('wrong_destination');
    given()
      .when({ ...open, destination: null, orderType: 4 })
      .thenTypes('ShipmentOpened');
  });

  it('not to where it stands, and not without a separate number', () => {
    given()
      .when({ ...open, destination: 1 })
      .thenRejected('wrong_destination');
    given()
      .when({ ...open, trackingNumber: '  ' })
      .thenRejected('invalid_input');
    given()
      .when({ ...open, trackingUsed: true })
      .thenRejected('tracking_used');
    given(opened).when(open).thenRejected('already_exists');
  });
});
