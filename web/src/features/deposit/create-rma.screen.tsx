import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { CreateSummary } from './create-summary.tsx';
import { keepEnter } from './keep-enter.ts';
import { CustomerPart } from './parts/customer-part.tsx';
import { OrderPart } from './parts/order-part.tsx';
import { PiecePart } from './parts/piece-part.tsx';
import { useCreateForm } from './use-create-form.ts';
import { usePieces } from './use-pieces.ts';
import { useRules } from '../../shared/rules/rules.ts';
import './create-form.css';

/** Most open the page for a new deposit: what editing needs comes when it is needed. */
const EditPanel = lazyPart(() => import('./edit-panel.tsx'), 'EditPanel');

const CreatedPanel = lazyPart(() => import('./created-panel.tsx'), 'CreatedPanel');

const LeftDrafts = lazyPart(() => import('./parts/left-drafts.tsx'), 'LeftDrafts');

/** Only users who come from the client search have chosen a customer. */
const NamedCustomer = lazyPart(() => import('./parts/named-customer.tsx'), 'NamedCustomer');

/** The receiver comes after the customer's own fields: it loads while those are being read. */
const ReceiverPart = lazyPart(() => import('./parts/receiver-part.tsx'), 'ReceiverPart');

/** The pad stands at the form's end: it comes while the rest is being filled in. */
const SignaturePart = lazyPart(() => import('./parts/signature-part.tsx'), 'SignaturePart');

/** `/createRma`: one deposit by one customer, one piece or several; `?edit=` one that is there (product/deposit.md §1, §10). */
export function Screen() {
  const [params] = useSearchParams();
  const edited = Number(params.get('edit'));
  return Number.isSafeInteger(edited) && edited > 0 ? (
    <Suspense fallback={<Skeleton rows={10} height={40} gap={18} />}>
      <EditPanel key={edited} rmaId={edited} />
    </Suspense>
  ) : (
    <CreateForm />
  );
}

function CreateForm() {
  const { t } = useTranslation(['rma', 'deposit']);
  const [params] = useSearchParams();
  const create = useCreateForm();
  const pieces = usePieces(create.form);
  const { maxItemsPerRma } = useRules();
  if (create.created !== null)
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <CreatedPanel
          created={create.created}
          pieces={create.form.getValues('items')}
          onAgain={create.again}
        />
      </Suspense>
    );
  if (create.draft.phase === 'loading') return <Skeleton rows={10} height={40} gap={18} />;
  return (
    <FormProvider {...create.form}>
      {/* The form itself listens: whatever field has the focus, a scanner's Enter stays in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        className="create split"
        noValidate
        onKeyDown={keepEnter}
        onSubmit={(event) => event.preventDefault()}
      >
        <div className="stack">
          {create.draft.phase === 'restored' && <Banner tone="info">{t('deposit:draft.restored')}</Banner>}
          <Suspense fallback={null}>
            <LeftDrafts />
          </Suspense>
          {params.has('customer_id') && (
            <Suspense fallback={null}>
              <NamedCustomer />
            </Suspense>
          )}
          <CustomerPart />
          <Suspense fallback={<Skeleton rows={1} height={420} />}>
            <ReceiverPart />
          </Suspense>
          {pieces.fields.map((field, index) => (
            <PiecePart
              key={field.id}
              index={index}
              rules={create.rules}
              onRemove={pieces.fields.length > 1 ? () => pieces.removeAt(index) : null}
            />
          ))}
          <Button
            icon={<Plus size={16} aria-hidden />}
            disabled={pieces.fields.length >= maxItemsPerRma}
            onClick={pieces.add}
            testId="add-piece"
          >
            {t('deposit:addPiece')}
          </Button>
          <OrderPart />
          <Suspense fallback={<Skeleton rows={1} height={240} />}>
            <SignaturePart />
          </Suspense>
        </div>
        <CreateSummary
          rules={create.rules}
          error={create.send.error}
          isBusy={create.send.isPending}
          isWaiting={create.isWaiting}
          isDraft={create.form.formState.isDirty}
          onSubmit={() => void create.submit()}
          onClear={create.again}
        />
      </form>
    </FormProvider>
  );
}
