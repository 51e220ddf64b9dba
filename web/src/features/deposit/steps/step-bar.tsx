import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { STEPS, type Step } from './use-step.ts';

/** Where the deposit stands. One may look at the pieces before the client is complete; signing is the last. */
export function StepBar({ step, onGo }: { step: Step; onGo: (step: Step) => void }) {
  const { t } = useTranslation('steps');
  const place = STEPS.indexOf(step);
  return (
    <ol className="deposit-steps" aria-label={t('label')} data-testid="deposit-steps">
      {STEPS.map((each, index) => (
        <li key={each} aria-current={each === step ? 'step' : undefined}>
          <button
            type="button"
            disabled={each === step || each === 'sign'}
            data-done={index < place || undefined}
            onClick={() => onGo(each)}
            data-testid={`step-${each}`}
          >
            <span className="deposit-step-mark num" aria-hidden>
              {index < place ? <Check size={15} /> : index + 1}
            </span>
            {t(each)}
          </button>
        </li>
      ))}
    </ol>
  );
}
