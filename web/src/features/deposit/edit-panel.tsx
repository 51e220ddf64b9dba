import type { EditConflict } from '@atelier/contracts/deposit/edit-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { usePageHeader } from '../../lib/page/page-header.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { CreateSummary } from './create-summary.tsx';
import { editedDepositQuery, type EditedDeposit } from './queries.ts';
import { EditedRma } from './edited.ts';
import { keepEnter } from './keep-enter.ts';
import { CustomerPart } from './parts/customer-part.tsx';
import { OrderPart } from './parts/order-part.tsx';
import { PiecePart } from './parts/piece-part.tsx';
import { ReceiverPart } from './parts/receiver-part.tsx';
import { useEditForm } from './use-edit-form.ts';

/** `/createRma?edit=`: the same form over a deposit there is (product/deposit.md §10). */
export function EditPanel({ rmaId }: { rmaId: number }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const deposit = useQuery(editedDepositQuery(rmaId));
  usePageHeader({ title: t('deposit:edit.title', { number: deposit.data?.rma.number ?? '' }) });
  if (deposit.isError) {
    const { title, detail } = errorWords(deposit.error);
    return <ErrorState title={title} detail={detail} onRetry={() => void deposit.refetch()} />;
  }
  if (deposit.data === undefined) return <Skeleton rows={10} height={40} gap={18} />;
  // What was read again begins the form again.
  return (
    <EditForm
      key={deposit.dataUpdatedAt}
      deposit={deposit.data}
      onReload={() => void deposit.refetch()}
      isLoading={deposit.isFetching}
    />
  );
}

interface EditFormProps {
  deposit: EditedDeposit;
  onReload: () => void;
  isLoading: boolean;
}

function EditForm({ deposit, onReload, isLoading }: EditFormProps) {
  const { t } = useTranslation(['rma', 'deposit']);
  const edit = useEditForm(deposit);
  const { rma, pieces, isWhole } = deposit;
  const mode = useMemo(() => ({ rmaId: rma.id, isWhole }), [rma.id, isWhole]);
  return (
    <EditedRma value={mode}>
      <FormProvider {...edit.form}>
        {/* The form itself listens: whatever field has the focus, a scanner's Enter stays in it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          className="create split"
          noValidate
          onKeyDown={keepEnter}
          onSubmit={(event) => event.preventDefault()}
          data-testid="edit-form"
        >
          <div className="stack">
            {!isWhole && <Banner tone="info">{t('deposit:edit.contactOnly')}</Banner>}
            {edit.conflict !== null && (
              <ConflictBanner
                key={edit.conflict.version}
                conflict={edit.conflict}
                onReload={onReload}
                onOverwrite={edit.submitAnyway}
                isBusy={isLoading || edit.send.isPending}
              />
            )}
            <CustomerPart />
            <ReceiverPart />
            {isWhole &&
              pieces.map(({ item }, index) => <PiecePart key={item.id} index={index} rules={edit.rules} />)}
            {isWhole && <OrderPart />}
          </div>
          <CreateSummary
            rules={edit.rules}
            error={edit.conflict === null ? edit.send.error : null}
            isBusy={edit.send.isPending}
            isWaiting={edit.send.isPaused}
            onSubmit={edit.submit}
            onClear={() => edit.form.reset()}
          />
        </form>
      </FormProvider>
    </EditedRma>
  );
}

interface ConflictBannerProps {
  conflict: EditConflict;
  onReload: () => void;
  onOverwrite: () => void;
  isBusy: boolean;
}

/** A concurrent change: who, when and what, and what the reader wants to do about it (product/calls.md §2: 409). */
function ConflictBanner({ conflict, onReload, onOverwrite, isBusy }: ConflictBannerProps) {
  const { t, i18n } = useTranslation(['rma', 'deposit']);
  const format = useStaffFormat();
  const words = (field: string) => {
    const key = `deposit:field.${field.split('.').at(-1) ?? field}`;
    return i18n.exists(key) ? t(key, { currency: '' }).replace(/ ?[(（][)）]$/, '') : field;
  };
  // It stands above the form, and the save button is at its end: the focus scrolls it into view.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Banner
        tone="warn"
        title={t('deposit:edit.conflict')}
        testId="edit-conflict"
        action={
          <span className="row wrap">
            <Button onClick={onReload} busy={isBusy} testId="conflict-reload">
              {t('deposit:edit.reload')}
            </Button>
            <Button variant="quiet" onClick={onOverwrite} busy={isBusy} testId="conflict-overwrite">
              {t('deposit:edit.overwrite')}
            </Button>
          </span>
        }
      >
        <ul className="duplicates">
          {conflict.changes.map((change) => (
            <li key={`${change.at}${change.by}`} className="small">
              <bdi className="strong">{change.by}</bdi> · {format.dateTime(change.at)} ·{' '}
              {format.list(change.fields.map(words))}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}
