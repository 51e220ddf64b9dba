import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import type { ApiError } from '../../lib/api/api-error.ts';
import { errorWords } from '../../lib/api/notice-error.ts';
import type { RmaValues } from './form-values.ts';

/** Why the deposit is not taken yet: no connection, a refusal, or fields that need attention. */
export function SendingState({ error, isWaiting }: { error: ApiError | null; isWaiting: boolean }) {
  const { t } = useTranslation(['deposit', 'created']);
  const { formState } = useFormContext<RmaValues>();
  const missing = countErrors(formState.errors);
  return (
    <>
      {isWaiting && (
        <Banner tone="warn" title={t('created:offline')} testId="create-waiting">
          {t('created:offlineBody')}
        </Banner>
      )}
      {error !== null && !isWaiting && (
        <Banner tone="error" title={errorWords(error).title} testId="create-error">
          {/* What is wrong with a field is said there, in the reader's language. */}
          {error.errors.length > 0 ? t('deposit:failed') : (errorWords(error).detail ?? t('deposit:failed'))}
        </Banner>
      )}
      {missing > 0 && (
        <p className="field-error" role="status" data-testid="create-missing">
          {t('deposit:errors', { count: missing })}
        </p>
      )}
    </>
  );
}

/** Fields with a message, however deep. */
function countErrors(errors: object): number {
  return Object.values(errors).reduce<number>((count, error: unknown) => {
    if (typeof error !== 'object' || error === null) return count;
    return count + ('message' in error && typeof error.message === 'string' ? 1 : countErrors(error));
  }, 0);
}
