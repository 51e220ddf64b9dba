import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@atelier/ui/feedback/states.tsx';
import { errorLine } from '../../../lib/api/notice-error.ts';

type Answer = Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;

/** What was typed stays; it is asked for again at a press. */
export function SearchFailed({ answer }: { answer: Answer }) {
  const { t } = useTranslation('search');
  return (
    <ErrorState
      title={t('rma.failed')}
      detail={errorLine(answer.error)}
      kept={t('rma.kept')}
      onRetry={() => void answer.refetch()}
      busy={answer.isFetching}
    />
  );
}
