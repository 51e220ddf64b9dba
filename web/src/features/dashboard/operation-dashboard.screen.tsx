import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { usePermission, useSession } from '../../lib/session/use-session.ts';
import { useDashboardStats } from '../../shared/queries/dashboard-stats.ts';
import { ButtonLink } from '../../shared/item/button-link.tsx';
import { StageBoard } from './board/stage-board.tsx';
import { EverySite } from './every-site.tsx';
import './dashboard.css';

const KioskBoard = lazyPart(() => import('./board/kiosk-board.tsx'), 'KioskBoard');

const positive = (text: string | null): number | null => {
  const number = Number(text);
  return text !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** `/operation/dashboard`: the stage board of the user's site, every site for those who stand nowhere; on a wall with `?kiosk=1`. */
export function Screen() {
  const [params] = useSearchParams();
  const { site } = useSession().view;
  const siteId = site?.id ?? positive(params.get('site'));
  if (siteId === null) {
    return (
      <>
        <EscalatedNote />
        <EverySite />
      </>
    );
  }
  if (params.get('kiosk') === '1') return <KioskBoard siteId={siteId} />;
  return <BoardWithNote siteId={siteId} />;
}

/** Note and board come together: a note that comes later would push the board down. */
function BoardWithNote({ siteId }: { siteId: number }) {
  const { query } = useDashboardStats();
  return <StageBoard siteId={siteId} note={query.isPending ? undefined : <EscalatedNote />} />;
}

/** Customers whom their shop has not reached for weeks: the headquarters hear of them (product/reminders.md §2). */
function EscalatedNote() {
  const { t } = useTranslation('dashboard');
  const count = useDashboardStats().stats?.call_escalated ?? 0;
  const mayList = usePermission('view list all rma page for operation');
  if (count === 0 || !mayList) return null;
  const to = '/operation/listRma?bucket=call_escalated&sort=-age';
  return (
    <div className="note-above">
      <Banner tone="warn" action={<ButtonLink to={to}>{t('today.openList')}</ButtonLink>} testId="escalated">
        {t('escalated', { count })}
      </Banner>
    </div>
  );
}
