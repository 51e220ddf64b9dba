import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { FeeAskedView } from '../repair/fee-link-schema.ts';

/** What keeps an answer from being recorded, as the page says it beside the form. */
export const FEE_FORM_ISSUES = ['name', 'signature', 'conditions', 'busy', 'notSent'] as const;
export type FeeFormIssue = (typeof FEE_FORM_ISSUES)[number];

/** What the page of a link is drawn from on the server (product/customer-page.md §6), and what its script goes on with. */
export interface FeeFirstPaint {
  readonly language: ReferenceLanguage;
  readonly token: string;
  readonly outcome: 'found' | 'unknown' | 'failed';
  readonly asked: FeeAskedView | null;
  /** The page's own key: what is sent twice counts once. */
  readonly key: string;
  /** Of a form that came back without an answer. */
  readonly name: string;
  readonly issue: FeeFormIssue | null;
}
