import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { CustomerStatusView } from './schema.ts';

/** What the customer's page is drawn from on the server (product/customer-page.md §5), and what its script goes on with. */
export interface CustomerFirstPaint {
  readonly language: ReferenceLanguage;
  /** What was asked by; null without a question. */
  readonly lookup: { readonly rma_id: string; readonly phone_last4?: string | undefined } | null;
  readonly outcome: 'found' | 'unknown' | 'failed';
  readonly items: readonly CustomerStatusView[];
  /** Of the response that was drawn, to ask again with. */
  readonly etag: string | null;
  /** Which of the pieces, from 0. */
  readonly piece: number;
  /** The day whose times are shown; null = the first. */
  readonly day: string | null;
  /** What kept a decision of the form from being recorded. */
  readonly issue: CollectionFormIssue | null;
}

/** Why a decision was not recorded: the time is no longer offered, too many were made, or anything else. */
export type CollectionFormIssue = 'taken' | 'busy' | 'failed';

/** Where a holder of the link reads how a piece is worn, cleaned and kept; `piece` from 0 (product/documents.md §6). */
export const customerCarePath = (reference: string, piece: number, language: string): string =>
  `/api/customer/care?rma_id=${encodeURIComponent(reference)}&piece=${piece}&language=${language}`;

/** The customer's page. */
export const CUSTOMER_PATH = '/customerStatus';
/** Where its forms decide without a script (product/repair.md §20). */
export const COLLECTION_PATH = '/customerStatus/collection';
export const PICKUP_PATH = '/customerStatus/pickup';

/** Where the statement on accessibility is. */
export const ACCESS_PATH = '/accessibility';

/** Where the guide for customers is. */
export const GUIDE_PATH = '/guide';

/** What the statement and the guide are drawn from: the language alone. */
export interface TextFirstPaint {
  readonly language: ReferenceLanguage;
  readonly text: 'access' | 'guide';
}

/** The page as HTML, and what its head says. */
export interface DrawnCustomerPage {
  readonly title: string;
  readonly language: ReferenceLanguage;
  readonly direction: 'ltr' | 'rtl';
  readonly body: string;
}

/** Id of the element that carries the first paint's data to the script. */
export const FIRST_PAINT_ID = 'first-paint';

/** Where the customer of a deposit decides about messages (product/messages.md §5), in the language they read. */
export const customerMessagesPath = (reference: string, language: string): string =>
  `/api/customer/messages?rma_id=${encodeURIComponent(reference)}&language=${language}`;

/** Path where a holder of a deposit's link reads its receipt (product/documents.md §7). */
export const customerReceiptPath = (reference: string, language: string): string =>
  `/api/customer/receipt?rma_id=${encodeURIComponent(reference)}&language=${language}`;
