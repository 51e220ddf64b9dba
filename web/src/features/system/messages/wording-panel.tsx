import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorLine } from '../../../lib/api/notice-error.ts';
import { usePermission } from '../../../lib/session/use-session.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Banner, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { wordingQuery } from './queries.ts';
import { SenderForm } from './sender-form.tsx';
import { TemplateForm } from './template-form.tsx';
import './wording.css';

/** Who messages to customers come from, and their words, with a preview and a test (product/messages.md §4). */
export function WordingPanel() {
  const { t } = useTranslation('messages');
  const wording = useQuery(wordingQuery());
  const mayChange = usePermission('engine system config');
  const view = wording.data?.data;
  return (
    <Panel title={t('wording.title')} testId="message-wording">
      {wording.isPending && <Skeleton rows={4} height={36} />}
      {wording.isError && view === undefined && (
        <ErrorState
          title={t('system:failed')}
          detail={errorLine(wording.error)}
          onRetry={() => void wording.refetch()}
        />
      )}
      {view !== undefined && (
        <div className="panel-body stack wording">
          {view.caught_at !== '' && (
            <p>
              <a href={view.caught_at} target="_blank" rel="noreferrer">
                {t('wording.caught')}
              </a>
            </p>
          )}
          {view.senders.length === 0 && <Banner tone="warn">{t('wording.noSender')}</Banner>}
          <SenderForm view={view} mayChange={mayChange} />
          <TemplateForm view={view} mayChange={mayChange} />
        </div>
      )}
    </Panel>
  );
}
