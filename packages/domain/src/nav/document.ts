import { unreachable } from '../decider.ts';
import type { Instant, ItemId, ShipmentId, SiteId } from '../kernel.ts';
import type { NavAttention, NavDocumentRequested, NavEvent } from './events.ts';

/** product/nav.md §2, and two ends of our own: skipped by a person, withdrawn with its package. */
export const NAV_STATES = [
  'pending',
  'sending',
  'sent',
  'rejected',
  'unknown',
  'skipped',
  'withdrawn',
] as const;
export type NavState = (typeof NAV_STATES)[number];

export interface NavAnswer {
  readonly code: string;
  readonly message: string;
  readonly at: Instant;
}

export interface NavDocument {
  readonly kind: 'document';
  readonly shipmentId: ShipmentId;
  readonly trackingNumber: string;
  readonly storeId: SiteId;
  readonly itemIds: readonly ItemId[];
  readonly state: NavState;
  readonly attempts: number;
  /** So many attempts, then a person decides; a retry grants more. */
  readonly attemptLimit: number;
  /** The newest attempt; null before the first. */
  readonly attemptedAt: Instant | null;
  /** What became of the newest attempt is not known: NAV may hold a document, or may still be making it. */
  readonly unresolved: boolean;
  /** NAV asked to wait until then. */
  readonly notBefore: Instant | null;
  readonly answer: NavAnswer | null;
  readonly navId: string | null;
  readonly navNumber: string | null;
  readonly attention: NavAttention | null;
  /** Why a person skipped it or asked again. */
  readonly reason: string | null;
  readonly requestedAt: Instant;
  readonly requestedBy: number | null;
  readonly changedAt: Instant;
}

export type NavDocumentState = { readonly kind: 'none' } | NavDocument;

export const initialNavDocument: NavDocumentState = { kind: 'none' };

/** Attempts before a person is asked, and as many more with every retry. */
export const ATTEMPTS_AT_ONCE = 10;

/** Folds one event into a document. Total: an event that cannot follow the state leaves it as it is. */
export function evolveNavDocument(state: NavDocumentState, event: NavEvent): NavDocumentState {
  if (event.type === 'NavDocumentRequested') return requested(state, event.data);
  if (state.kind === 'none') return state;
  return { ...changed(state, event), changedAt: event.data.at };
}

/** Asked for again, it keeps what it knows of its attempts: those of the same number may still come to light. */
function requested(state: NavDocumentState, data: NavDocumentRequested['data']): NavDocument {
  const before = state.kind === 'none' ? undefined : state;
  const attempts = before?.attempts ?? 0;
  return {
    kind: 'document',
    shipmentId: data.shipmentId,
    trackingNumber: data.trackingNumber,
    storeId: data.storeId,
    itemIds: data.itemIds,
    state: 'pending',
    attempts,
    attemptLimit: attempts + ATTEMPTS_AT_ONCE,
    attemptedAt: before?.attemptedAt ?? null,
    unresolved: false,
    notBefore: null,
    answer: null,
    navId: null,
    navNumber: null,
    attention: null,
    reason: null,
    requestedAt: data.at,
    requestedBy: data.by.userId,
    changedAt: data.at,
  };
}

function changed(document: NavDocument, event: Exclude<NavEvent, NavDocumentRequested>): NavDocument {
  switch (event.type) {
    case 'NavSendingStarted': {
      const { attempt, at } = event.data;
      const started = { attempts: attempt, attemptedAt: at, unresolved: true, notBefore: null };
      return { ...document, ...started, state: 'sending' };
    }
    case 'NavSendingPostponed': {
      const { until } = event.data;
      return { ...withAnswer(document, event.data), state: 'pending', unresolved: false, notBefore: until };
    }
    case 'NavDocumentSent': {
      const { navId, navNumber } = event.data;
      return { ...document, state: 'sent', unresolved: false, notBefore: null, navId, navNumber };
    }
    case 'NavDocumentRejected':
      return { ...withAnswer(document, event.data), state: 'rejected', unresolved: false };
    case 'NavOutcomeUnknown':
      return { ...withAnswer(document, event.data), state: 'unknown' };
    case 'NavDocumentSkipped':
      return { ...document, state: 'skipped', reason: event.data.reason };
    case 'NavRetryRequested': {
      const attemptLimit = document.attempts + ATTEMPTS_AT_ONCE;
      const state = document.unresolved ? 'unknown' : 'pending';
      return { ...document, state, attemptLimit, notBefore: null, reason: event.data.reason };
    }
    case 'NavDocumentWithdrawn':
      return { ...document, state: 'withdrawn', unresolved: false, attention: null };
    case 'NavAttentionRaised':
      return { ...document, attention: event.data.because };
    case 'NavAttentionCleared':
      return { ...document, attention: null };
    default:
      return unreachable(event);
  }
}

function withAnswer(document: NavDocument, { code, message, at }: NavAnswer): NavDocument {
  return { ...document, answer: { code, message, at } };
}

/** From when on a worker should try it; null when no retry is due. A worker asks whenever something is unresolved. */
export function dueAt({ state, notBefore, requestedAt, attemptedAt }: NavDocument): Instant | null {
  switch (state) {
    case 'pending':
      return notBefore ?? requestedAt;
    case 'sending':
    case 'unknown':
      return attemptedAt;
    case 'sent':
    case 'rejected':
    case 'skipped':
    case 'withdrawn':
      return null;
    default:
      return unreachable(state);
  }
}

/** The inline read-model row (`version` and `position` are the append's). */
export interface NavDocumentRow {
  readonly id: ShipmentId;
  readonly tracking_number: string;
  readonly store_id: SiteId;
  readonly item_ids: readonly ItemId[];
  readonly state: NavState;
  readonly attempts: number;
  readonly nav_number: string | null;
  readonly answer_code: string | null;
  readonly answer_message: string | null;
  readonly attention: NavAttention | null;
  readonly reason: string | null;
  readonly requested_at: Instant;
  readonly requested_by: number | null;
  readonly changed_at: Instant;
  readonly due_at: Instant | null;
}

export function toNavDocumentRow(document: NavDocument): NavDocumentRow {
  return {
    id: document.shipmentId,
    tracking_number: document.trackingNumber,
    store_id: document.storeId,
    item_ids: document.itemIds,
    state: document.state,
    attempts: document.attempts,
    nav_number: document.navNumber,
    answer_code: document.answer?.code ?? null,
    answer_message: document.answer?.message ?? null,
    attention: document.attention,
    reason: document.reason,
    requested_at: document.requestedAt,
    requested_by: document.requestedBy,
    changed_at: document.changedAt,
    due_at: dueAt(document),
  };
}
