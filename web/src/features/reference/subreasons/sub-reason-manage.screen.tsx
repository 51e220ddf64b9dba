import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { errorLine } from '../../../lib/api/notice-error.ts';
import { ReasonsPanel } from './reasons-panel.tsx';
import { SubReasonsPanel } from './sub-reasons-panel.tsx';
import { useSystemReasons } from './sub-reason-queries.ts';
import './subreasons.css';

/** `/system/subReasonManage`: reasons, and what stands beneath each (product/reference.md §2). */
export function Screen() {
  const { t } = useTranslation('subreasons');
  const [params, setParams] = useSearchParams();
  const reasons = useSystemReasons();
  const rows = reasons.data?.data;
  if (reasons.isPending) return <Skeleton rows={8} height={44} gap={14} />;
  if (rows === undefined)
    return (
      <ErrorState
        title={t('failed')}
        detail={errorLine(reasons.error)}
        onRetry={() => void reasons.refetch()}
      />
    );
  const chosen = rows.find(({ id }) => String(id) === params.get('reason')) ?? rows[0];
  if (chosen === undefined) return <EmptyState title={t('noReasons')}>{t('noReasonsBody')}</EmptyState>;
  return (
    <div className="stack" data-testid="subreasons-page">
      <p className="muted reasons-lead">{t('lead')}</p>
      <div className="reasons-columns">
        <ReasonsPanel
          reasons={rows}
          chosenId={chosen.id}
          onChoose={(id) => setParams({ reason: String(id) }, { replace: true })}
        />
        <SubReasonsPanel key={chosen.id} reason={chosen} />
      </div>
    </div>
  );
}
