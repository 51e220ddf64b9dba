import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { UserRoundPlus } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { CustomerPart } from '../parts/customer-part.tsx';
import { CustomerSearch } from '../parts/customer-search.tsx';
import { ASKED_ON_CARD } from './asked-on-card.ts';
import { clientView, isUnnamed } from './client-view.ts';
import { stepOf } from './use-step.ts';

/** Below the searches on a phone, and blank until a client is chosen. */
const Purchases = lazyPart(() => import('./purchases.tsx'), 'Purchases');

const ClientCard = lazyPart(() => import('./client-card.tsx'), 'ClientCard');

/** The receiver comes after the customer's fields: it loads while those are being read. */
const ReceiverPart = lazyPart(() => import('../parts/receiver-part.tsx'), 'ReceiverPart');

const LeftDrafts = lazyPart(() => import('../parts/left-drafts.tsx'), 'LeftDrafts');

/** Only users who come from the client search have chosen a customer. */
const NamedCustomer = lazyPart(() => import('../parts/named-customer.tsx'), 'NamedCustomer');

/** Only users who come from an earlier deposit. */
const CopiedDeposit = lazyPart(() => import('../parts/copied-deposit.tsx'), 'CopiedDeposit');

const ChosenCustomer = lazyPart(() => import('../parts/chosen-customer.tsx'), 'ChosenCustomer');

interface ClientStepProps {
  rules: () => FormRules;
  onOther: () => void;
}

/** Who brings what: one search, the card of the client it found, or the fields of a new one; beside them what they bought. */
export function ClientStep({ rules, onOther }: ClientStepProps) {
  const { view, show } = useClientView();
  const [isNew, setNew] = useState(false);
  const begin = () => {
    setNew(true);
    show('form');
  };
  return (
    <div className="stack">
      <Begun />
      <div className="client-step grid at-start" data-view={view}>
        <div className="stack">
          <CustomerSearch onChosen={() => show('card')} />
          {view === 'search' && <NewClient onNew={begin} />}
          {view === 'card' && (
            <Suspense fallback={<Skeleton rows={1} height={420} />}>
              <ClientCard onChange={() => show('form')} onForget={() => show(null)} />
            </Suspense>
          )}
          {view === 'form' && <ClientFields isNew={isNew} />}
        </div>
        <Suspense fallback={<Skeleton rows={1} height={120} />}>
          <Purchases rules={rules} onOther={onOther} />
        </Suspense>
      </div>
    </div>
  );
}

/** Once the fields are shown they stay, whatever is emptied in them. */
function useClientView() {
  const { control, formState, getValues } = useFormContext<RmaValues>();
  const customerId = useWatch({ control, name: 'customer_id' });
  const isNew = useWatch({ control, compute: () => isUnnamed(getValues()) });
  const [asked, show] = useState<'card' | 'form' | null>(null);
  // Another client of the register, by whichever way: their card takes the place of the fields.
  const [seen, see] = useState(customerId);
  if (customerId !== seen) {
    see(customerId);
    if (customerId !== null) show('card');
  }
  const isRefused = Object.keys(formState.errors).some(
    (field) => stepOf(field) === 'client' && !ASKED_ON_CARD.some((name) => name === field),
  );
  const view = clientView({ asked, isRefused, customerId, isUnnamed: isNew });
  if (view === 'form' && asked === null) show('form');
  return { view, show };
}

/** What the deposit begins with, where it does not begin blank. */
function Begun() {
  const [params] = useSearchParams();
  return (
    <Suspense fallback={null}>
      <LeftDrafts />
      {params.has('customer_id') && <NamedCustomer />}
      {params.has('copy') && <CopiedDeposit />}
    </Suspense>
  );
}

function NewClient({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation('steps');
  return (
    <Button icon={<UserRoundPlus size={16} aria-hidden />} onClick={onNew} testId="client-new">
      {t('newClient')}
    </Button>
  );
}

/** The button that opened them is gone: the keyboard goes on in their first field. */
function ClientFields({ isNew }: { isNew: boolean }) {
  const { setFocus } = useFormContext<RmaValues>();
  useEffect(() => {
    if (isNew) setFocus('firstname');
  }, [isNew, setFocus]);
  return (
    <>
      <Suspense fallback={null}>
        <ChosenCustomer />
      </Suspense>
      <CustomerPart />
      <Suspense fallback={<Skeleton rows={1} height={420} />}>
        <ReceiverPart />
      </Suspense>
    </>
  );
}
