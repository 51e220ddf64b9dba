import type { AuditReading } from '@atelier/domain/audit/reading.ts';
import type { SealingEvent } from '@atelier/domain/system/sealing/events.ts';
import type { OwnMailEvent } from '@atelier/domain/insight/weekly/events.ts';
import type { FlowModelFitted } from '@atelier/domain/insight/simulation/events.ts';
import type { RadarEvent } from '@atelier/domain/insight/radar/events.ts';
import type { ReadyModelFitted } from '@atelier/domain/promise/events.ts';
import type { UnusualReviewed } from '@atelier/domain/audit/review/events.ts';
import type { LogVerificationEvent } from '@atelier/domain/audit/verification/events.ts';
import type { DifferenceEvent } from '@atelier/domain/system/consistency/events.ts';
import type { DisputeFileMade, ExportEvent, LogStreamed } from '@atelier/domain/exports/events.ts';
import type { IdentityEvent } from '@atelier/domain/identity/events.ts';
import type { JobEvent } from '@atelier/domain/system/jobs/events.ts';
import type { ChoiceEvent, MessageEvent, WordingEvent } from '@atelier/domain/messages/events.ts';
import type { NavEvent } from '@atelier/domain/nav/events.ts';
import type { PrivacyEvent } from '@atelier/domain/privacy/events.ts';
import type { ReasonSwitched, SubReasonSaved } from '@atelier/domain/reference/reason-events.ts';
import type { ProductImportEvent } from '@atelier/domain/reference/product-import/events.ts';
import type { RecordedEvent } from '@atelier/domain/recorded.ts';
import type { ReferenceImported, ReferenceRowSaved } from '@atelier/domain/reference/import/events.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import type { UnknownCodeScanned } from '@atelier/domain/repair/scanning/unknown-scan.ts';
import type { RmaEvent } from '@atelier/domain/deposit/events.ts';
import type { ShipmentEvent } from '@atelier/domain/shipping/events.ts';
import type { WebhookEvent } from '@atelier/domain/webhooks/events.ts';
import type { WorkerEvent, WorkerRoleEvent } from '@atelier/domain/workforce/events.ts';

/** Any event that some history of this release may hold. */
export type AnyEvent =
  | JobEvent
  | WebhookEvent
  | AuditReading
  | LogVerificationEvent
  | UnusualReviewed
  | ReadyModelFitted
  | FlowModelFitted
  | RadarEvent
  | OwnMailEvent
  | SealingEvent
  | DifferenceEvent
  | ExportEvent
  | LogStreamed
  | DisputeFileMade
  | ItemEvent
  | NavEvent
  | MessageEvent
  | ChoiceEvent
  | WordingEvent
  | PrivacyEvent
  | RmaEvent
  | ShipmentEvent
  | IdentityEvent
  | WorkerEvent
  | WorkerRoleEvent
  | UnknownCodeScanned
  | ProductImportEvent
  | RecordedEvent
  | ReferenceImported
  | ReferenceRowSaved
  | ReasonSwitched
  | SubReasonSaved;

export const at = '2026-03-02T09:00:00.000Z';
export const by = { userId: 7, workerId: 12 };
export const customerRef = 'customer-golden';
export const contact = {
  firstName: 'Zoé',
  lastName: 'Çelik',
  phoneCode: '+33',
  phone: '123456789',
  email: 'zoe@example.test',
};
export const address = {
  country: 'FR',
  province: null,
  city: 'Paris',
  address: '1, rue de la Paix',
  receiverName: 'Zoé Çelik',
  receiverPhone: '+33123456789',
};
export const profile = { email: 'staff@example.test', name: '明', lastName: '王' };

export const inAllLanguages = (words: string) => ({
  en: words,
  'zh-CN': words,
  'zh-TW': words,
  fr: words,
  es: words,
  ja: words,
  ar: words,
});

/** A form filled in again, all of it. */
export const editedFacts = {
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
  agreedFee: { amount: 4500, currency: 'EUR' },
  total180: 3,
  images: ['d'.repeat(22)],
  goldImage: 'e'.repeat(22),
  extendedWarrantyProof: 'f'.repeat(22),
  delivery: 'client',
  survey: { reason: 'other', comment: 'aime la pièce' },
} as const;
