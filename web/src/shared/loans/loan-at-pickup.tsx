import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { AgeBadge } from '@atelier/ui/feedback/tag.tsx';
import { DateField } from '../form/date-field.tsx';
import { itemFileQuery } from '../queries/item.ts';
import { useLoanDue } from './loan-day.ts';
import type { KeptLoans } from './use-kept-loans.ts';
import './loans.css';

/** The loan that comes back with the pickup: ticked, unless the client keeps it until a day. */
export function LoanAtPickup({ item, loans }: { item: ItemView; loans: KeptLoans }) {
  const { t } = useTranslation('loan');
  const dueOf = useLoanDue();
  const file = useQuery({ ...itemFileQuery(item.id), enabled: item.loan !== null }).data?.data;
  if (item.loan === null) return null;
  const open = file?.loans.find(({ state }) => state === 'out');
  const due = dueOf(item.loan.due_on);
  const until = loans.keptUntil(item);
  const latest = item.loan.due_on > loans.today ? item.loan.due_on : loans.today;
  return (
    <div className="loan-at-pickup stack gap-5" data-testid={`pickup-loan-${item.id}`}>
      <span className="row wrap gap-8">
        <Checkbox
          label={t('pickup.back', { what: open?.description || t('title') })}
          checked={until === null}
          onChange={(isBack) => loans.keep(item, isBack ? null : latest)}
          testId={`pickup-loan-back-${item.id}`}
        />
        <AgeBadge urgency={due.isOverdue ? 'over' : 'ok'}>{due.words}</AgeBadge>
      </span>
      {open !== undefined && open.condition !== '' && (
        <span className="small muted">{t('wasSo', { condition: open.condition })}</span>
      )}
      {until !== null && (
        <DateField
          label={t('pickup.keeps')}
          required
          min={loans.today}
          value={until}
          error={until < loans.today ? t('error.past') : undefined}
          onChange={(event) => loans.keep(item, event.target.value)}
          testId={`pickup-loan-until-${item.id}`}
        />
      )}
    </div>
  );
}
