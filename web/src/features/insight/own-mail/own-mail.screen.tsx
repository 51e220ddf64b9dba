import { Panel } from '@atelier/ui/layout/panel.tsx';
import { ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AddressPanel } from './address-panel.tsx';
import { ownMailQuery } from './own-mail-query.ts';
import { WeeklyPanel } from './weekly-panel.tsx';
import './own-mail.css';

/** `/insight/mail`: where the account's mails go, and whether a weekly summary is among them (docs/product/insight.md §10). */
export function Screen() {
  const { t } = useTranslation('insight');
  const { data, error, refetch } = useQuery(ownMailQuery());
  const mail = data?.data;
  if (mail === undefined)
    return error === null ? (
      <Skeleton rows={4} />
    ) : (
      <ErrorState title={t('failed')} onRetry={() => void refetch()} />
    );
  return (
    <div className="own-mail-page stack gap-14" data-testid="own-mail-page">
      {mail.why_not === null ? (
        <AddressPanel mail={mail} />
      ) : (
        <Panel title={t('ownMail.title')} padded>
          <p data-testid="own-mail-none">{t(`ownMail.whyNot.${mail.why_not}`)}</p>
        </Panel>
      )}
      {mail.why_not === null && mail.confirmed && <WeeklyPanel mail={mail} />}
    </div>
  );
}
