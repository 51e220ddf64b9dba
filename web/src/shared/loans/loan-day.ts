import { localDay } from '@atelier/domain/calendar.ts';
import { isLoanOverdue } from '@atelier/domain/repair/loans/due.ts';
import { useTranslation } from 'react-i18next';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { screenNow } from '../../lib/time/screen-clock.ts';
import { useAgeClock } from '../item/minute-clock.ts';

/** Today on the calendar of the reader's shop. */
export function useShopDay(): string {
  const zone = useSession().view.site?.time_zone ?? 'UTC';
  useAgeClock();
  return localDay(new Date(screenNow()).toISOString(), zone);
}

/** When a loan is due back, and whether that day has passed. */
export function useLoanDue(): (dueOn: string) => { readonly words: string; readonly isOverdue: boolean } {
  const { t } = useTranslation('loan');
  const format = useStaffFormat();
  const today = useShopDay();
  return (dueOn) => {
    const isOverdue = isLoanOverdue({ dueOn }, today);
    const day = format.date(dueOn);
    return { words: t(isOverdue ? 'overdue' : 'due', { day }), isOverdue };
  };
}
