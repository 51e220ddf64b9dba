import { CUSTOMER_PATH } from '@atelier/contracts/customer-site/first-paint.ts';
import type { ReactNode } from 'react';
import type { Language } from '../../lib/i18n/languages.ts';
import type { Lookup } from './status.ts';

export interface AskAgainProps {
  lookup: Lookup | null;
  /** Left out where the form itself asks for it. */
  language?: Language;
  className?: string;
  /** Of another public page. */
  path?: string | undefined;
  children: ReactNode;
}

/** A form that asks the server for the same repair. Digits of a phone never stand in an address: those are posted. */
export const AskAgain = ({ lookup, language, className, path, children }: AskAgainProps) => (
  <form method={lookup?.phone_last4 ? 'post' : 'get'} action={path ?? CUSTOMER_PATH} className={className}>
    {lookup && <input type="hidden" name="rma_id" value={lookup.rma_id} />}
    {lookup?.phone_last4 && <input type="hidden" name="phone_last4" value={lookup.phone_last4} />}
    {language && <input type="hidden" name="language" value={language} />}
    {children}
  </form>
);
