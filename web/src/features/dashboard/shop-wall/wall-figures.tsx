import type { DashboardStats } from '@atelier/contracts/dashboard/schema.ts';
import { useTranslation } from 'react-i18next';
import { AgeBadge } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useDashboardStats } from '../../../shared/queries/dashboard-stats.ts';
import { useLimits } from '../../../shared/rules/limit-words.ts';

interface FigureProps {
  name: keyof DashboardStats &
    ('ready_to_ship' | 'waiting_for_customer' | 'here_for_others' | 'in_transit' | 'sent_to_warehouse');
  value: number | undefined;
  children?: React.ReactNode;
}

function Figure({ name, value, children }: FigureProps) {
  const { t } = useTranslation('status');
  const { number } = useStaffFormat();
  return (
    <li className="flex middle">
      <b className="num" data-testid={`wall-figure-${name}`}>
        {value === undefined ? '–' : number(value)}
      </b>
      <span>
        {t(`bucket.${name}`)}
        {children}
      </span>
    </li>
  );
}

/** The counts of product/dashboard.md §1, each with its late share; what is kept for others only where there is some. */
export function WallFigures({ packages }: { packages: number | undefined }) {
  const { t } = useTranslation('dashboard');
  const { number } = useStaffFormat();
  const limits = useLimits();
  const { stats } = useDashboardStats();
  const over = (count: number | undefined, limit: string) =>
    count !== undefined && count > 0 ? t('wall.over', { number: number(count), limit }) : null;
  const late = over(stats?.ready_to_ship_over_72h, limits.ready.short);
  const waiting = over(stats?.waiting_for_customer_over_week, limits.waiting.short);
  return (
    <ul className="shop-wall-figures on-surface" aria-label={t('tiles')}>
      <Figure name="ready_to_ship" value={stats?.ready_to_ship}>
        {late !== null && <AgeBadge urgency="late">{late}</AgeBadge>}
      </Figure>
      <Figure name="waiting_for_customer" value={stats?.waiting_for_customer}>
        {waiting !== null && <AgeBadge urgency="over">{waiting}</AgeBadge>}
      </Figure>
      {(stats?.here_for_others ?? 0) > 0 && <Figure name="here_for_others" value={stats?.here_for_others} />}
      <Figure name="in_transit" value={stats?.in_transit}>
        {packages !== undefined && packages > 0 && (
          <span className="muted num">{t('wall.packages', { count: packages })}</span>
        )}
      </Figure>
      <Figure name="sent_to_warehouse" value={stats?.sent_to_warehouse} />
    </ul>
  );
}
