import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import type { useEveryExport, useFeed, useUnusual } from './queries.ts';

interface OlderProps {
  readonly query: ReturnType<typeof useFeed | typeof useUnusual | typeof useEveryExport>;
}

/** An empty page may only be an empty part of the log. */
export function NothingFound({ query }: OlderProps) {
  const { t } = useTranslation('audit');
  return (
    <EmptyState title={t('feed.none')} icon={<History aria-hidden />}>
      {query.hasNextPage ? <Older query={query} /> : t('feed.noneBody')}
    </EmptyState>
  );
}

export function Older({ query }: OlderProps) {
  const { t } = useTranslation('audit');
  if (!query.hasNextPage) return null;
  const isEmpty = query.data?.data.length === 0;
  return (
    <div className="panel-foot">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} testId="audit-older">
        {t(isEmpty ? 'feed.searchOn' : 'feed.older')}
      </Button>
    </div>
  );
}
