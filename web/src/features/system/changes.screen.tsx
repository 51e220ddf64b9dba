import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { errorLine } from '../../lib/api/notice-error.ts';
import { ChangeRow } from './change-row.tsx';
import { CHANGE_KINDS, useChanges, useChangesAsked } from './changes-queries.ts';
import type { ChangesAsked } from './changes-queries.ts';
import './changes.css';

/** `/system/changes`: what administrators changed, by whom and when, from the log (product/audit.md §3). */
export function Screen() {
  const { t } = useTranslation('changes');
  const [asked, change] = useChangesAsked();
  const query = useChanges(asked);
  const { changes } = query;
  return (
    <div className="stack" data-testid="changes-page">
      <p className="muted changes-lead">{t('lead')}</p>
      <Panel title={t('title')} testId="changes">
        <Filters asked={asked} people={query.people} onChange={change} />
        {query.isPending && (
          <div className="panel-body">
            <Skeleton rows={8} height={48} gap={14} />
          </div>
        )}
        {query.isError && changes.length === 0 && (
          <ErrorState
            title={t('failed')}
            detail={errorLine(query.error)}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && changes.length === 0 && (
          <EmptyState title={t('none')} icon={<History aria-hidden />}>
            {t('noneBody')}
          </EmptyState>
        )}
        <ol className="changes-list" aria-busy={query.isPlaceholderData || undefined}>
          {changes.map((each) => (
            <ChangeRow key={each.position} change={each} />
          ))}
        </ol>
        {query.hasNextPage && (
          <div className="panel-foot">
            <Button
              busy={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
              testId="changes-older"
            >
              {t('older')}
            </Button>
          </div>
        )}
      </Panel>
    </div>
  );
}

interface FiltersProps {
  asked: ChangesAsked;
  people: readonly { readonly id: number; readonly name: string }[];
  onChange: (part: Partial<ChangesAsked>) => void;
}

function Filters({ asked, people, onChange }: FiltersProps) {
  const { t } = useTranslation('changes');
  return (
    <div className="changes-filters" role="search">
      <Select
        label={t('what')}
        value={asked.kind}
        placeholder={t('everything')}
        options={CHANGE_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        onChange={(event) => onChange({ kind: event.target.value as ChangesAsked['kind'] })}
        testId="changes-kind"
      />
      <Select
        label={t('who')}
        value={asked.person}
        placeholder={t('everybody')}
        options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(event) => onChange({ person: event.target.value })}
        testId="changes-person"
      />
    </div>
  );
}
