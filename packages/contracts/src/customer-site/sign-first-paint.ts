import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { SignView } from './sign-schema.ts';

/** What keeps a signature from being recorded, as the page says it beside the form. */
export const SIGN_FORM_ISSUES = ['signature', 'busy', 'notSent'] as const;
export type SignFormIssue = (typeof SIGN_FORM_ISSUES)[number];

/** What the page of a code is drawn from on the server (product/customer-page.md §12), and what its script goes on with. */
export interface SignFirstPaint {
  readonly language: ReferenceLanguage;
  readonly token: string;
  readonly outcome: 'found' | 'unknown' | 'failed';
  readonly signing: SignView | null;
  /** The page's own key: what is sent twice counts once. */
  readonly key: string;
  /** Of a form that came back without an answer. */
  readonly name: string;
  readonly issue: SignFormIssue | null;
}
