import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { isFinal, isStatusId, isTaken } from '@atelier/domain/shared/status.ts';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { AgeBadge, Tag } from '@atelier/ui/feedback/tag.tsx';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { useReading } from '../../shared/item/reading.ts';
import type { LoanView } from '../../shared/loans/loan-dialogs.tsx';
import { useLoanDue } from '../../shared/loans/loan-day.ts';

const load = () => import('../../shared/loans/loan-dialogs.tsx');
const LoanDialog = lazyPart(load, 'LoanDialog');
const TakeBackDialog = lazyPart(load, 'TakeBackDialog');
const CancelLoanDialog = lazyPart(load, 'CancelLoanDialog');

type Window = 'handOut' | 'change' | 'takeBack' | 'cancel';

interface LoanPartProps {
  item: ItemView;
  file: ItemFileView | undefined;
}

/** What the shop lends while it has the piece: what is out and until when, and what came back (product/repair.md §21). */
export function LoanPart({ item, file }: LoanPartProps) {
  const { t } = useTranslation('loan');
  const rights = useLoanRights(item);
  const [window, setWindow] = useState<Window | null>(null);
  if (file === undefined) return null;
  const open = file.loans.find(({ state }) => state === 'out');
  if (file.loans.length === 0 && !rights.mayHandOut) return null;
  return (
    <section className="part" data-testid="loan-part">
      <h3>{t('title')}</h3>
      <ul className="stack gap-10" aria-label={t('title')}>
        {file.loans.map((loan) => (
          <LoanLine key={loan.loan} loan={loan} />
        ))}
      </ul>
      <span className="row wrap gap-8">
        {open === undefined && rights.mayHandOut && (
          <Button onClick={() => setWindow('handOut')} testId="loan-hand-out">
            {t('handOut.button')}
          </Button>
        )}
        {open !== undefined && rights.isLender && (
          <>
            <Button onClick={() => setWindow('takeBack')} testId="loan-take-back">
              {t('takeBack.button')}
            </Button>
            <Button variant="quiet" onClick={() => setWindow('change')} testId="loan-change">
              {t('change.button')}
            </Button>
            <Button variant="quiet" onClick={() => setWindow('cancel')} testId="loan-cancel">
              {t('cancel.button')}
            </Button>
          </>
        )}
      </span>
      {window !== null && (
        <Suspense fallback={null}>
          <LoanWindow window={window} item={item} open={open ?? null} onClose={() => setWindow(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** The shop that took the piece in lends; the server decides again. */
function useLoanRights(item: ItemView) {
  const { site, user, allPermission } = useSession().view;
  const reading = useReading();
  const isLender =
    reading === null &&
    user.user_type === 'shop' &&
    site?.id === item.store_id &&
    (allPermission.includes('shop handover') || allPermission.includes('view request new rma page'));
  const { rma_status_id: status } = item;
  const isOpen = isStatusId(status) && !isFinal(status) && !isTaken(status);
  return { isLender, mayHandOut: isLender && isOpen };
}

interface LoanWindowProps {
  window: Window;
  item: ItemView;
  open: LoanView | null;
  onClose: () => void;
}

function LoanWindow({ window, item, open, onClose }: LoanWindowProps) {
  // What was open when the window was opened: the command closes it.
  const [loan] = useState(open);
  if (window === 'handOut') return <LoanDialog item={item} loan={null} onClose={onClose} />;
  if (loan === null) return null;
  if (window === 'change') return <LoanDialog item={item} loan={loan} onClose={onClose} />;
  if (window === 'takeBack') return <TakeBackDialog item={item} loan={loan} onClose={onClose} />;
  return <CancelLoanDialog item={item} onClose={onClose} />;
}

function LoanLine({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loan');
  const format = useStaffFormat();
  const due = useLoanDue()(loan.due_on);
  const facts = [
    loan.code,
    loan.value === null ? '' : format.money(loan.value, loan.currency),
    loan.condition,
  ];
  return (
    <li className="stack gap-3" data-testid={`loan-${loan.loan}`} data-state={loan.state}>
      <span className="row wrap gap-8">
        <bdi className="strong">{loan.description || t('title')}</bdi>
        {loan.state === 'out' ? (
          <AgeBadge urgency={due.isOverdue ? 'over' : 'ok'} testId="loan-due">
            {due.words}
          </AgeBadge>
        ) : (
          <Tag>{t(`state.${loan.state}`)}</Tag>
        )}
      </span>
      <span className="small muted">
        {facts
          .filter((fact) => fact !== '')
          .map((fact, place) => (
            <span key={fact}>
              {place > 0 && ' · '}
              <bdi>{fact}</bdi>
            </span>
          ))}
      </span>
      <span className="small muted">
        {t('handedOut', { at: format.dateTime(loan.out_at), name: loan.out_by })}
      </span>
      {loan.ended_at !== null && (
        <span className="small muted">
          {t(`ended.${loan.state}`, { at: format.dateTime(loan.ended_at), name: loan.ended_by })}
          {loan.note !== '' && (
            <>
              {' · '}
              <bdi>{loan.note}</bdi>
            </>
          )}
        </span>
      )}
    </li>
  );
}
