import { codeText } from '@atelier/domain/contract/codes.ts';
import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import { ArrowRight, Pencil } from 'lucide-react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { FormText } from '../../shared/form/form-field.tsx';
import { isTracking } from '../../shared/queries/site-codes.ts';

export interface TrackingBarProps {
  tracking: string;
  /** Numbers the package had before its carrier gave it another. */
  formerly: readonly string[];
  onTracking: (tracking: string) => void;
}

/** The package's number: typed or scanned once, then it names everything on the page. */
export function TrackingBar({ tracking, formerly, onTracking }: TrackingBarProps) {
  const { t } = useTranslation(['shipping', 'sending']);
  const form = useForm({ defaultValues: { typed: '' } });
  const { setFocus } = form;
  useEffect(() => {
    const isTouch = globalThis.matchMedia('(pointer: coarse)').matches;
    if (tracking === '' && !isTouch && document.activeElement?.closest('input, .p-dialog') == null)
      setFocus('typed');
  }, [tracking, setFocus]);
  if (tracking !== '') {
    return (
      <div className="tracking-bar flex wrap at-start" data-testid="tracking">
        <span className="small muted">{t('terms:field.tracking')}</span>
        <bdi className="tracking-number num">{tracking}</bdi>
        {formerly.length > 0 && (
          <span className="small muted" data-testid="former-numbers">
            {t('sending:number.former', { numbers: formerly.join(', ') })}
          </span>
        )}
        <Button
          variant="quiet"
          icon={<Pencil size={15} aria-hidden />}
          onClick={() => onTracking('')}
          testId="tracking-change"
        >
          {t('tracking.change')}
        </Button>
      </div>
    );
  }
  const start = () => void form.handleSubmit(({ typed }) => onTracking(codeText(typed)))();
  return (
    <div className="tracking-bar flex wrap at-start">
      <FormText
        form={form}
        name="typed"
        label={t('terms:field.tracking')}
        required={t('tracking.required')}
        check={(typed) => (isTracking(typed) ? undefined : t('tracking.invalid'))}
        dir="ltr"
        spellCheck={false}
        maxLength={TRACKING_NUMBER.most}
        hint={t('tracking.hint')}
        onKeyDown={(event) => event.key === 'Enter' && start()}
        testId="tracking-input"
      />
      <Button
        variant="primary"
        iconAfter={<ArrowRight size={16} aria-hidden className="flips" />}
        onClick={start}
        testId="tracking-start"
      >
        {t('tracking.start')}
      </Button>
    </div>
  );
}
