import { ArrowLeft, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { readDecimal } from '../../../lib/i18n/typed-number.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { SendingState } from '../sending-state.tsx';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { isBlankPiece } from '../prefill.ts';
import { totalFee } from './fee-of-piece.ts';
import type { Step } from './use-step.ts';

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
      <SendingState error={error} isWaiting={isWaiting} />
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
        <Together rules={props.rules} />
        <StartOver onClear={props.onClear} />
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

/** The pieces with their weight and fee, as far as they are known. */
function Together({ rules }: { rules: () => FormRules }) {
  const { t } = useTranslation(['steps', 'deposit']);
  const format = useStaffFormat();
  const { control } = useFormContext<RmaValues>();
  const items = useWatch({ control, name: 'items' });
  const named = items.filter((piece) => !isBlankPiece(piece));
  const weight = items.reduce((sum, piece) => sum + (readDecimal(piece.total_weight) ?? 0), 0);
  const fee = totalFee(items, rules());
  const weighs =
    weight > 0 ? [t('steps:grams', { weight: format.number(Math.round(weight * 100) / 100) })] : [];
  return (
    <span className="stack gap-0 deposit-together">
      <span className="strong">{t('deposit:draft.pieces', { count: named.length })}</span>
      <span className="small muted num">
        {[...weighs, ...(fee > 0 ? [format.money(fee, rules().currency)] : [])].join(' · ')}
      </span>
    </span>
  );
}

function StartOver({ onClear }: Pick<StepFooterProps, 'onClear'>) {
  const { t } = useTranslation(['deposit', 'common']);
  const { formState } = useFormContext<RmaValues>();
  const [isAsked, setAsked] = useState(false);
  if (!formState.isDirty) return null;
  return (
    <>
      <Button
        variant="quiet"
        icon={<RotateCcw size={14} aria-hidden />}
        onClick={() => setAsked(true)}
        testId="create-clear"
      >
        {t('deposit:draft.clear')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        danger
        title={t('common:unsaved.title')}
        confirmLabel={t('common:unsaved.discard')}
        cancelLabel={t('common:unsaved.keep')}
        onConfirm={onClear}
        onClose={() => setAsked(false)}
        testId="confirm-clear"
      >
        <p>{t('common:unsaved.body')}</p>
      </ConfirmDialog>
    </>
  );
}
