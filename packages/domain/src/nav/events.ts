import type { DomainEvent } from '../decider.ts';
import type { Actor, Instant, ItemId, ShipmentId, SiteId } from '../kernel.ts';

/**
 * Events of the document NAV gets for one package, stream `nav-<package id>`: a tracking number may change and may
 * hold any letters, the package's id does neither. Nothing personal: numbers, codes and NAV's own words made harmless.
 */
export const navStream = (shipmentId: ShipmentId): string => `nav-${shipmentId}`;

/** The package left for a store outside mainland China, or left again after it was taken back: NAV is to have a document. */
export type NavDocumentRequested = DomainEvent<
  'NavDocumentRequested',
  {
    readonly shipmentId: ShipmentId;
    /** What NAV will know as the external document number. */
    readonly trackingNumber: string;
    readonly storeId: SiteId;
    readonly itemIds: readonly ItemId[];
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** Written before NAV is called: whatever happens to us afterwards, the log knows that NAV may hold a document. */
export type NavSendingStarted = DomainEvent<
  'NavSendingStarted',
  { readonly attempt: number; readonly at: Instant }
>;
/** NAV said that it did nothing and when to come again. */
export type NavSendingPostponed = DomainEvent<
  'NavSendingPostponed',
  { readonly code: string; readonly message: string; readonly until: Instant; readonly at: Instant }
>;
export type NavDocumentSent = DomainEvent<
  'NavDocumentSent',
  {
    readonly navId: string;
    readonly navNumber: string;
    /** Learnt by asking NAV for the number, not from the answer to a sending. */
    readonly byAsking: boolean;
    readonly at: Instant;
  }
>;
/** NAV refused the document, or it was tried too often: a person decides. */
export type NavDocumentRejected = DomainEvent<
  'NavDocumentRejected',
  { readonly code: string; readonly message: string; readonly at: Instant }
>;
/** No answer that says what became of it: NAV is asked before anything is sent again. */
export type NavOutcomeUnknown = DomainEvent<
  'NavOutcomeUnknown',
  { readonly code: string; readonly message: string; readonly at: Instant }
>;
export type NavDocumentSkipped = DomainEvent<
  'NavDocumentSkipped',
  { readonly reason: string; readonly at: Instant; readonly by: Actor }
>;
export type NavRetryRequested = DomainEvent<
  'NavRetryRequested',
  { readonly reason: string; readonly at: Instant; readonly by: Actor }
>;
/** The package was taken back before NAV had a document. */
export type NavDocumentWithdrawn = DomainEvent<'NavDocumentWithdrawn', { readonly at: Instant }>;

/** Why a person has to look into NAV: the two no longer say the same. */
export type NavAttention =
  | 'package_taken_back'
  | 'tracking_changed'
  | 'contents_changed'
  | 'found_in_nav'
  | 'several_in_nav';
export type NavAttentionRaised = DomainEvent<
  'NavAttentionRaised',
  { readonly because: NavAttention; readonly at: Instant }
>;
export type NavAttentionCleared = DomainEvent<'NavAttentionCleared', { readonly at: Instant }>;

export type NavEvent =
  | NavDocumentRequested
  | NavSendingStarted
  | NavSendingPostponed
  | NavDocumentSent
  | NavDocumentRejected
  | NavOutcomeUnknown
  | NavDocumentSkipped
  | NavRetryRequested
  | NavDocumentWithdrawn
  | NavAttentionRaised
  | NavAttentionCleared;
export type NavEventType = NavEvent['type'];

/** Nothing personal in any of them. */
export const NAV_PERSONAL_DATA = {
  NavDocumentRequested: null,
  NavSendingStarted: null,
  NavSendingPostponed: null,
  NavDocumentSent: null,
  NavDocumentRejected: null,
  NavOutcomeUnknown: null,
  NavDocumentSkipped: null,
  NavRetryRequested: null,
  NavDocumentWithdrawn: null,
  NavAttentionRaised: null,
  NavAttentionCleared: null,
} as const satisfies Record<NavEventType, null>;
