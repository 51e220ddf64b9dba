import { CUSTOMER_PATH } from '@atelier/contracts/customer-site/first-paint.ts';
import { codeText } from '@atelier/domain/contract/codes.ts';
import { CUSTOMER_REFERENCE_LENGTH } from '@atelier/domain/customer-site/contract.ts';
import { type FormEvent, useId, useState } from 'react';
import type { Language } from '../../lib/i18n/languages.ts';
import type { Lookup } from './status.ts';
import type { Translate } from './texts.ts';

export interface LookupFormProps {
  t: Translate;
  language: Language;
  /** The reference of the link that was not found, if there was one. */
  asked: Lookup | null;
  /** Whether the last question had an answer; false says so. */
  missed: boolean;
  onAsk: (lookup: Lookup) => void;
}

/** Number and the last four digits of the phone, for who has no link, or an old one. */
export function LookupForm({ t, language, asked, missed, onAsk }: LookupFormProps) {
  const id = useId();
  const [number, setNumber] = useState(asked?.phone_last4 ? asked.rma_id : '');
  const [last4, setLast4] = useState(asked?.phone_last4 ?? '');
  const [incomplete, setIncomplete] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const complete = number.trim() !== '' && /^\d{4}$/.test(last4);
    setIncomplete(!complete);
    if (complete) onAsk({ rma_id: number.trim(), phone_last4: last4 });
  };
  return (
    <form
      className="lookup stack gap-16 text-center"
      method="post"
      action={CUSTOMER_PATH}
      onSubmit={submit}
      noValidate
      data-testid="lookup"
    >
      <input type="hidden" name="language" value={language} />
      <h1>{t('lookup.title')}</h1>
      <p className="muted">{t('lookup.text')}</p>
      {(missed || incomplete) && (
        <p className="lookup-error" role="alert" data-testid="lookup-error">
          {t(incomplete ? 'lookup.incomplete' : 'lookup.missed')}
        </p>
      )}
      <div className="lookup-fields grid gap-14 text-start">
        <div className="field">
          <label htmlFor={`${id}n`}>{t('lookup.number')}</label>
          <input
            id={`${id}n`}
            name="rma_id"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
            autoComplete="off"
            dir="ltr"
            maxLength={CUSTOMER_REFERENCE_LENGTH}
            placeholder="PAR-000123"
            data-testid="lookup-number"
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}p`}>{t('lookup.last4')}</label>
          <input
            id={`${id}p`}
            name="phone_last4"
            value={last4}
            onChange={(event) => setLast4(codeText(event.target.value).replace(/\D/g, '').slice(0, 4))}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            data-testid="lookup-last4"
          />
        </div>
      </div>
      <button type="submit" className="lookup-go rounded strong" data-testid="lookup-go">
        {t('lookup.go')}
      </button>
    </form>
  );
}
