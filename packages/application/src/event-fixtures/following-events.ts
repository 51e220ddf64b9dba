import { at, by, customerRef, contact, address, editedFacts, type AnyEvent } from './fixture-facts.ts';

const FEE_ASKED = { fee: { amount: 70_000, currency: 'EUR' } };
const ANSWER = {
  ...FEE_ASKED,
  customerRef,
  name: 'Zoé Łukasz',
  conditions: '2026-11',
  language: 'fr',
  at,
  by: { userId: null, workerId: null },
};

/** Written here because no random walk through the domain comes to them. Each group follows a history of its kind. */
export const followingEvents: Readonly<Record<string, readonly AnyEvent[]>> = {
  item: [
    {
      type: 'ItemTrackingChanged',
      data: { shipmentId: 1000, from: 'TRK-1000', trackingNumber: 'TRK-NEW', at },
    },
    { type: 'TransferNeeded', data: { reason: 'Émail\nà refaire', at, by } },
    { type: 'TransferNeedWithdrawn', data: { at, by } },
    { type: 'TransferFlagged', data: { toSiteId: 32, at, by } },
    { type: 'TransferUnflagged', data: { at, by } },
    {
      type: 'MeasurementsRecorded',
      data: { customerRef, status: 12, stoneCount: 3, weightMg: 12_500, photos: ['a'.repeat(64)], at },
    },
    {
      type: 'MeasurementsRecorded',
      data: {
        customerRef,
        status: 12,
        stoneCount: null,
        weightMg: 12_470,
        photos: [],
        scrapMg: 20,
        lossMg: 5,
        replaces: true,
        siteId: 31,
        toleranceMg: 5,
        at,
      },
    },
    {
      type: 'WeightDifferenceExplained',
      data: { weighing: 1, explanation: 'other', note: 'pierre\nperdue', customerRef, at, by },
    },
    {
      type: 'PartsUsed',
      data: {
        record: 1,
        corrects: null,
        status: 10,
        lines: [
          { kind: 'stone', code: 'D-1.20-VS', pieces: 2, weightMg: null },
          { kind: 'metal', code: '18K 玫瑰金', pieces: null, weightMg: 350 },
        ],
        at,
        by,
      },
    },
    { type: 'PartsUsed', data: { record: 2, corrects: 1, status: 10, lines: [], at, by } },
    { type: 'ScansCleared', data: { target: 5, at } },
    { type: 'ItemDepositEdited', data: { ...editedFacts, customerRef, at, by } },
    {
      type: 'CounterfeitReported',
      data: { customerRef, image: 'c'.repeat(22), remark: 'poinçon\nfaux', at, by },
    },
    {
      type: 'CommentAdded',
      data: { customerRef, commentId: 9, commentType: 2, text: 'Éraflure\nfermoir', email: null, at, by },
    },
    {
      type: 'FollowUpRecorded',
      data: { customerRef, result: 'Phone contacted', note: 'comes on Monday', at, by },
    },
    {
      type: 'FollowUpRecorded',
      data: {
        customerRef,
        result: 'Phone contacted',
        note: null,
        outcome: 'will_come',
        comesOn: '2026-11-28',
        nextCallOn: '2026-11-29',
        at,
        by,
      },
    },
    {
      type: 'FeeQuoted',
      data: { ...FEE_ASKED, because: 'override', reason: 'deux pierres', policyVersion: 1, at, by },
    },
    { type: 'FeeLinkMade', data: { ...FEE_ASKED, linkHash: 'b'.repeat(64), at, by } },
    { type: 'FeeLinkRevoked', data: { at, by } },
    { type: 'FeeLinkMade', data: { ...FEE_ASKED, linkHash: 'd'.repeat(64), at, by } },
    { type: 'FeeDeclined', data: { ...ANSWER, linkHash: 'd'.repeat(64), signature: null } },
    { type: 'FeeLinkMade', data: { ...FEE_ASKED, linkHash: 'f'.repeat(64), at, by } },
    { type: 'FeeApproved', data: { ...ANSWER, linkHash: 'f'.repeat(64), signature: 'e'.repeat(64) } },
    {
      type: 'ConditionMarked',
      data: {
        customerRef,
        marks: [{ image: 'a'.repeat(64), x: 0.125, y: 0.75, text: 'griffe\ntordue' }],
        at,
        by,
      },
    },
    { type: 'PictureReleased', data: { customerRef, imageId: 'a'.repeat(64), at, by } },
    { type: 'PictureReleased', data: { customerRef, imageId: 'c'.repeat(22), at, by } },
    { type: 'PictureWithdrawn', data: { customerRef, imageId: 'a'.repeat(64), at, by } },
    {
      type: 'StoragePlaceSet',
      data: { place: { safe: 'Coffre 2', tray: 'Plateau 14' }, siteId: 31, at, by },
    },
    { type: 'StoragePlaceSet', data: { place: null, siteId: 31, at, by } },
    {
      type: 'CollectionChosen',
      data: { kind: 'delivery', shopId: null, fee: { amount: 1500, currency: 'EUR' }, at, by },
    },
    { type: 'CollectionChosen', data: { kind: 'other_shop', shopId: 32, fee: null, at, by } },
    {
      type: 'PickupBooked',
      data: { siteId: 31, day: '2026-11-28', from: '10:00', to: '12:00', at, by },
    },
    { type: 'PickupCancelled', data: { at, by } },
    {
      type: 'ReadyDateExpected',
      data: { likely: '2026-12-09', latest: '2026-12-16', model: 3, because: { kind: 'deposit' }, at, by },
    },
    {
      type: 'ReadyDateExpected',
      data: {
        likely: '2026-12-11',
        latest: '2026-12-19',
        model: 4,
        because: { kind: 'event', position: 812, type: 'HoldPlaced' },
        at,
        by,
      },
    },
    {
      type: 'ReadyDateExpected',
      data: { likely: '2026-12-12', latest: '2026-12-20', model: 4, because: { kind: 'time' }, at, by },
    },
    {
      type: 'StageTargetPassed',
      data: { status: 4, siteId: 31, enteredAt: at, targetHours: 24, clockSeconds: 86_460, at, by },
    },
    {
      type: 'LoanHandedOut',
      data: {
        customerRef,
        loan: 1,
        description: 'Bague de prêt\nargent',
        code: 'LOAN-7',
        value: { amount: 45_000, currency: 'EUR' },
        dueOn: '2026-12-10',
        condition: 'micro-rayures',
        at,
        by,
      },
    },
    {
      type: 'LoanChanged',
      data: {
        customerRef,
        loan: 1,
        description: 'Bague de prêt 銀',
        code: null,
        value: null,
        dueOn: '2026-12-20',
        condition: null,
        at,
        by,
      },
    },
    { type: 'LoanReturned', data: { customerRef, loan: 1, condition: 'une rayure', at, by } },
    {
      type: 'LoanHandedOut',
      data: {
        customerRef,
        loan: 2,
        description: 'Bracelet',
        code: null,
        value: null,
        dueOn: '2026-12-10',
        condition: null,
        at,
        by,
      },
    },
    { type: 'LoanCancelled', data: { customerRef, loan: 2, reason: 'mauvaise fiche', at, by } },
    { type: 'ItemCustomerErased', data: { customerRef, at } },
  ],
  rma: [
    { type: 'RmaContactChanged', data: { customerRef, contact, address, at, by } },
    {
      type: 'RmaEdited',
      data: {
        delivery: 'client',
        platform: 'online',
        fulfilledDate: '2026-01-10',
        originalOrderId: 'O-9',
        originalOrderNumber: null,
        isAgent: true,
        language: 'ar',
        changed: ['delivery', 'items.2.reasons'],
        at,
        by,
      },
    },
    { type: 'RmaCustomerErased', data: { customerRef, at } },
  ],
  shipment: [
    { type: 'ShipmentRouted', data: { destination: 31, carrier: 'DHL', at, by } },
    { type: 'ShipmentItemPriced', data: { itemId: 1, price: { amount: 12_000, currency: 'EUR' }, at } },
    { type: 'ShipmentExtraSetApart', data: { code: 'PAR-000999', itemId: null, at, by } },
    { type: 'ShipmentExtraAdopted', data: { code: 'PAR-000999', at, by } },
    { type: 'ShipmentExtraHandedBack', data: { code: 'X-1', reason: 'not ours', at, by } },
    { type: 'ShipmentArrivalChecked', data: { sealNumber: 'S-1', grossWeightGrams: 250, at, by } },
    {
      type: 'ShipmentTrackingChanged',
      data: { from: 'TRK-1000', to: 'TRK-NEW', reason: 'relabelled', at, by },
    },
    { type: 'ShipmentSavChecked', data: { wrongReason: 1, noWarranty: 0, items: 2, at, by } },
    {
      type: 'ShipmentSavChecked',
      data: { wrongReason: 1, noWarranty: 0, items: 2, wrongReasonItems: [2], noWarrantyItems: [], at, by },
    },
  ],
};
