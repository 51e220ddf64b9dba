import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/session/use-session.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { wordingQuery } from './queries.ts';
import { SenderForm } from './sender-form.tsx';
import { TemplateForm } from './template-form.tsx';
import './wording.css';
import { QueryView } from '../../shared/paged-table/query-view.tsx';

/** Who messages to customers come from, and their words, with a preview and a test (product/messages.md §4). */
export function WordingPanel() {
  const { t } = useTranslation('messages');
  const wording = useQuery(wordingQuery());
  const mayChange = usePermission('engine system config');
  const view = wording.data?.data;
  return (
    <Panel title={t('wording.title')} testId="message-wording">
      <QueryView query={wording} skeleton={{ rows: 4, height: 36 }} failed={t('system:failed')} />
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
