import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorWords } from '../../lib/api/notice-error.ts';

interface PartStateProps {
  part: Pick<UseQueryResult, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>;
  rows?: number;
}

/**
 * What a part of the detail shows instead of its content: bars while it loads, "Timeout" when it was given up after 60
 * seconds, or what went wrong; with a separate retry. Nothing once its content is there.
 */
export function PartState({ part, rows = 2 }: PartStateProps) {
  const { t } = useTranslation(['search', 'rma', 'common']);
  if (part.data !== undefined) return null;
  if (part.isPending) return <Skeleton rows={rows} height={18} />;
  const isTimeout = part.error instanceof ApiError && part.error.kind === 'timeout';
  return (
    <p className="row wrap small" role="alert">
      <span className="tone-warn">
        {isTimeout ? t('search:detail.timeoutPart') : errorWords(part.error).title}
      </span>
      <Button variant="quiet" busy={part.isFetching} onClick={() => void part.refetch()} testId="part-retry">
        {t('common:retry')}
      </Button>
    </p>
  );
}
