// node packages/store/src/event-store/golden/record.ts
//
// Adds histories with the event types and versions that histories.jsonl lacks. What stands there is never
// rewritten: it is how such events were written once, and every later release has to read it.
import { appendFileSync } from 'node:fs';
import { startWalk, steps, take } from '@atelier/domain/crossing/walk-testing.ts';
import type { ExportEvent } from '@atelier/domain/exporting/events.ts';
import type { IdentityEvent } from '@atelier/domain/identity/events.ts';
import type { JobEvent } from '@atelier/domain/jobs/events.ts';
import type { NavEvent } from '@atelier/domain/nav/events.ts';
import type { ReasonSwitched, SubReasonSaved } from '@atelier/domain/reference/reason-events.ts';
import type { ProductImportEvent } from '@atelier/domain/reference/product-import/events.ts';
import type { ReferenceImported } from '@atelier/domain/reference/import/events.ts';
import type { ItemEvent } from '@atelier/domain/repair/events.ts';
import type { UnknownCodeScanned } from '@atelier/domain/repair/unknown-scan.ts';
import type { RmaEvent } from '@atelier/domain/rma/events.ts';
import type { ShipmentEvent } from '@atelier/domain/shipping/events.ts';
import type { WorkerEvent, WorkerRoleEvent } from '@atelier/domain/workforce/events.ts';
import fc from 'fast-check';
import { EVENT_REGISTRY } from '../../event-registry.ts';
import { currentVersion } from '../registry.ts';
import type { DomainEvent } from '../types.ts';
import { goldenFile, keyOf, readGoldenHistories } from './histories.ts';
import type { GoldenHistory } from './histories.ts';

type AnyEvent =
  | JobEvent
  | ExportEvent
  | ItemEvent
  | NavEvent
  | RmaEvent
  | ShipmentEvent
  | IdentityEvent
  | WorkerEvent
  | WorkerRoleEvent
  | UnknownCodeScanned
  | ProductImportEvent
  | ReferenceImported
  | ReasonSwitched
  | SubReasonSaved;

const at = '2026-03-02T09:00:00.000Z';
const by = { userId: 7, workerId: 12 };
const customerRef = 'customer-golden';
const contact = {
  firstName: 'Zoé',
  lastName: 'Çelik',
  phoneCode: '+33',
  phone: '123456789',
  email: 'zoe@example.test',
};
const address = {
  country: 'FR',
  province: null,
  city: 'Paris',
  address: '1, rue de la Paix',
  receiverName: 'Zoé Çelik',
  receiverPhone: '+33123456789',
};
const profile = { email: 'staff@example.test', name: '明', lastName: '王' };

const saidInAll = (words: string) => ({
  en: words,
  'zh-CN': words,
  'zh-TW': words,
  fr: words,
  es: words,
  ja: words,
  ar: words,
});

/** A form filled in anew, all of it. */
const saidAnew = {
  product: {
    sku: 'NECK-2',
    size: null,
    name: 'Necklace',
    kind: 'necklace',
    isGold: true,
    serial: null,
    certificateNo: 'C-7',
    sequenceNumber: 'SQ-7',
  },
  purchase: {
    platform: 'online',
    purchaseDate: '2024-02-29',
    fulfilledDate: null,
    originalOrderId: 'O-9',
    originalOrderNumber: null,
    invoiceNumber: 'INV-9',
  },
  weights: { totalMg: 5_000, goldMg: 4_000, milliCarats: 500 },
  reasonIds: [2],
  subReasons: [{ id: 21, reasonId: 2 }],
  renewReasons: ['encore'],
  warranty: {
    inWarranty: true,
    until: '2026-02-28',
    policyVersion: 1,
    extended: true,
    override: { inWarranty: true, reason: 'geste commercial' },
  },
  fee: { amount: 0, currency: 'EUR' },
  total180: 3,
  images: ['d'.repeat(22)],
  goldImage: 'e'.repeat(22),
  extendedWarrantyProof: 'f'.repeat(22),
  delivery: 'client',
  survey: { reason: 'other', comment: 'aime la pièce' },
} as const;

/** Said here because no random walk through the domain comes to them. Each group follows a history of its kind. */
const sayings: Readonly<Record<string, readonly AnyEvent[]>> = {
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
    { type: 'ScansCleared', data: { target: 5, at } },
    { type: 'ItemDepositEdited', data: { ...saidAnew, customerRef, at, by } },
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
  ],
};
const alone: Readonly<Record<string, readonly AnyEvent[]>> = {
  'sub-reason-9': [
    {
      type: 'SubReasonSaved',
      data: {
        subReasonId: 9,
        reasonId: 2,
        names: saidInAll('Griffe usée'),
        descriptions: saidInAll(''),
        sort: 3,
        active: true,
        warranty: false,
        at,
      },
    },
  ],
  'reason-2': [
    { type: 'ReasonSwitched', data: { reasonId: 2, names: saidInAll('鑲嵌'), sort: 1, active: false, at } },
  ],
  'user-7': [
    {
      type: 'UserOpened',
      data: { userType: 'shop', siteId: 1, roles: ['shop'], userId: 7, userRef: 'user-golden', profile, at },
    },
    { type: 'UserProfileChanged', data: { userRef: 'user-golden', profile, at } },
    { type: 'UserPlaceChanged', data: { userType: 'operation', siteId: 30, roles: [], at } },
    { type: 'UserDeactivated', data: { at } },
    { type: 'UserReactivated', data: { at } },
    { type: 'UserPasswordChanged', data: { at } },
    { type: 'UserSessionsRevoked', data: { at } },
    { type: 'UserUnlocked', data: { at } },
    { type: 'UserIdentityLinked', data: { issuer: 'https://login.example', at } },
  ],
  'role-3': [
    { type: 'RoleDefined', data: { roleId: 3, name: 'shop', permissions: ['audit replay'], at } },
    { type: 'RolePermissionsChanged', data: { permissions: [], at } },
  ],
  'sign-in-golden': [
    {
      type: 'SignInFailed',
      data: { userId: null, account: 'a1', address: 'b2', why: 'wrong_password', failures: 2, at },
    },
  ],
  'worker-12': [
    {
      type: 'WorkerRegistered',
      data: {
        workerId: 12,
        workerRef: 'worker-golden',
        workId: 'W0012',
        department: 'polishing',
        roleKey: 'polisher',
        siteId: 30,
        profile: { name: 'Ana', barcode: '0000012' },
        at,
      },
    },
    { type: 'WorkerDeactivated', data: { at } },
    { type: 'WorkerReactivated', data: { at } },
    {
      type: 'WorkerChanged',
      data: {
        workerRef: 'worker-golden',
        workId: 'W0013',
        department: 'plating',
        roleKey: 'plater',
        siteId: 31,
        profile: { name: 'Ana María', barcode: '0000013' },
        at,
      },
    },
    { type: 'WorkerPinChanged', data: { isSet: true, at } },
    { type: 'WorkerBadgeRevealed', data: { how: 'printed', at } },
  ],
  'unknown-scan-golden': [
    { type: 'UnknownCodeScanned', data: { code: 'PAR-000999', target: 5, siteId: 30, at, by } },
  ],
  'nav-1000': [
    {
      type: 'NavDocumentRequested',
      data: { shipmentId: 1000, trackingNumber: 'TRK-1000', storeId: 7, itemIds: [1, 2], at, by },
    },
    { type: 'NavDocumentWithdrawn', data: { at } },
    { type: 'NavRetryRequested', data: { reason: 'réessayer\nvite', at, by } },
    { type: 'NavSendingStarted', data: { attempt: 1, at } },
    { type: 'NavSendingPostponed', data: { code: '429', message: 'Too many', until: at, at } },
    { type: 'NavSendingStarted', data: { attempt: 2, at } },
    { type: 'NavDocumentRejected', data: { code: 'BadRequest', message: 'client bloqué', at } },
    { type: 'NavDocumentSkipped', data: { reason: 'saisi à la main', at, by } },
    { type: 'NavSendingStarted', data: { attempt: 3, at } },
    { type: 'NavOutcomeUnknown', data: { code: 'timeout', message: '', at } },
    { type: 'NavAttentionRaised', data: { because: 'package_taken_back', at } },
    { type: 'NavAttentionCleared', data: { at } },
    { type: 'NavDocumentSent', data: { navId: 'nav-id', navNumber: '101001', byAsking: true, at } },
  ],
  'product-import-9': [
    { type: 'ProductImportRequested', data: { importId: 9, skus: ['LU-100', 'LU-900'], at, by } },
    {
      type: 'ProductImportLinesTaken',
      data: {
        lines: [
          { sku: 'LU-100', result: 'created', code: null },
          { sku: 'LU-900', result: 'not_found', code: null },
        ],
        at,
      },
    },
    { type: 'ProductImportFinished', data: { at } },
  ],
  'reference-import-9': [
    {
      type: 'ReferenceImported',
      data: {
        importId: 9,
        set: 'products',
        rows: 3,
        inserted: 1,
        updated: 1,
        unchanged: 1,
        digest: 'b'.repeat(64),
        at,
        by,
      },
    },
  ],
  'export-31': [
    {
      type: 'ExportRequested',
      data: {
        exportId: 31,
        exportRef: 'export-31',
        type: 'list',
        language: 'fr',
        selection: { kind: 'filter', filter: { status: '1,15', sort: 'oldest' } },
        search: 'Çelik',
        scope: { kind: 'store', siteId: 1 },
        audience: 'shop',
        at,
        by,
      },
    },
    { type: 'ExportFailed', data: { code: 'broken', at } },
    {
      type: 'ExportCompleted',
      data: { blob: 'c'.repeat(64), format: 'xlsx', rows: 12, size: 9_000, expires: at, at },
    },
    { type: 'ExportFileRemoved', data: { at } },
  ],
  'job-retry-33': [
    {
      type: 'JobRetried',
      data: {
        retryId: 33,
        queue: 'exports',
        jobId: 'export-31',
        name: 'build',
        reason: 'disque plein, libéré',
        at,
        by,
      },
    },
    {
      type: 'ParkedStreamReleased',
      data: { retryId: 33, projection: 'search', streamId: 'item-1', reason: 'mended', at, by },
    },
  ],
  'worker-role-4': [
    {
      type: 'WorkerRoleDefined',
      data: { roleId: 4, key: 'polisher', name: 'Polisher', permissions: [], at },
    },
    { type: 'WorkerRoleChanged', data: { name: 'Plating', permissions: ['send to planting'], at } },
    { type: 'WorkerRoleDeleted', data: { at } },
  ],
};

const histories = [...readGoldenHistories()];
const covered = new Set(histories.flatMap(({ events }) => events.map(keyOf)));
const news = ({ events }: GoldenHistory): number => new Set(events.map(keyOf)).difference(covered).size;

const walks = walkHistories();
for (let best = richest(walks); best !== undefined; best = richest(walks)) keep(best);
for (const history of said()) if (news(history) > 0) keep(history);

function keep(history: GoldenHistory): void {
  for (const event of history.events) covered.add(keyOf(event));
  histories.push(history);
  appendFileSync(goldenFile, `${JSON.stringify(history)}\n`);
}

/** The history with the most types that are not there yet; the shortest of them. */
function richest(candidates: readonly GoldenHistory[]): GoldenHistory | undefined {
  const [first] = candidates
    .map((history) => ({ history, gain: news(history) }))
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain || a.history.events.length - b.history.events.length);
  return first?.history;
}

function recorded(stream: string, events: readonly DomainEvent[]): GoldenHistory {
  return {
    stream,
    events: events.map(({ type, data }) => ({
      type,
      schemaVersion: currentVersion(EVENT_REGISTRY, type),
      data,
    })),
  };
}

/** Streams of random walks through the domain; what has a new type is kept, the rest of the walks is not. */
function walkHistories(): readonly GoldenHistory[] {
  return fc.sample(steps(160), { numRuns: 600, seed: 5 }).flatMap((walk) => {
    const world = startWalk();
    for (const step of walk) take(world, step);
    return [...world.logs].map(([stream, events]) => recorded(stream, events));
  });
}

function said(): readonly GoldenHistory[] {
  const following = Object.entries(sayings).map(([kind, events]) => {
    const begun = histories.find(({ stream }) => stream.startsWith(`${kind}-`));
    if (begun === undefined) throw new Error(`no history of kind ${kind} to follow`);
    return { stream: begun.stream, events: [...begun.events, ...recorded(begun.stream, events).events] };
  });
  return [...following, ...Object.entries(alone).map(([stream, events]) => recorded(stream, events))];
}
