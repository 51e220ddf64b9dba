import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { ArrowLeft } from 'lucide-react';
import { Suspense } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { isBlankPiece } from '../prefill.ts';
import { StartOver } from '../start-over.tsx';
import type { Step } from './use-step.ts';

/** Nothing to say before the first attempt. */
const SendingState = lazyPart(() => import('../sending-state.tsx'), 'SendingState');

/** The rules of warranty and money come with it. */
const Together = lazyPart(() => import('./together.tsx'), 'Together');

export interface StepFooterProps {
  step: Step;
  rules: () => FormRules;
  error: ApiError | null;
  isBusy: boolean;
  /** There is no connection: it is sent when it returns. */
  isWaiting: boolean;
  onBack: () => void;
  onNext: () => void;
  onSubmit: () => void;
  onClear: () => void;
}

/** Under every step: how many pieces, what they weigh and cost, and the one button that goes on. */
export function StepFooter(props: StepFooterProps) {
  const { step, error, isBusy, isWaiting, onBack, onNext, onSubmit } = props;
  const { t } = useTranslation(['steps', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const count = useWatch({ control, name: 'items' }).filter((piece) => !isBlankPiece(piece)).length;
  return (
    <footer className="deposit-foot" data-testid="deposit-foot">
      <Suspense fallback={null}>
        <SendingState error={error} isWaiting={isWaiting} />
      </Suspense>
      <div className="row wrap">
        {step !== 'client' && (
          <Button
            size="large"
            icon={<ArrowLeft size={17} aria-hidden className="flips" />}
            onClick={onBack}
            testId="step-back"
          >
            {t('steps:back')}
          </Button>
        )}
        <Suspense fallback={null}>
          <Together rules={props.rules} />
        </Suspense>
        <StartOver label={t('deposit:draft.clear')} onClear={props.onClear} />
        <span className="push">
          {step === 'sign' ? (
            <Button variant="primary" size="large" busy={isBusy} onClick={onSubmit} testId="create-submit">
              {t('deposit:submit')}
            </Button>
          ) : (
            <Button variant="primary" size="large" onClick={onNext} testId="step-next">
              {step === 'client' && count > 0 ? t('steps:next.pieces', { count }) : t(`steps:next.${step}`)}
            </Button>
          )}
        </span>
      </div>
    </footer>
  );
}
