import { useTranslation } from 'react-i18next';
import { Split } from '@atelier/ui/layout/split.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { ReasonsPanel } from './reasons-panel.tsx';
import { SubReasonsPanel } from './sub-reasons-panel.tsx';
import { useSystemReasons } from '../queries.ts';
import './subreasons.css';

/** `/system/subReasonManage`: reasons, and what stands beneath each (product/reference.md §2). */
export function Screen() {
  const { t } = useTranslation('subreasons');
  const [params, setParams] = useSearchParams();
  const reasons = useSystemReasons();
  return (
    <QueryView query={reasons} skeleton={{ rows: 8, height: 44, gap: 14 }} failed={t('failed')}>
      {({ data: rows }) => {
        const chosen = rows.find(({ id }) => String(id) === params.get('reason')) ?? rows[0];
        if (chosen === undefined) return <EmptyState title={t('noReasons')}>{t('noReasonsBody')}</EmptyState>;
        return (
          <Stack data-testid="subreasons-page">
            <p className="lead muted">{t('lead')}</p>
            <Split tracks="minmax(280px, 380px) minmax(0, 1fr)">
              <ReasonsPanel
                reasons={rows}
                chosenId={chosen.id}
                onChoose={(id) => setParams({ reason: String(id) }, { replace: true })}
              />
              <SubReasonsPanel key={chosen.id} reason={chosen} />
            </Split>
          </Stack>
        );
      }}
    </QueryView>
  );
}
