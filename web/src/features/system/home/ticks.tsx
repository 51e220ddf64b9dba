import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { HealthLine } from './queries.ts';

/** Thirty days side by side, the newest last; a day with a fault is taller, not only of another colour. */
export function Ticks({ days }: { days: HealthLine['days'] }) {
  const { t } = useTranslation('health');
  const { number } = useStaffFormat();
  if (days.length === 0) return <span aria-hidden />;
  const bad = days.filter((day) => day === 'bad').length;
  const words = t('days', { well: number(days.length - bad), bad: number(bad) });
  return (
    <span className="health-ticks flex at-end gap-2" role="img" aria-label={words} title={words}>
      {days.map((day, index) => (
        <i key={index} data-day={day} />
      ))}
    </span>
  );
}
