import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { IdCard, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import type { Counter } from './use-counter.ts';

/** The owner, or the person they sent, and what is printed for them. */
export function WhoCollects({ counter, owner }: { counter: Counter; owner: string }) {
  const { t } = useTranslation(['pickup', 'rma']);
  const { name, setName } = counter;
  return (
    <section className="panel" data-testid="pickup-who">
      <div className="pickup-line flex wrap middle gap-14">
        <IdCard size={18} aria-hidden />
        <span className="strong">{t('pickup:who')}</span>
        <span className="push row wrap">
          {name === null ? (
            <bdi className="pickup-owner strong">{owner}</bdi>
          ) : (
            <TextField
              label={t('rma:handover.who')}
              hideLabel
              placeholder={t('rma:handover.who')}
              autoFocus
              autoComplete="off"
              maxLength={TEXT_LENGTH.signer}
              value={name}
              onChange={(event) => setName(event.target.value)}
              testId="pickup-name"
            />
          )}
          <Button variant="quiet" onClick={() => setName(name === null ? '' : null)} testId="pickup-other">
            {t(name === null ? 'pickup:other' : 'pickup:owner')}
          </Button>
        </span>
      </div>
      <div className="pickup-line flex wrap middle gap-14 line-above">
        <Printer size={18} aria-hidden />
        <span className="strong">{t('pickup:along')}</span>
        <span className="small muted push">{t('pickup:prints')}</span>
      </div>
    </section>
  );
}
