import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { FeedEntry, FeedFilters, useFeedFilters } from './queries.ts';

interface OnlyThisProps {
  readonly values: FeedFilters;
  readonly change: ReturnType<typeof useFeedFilters>['change'];
  readonly entries: readonly FeedEntry[];
}

/** To which person or record the feed is narrowed, and the way back to everything. */
export function OnlyThis({ values: { person, subject }, change, entries }: OnlyThisProps) {
  const { t } = useTranslation('audit');
  if (person === '' && subject === '') return null;
  const name =
    person === ''
      ? (entries.find(({ stream }) => stream === subject)?.subject ?? subject)
      : (entries.find(({ actor_id: id }) => String(id) === person)?.actor ?? `#${person}`);
  return (
    <p className="audit-person row gap-12" data-testid="audit-only">
      <span>{t('feed.onlyPerson', { name })}</span>
      <Button variant="quiet" onClick={() => change({ person: '', subject: '' })} testId="audit-everybody">
        {t('feed.clear')}
      </Button>
    </p>
  );
}
