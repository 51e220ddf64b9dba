import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { CustomerPart } from '../parts/customer-part.tsx';
import { Searches } from '../parts/searches.tsx';
import { ASKED_ON_CARD } from './asked-on-card.ts';
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

interface ClientStepProps {
  rules: () => FormRules;
  onOther: () => void;
}

/** Who brings what: a client of the register is a card, anyone else is typed in; beside them what they bought. */
export function ClientStep({ rules, onOther }: ClientStepProps) {
  const [params] = useSearchParams();
  const { control, formState } = useFormContext<RmaValues>();
  const customerId = useWatch({ control, name: 'customer_id' });
  const [changed, setChanged] = useState<number | null>(null);
  const isRefused = Object.keys(formState.errors).some(
    (field) => stepOf(field) === 'client' && !ASKED_ON_CARD.some((asked) => asked === field),
  );
  const isCard = customerId !== null && changed !== customerId && !isRefused;
  return (
    <div className="stack">
      <Suspense fallback={null}>
        <LeftDrafts />
      </Suspense>
      {params.has('customer_id') && (
        <Suspense fallback={null}>
          <NamedCustomer />
        </Suspense>
      )}
      {params.has('copy') && (
        <Suspense fallback={null}>
          <CopiedDeposit />
        </Suspense>
      )}
      <div className="client-step grid at-start" data-card={isCard || undefined}>
        <div className="stack">
          <Searches isNamed={isCard} />
          {isCard ? (
            <Suspense fallback={<Skeleton rows={1} height={420} />}>
              <ClientCard onChange={() => setChanged(customerId)} />
            </Suspense>
          ) : (
            <>
              <CustomerPart />
              <Suspense fallback={<Skeleton rows={1} height={420} />}>
                <ReceiverPart />
              </Suspense>
            </>
          )}
        </div>
        <Suspense fallback={<Skeleton rows={1} height={120} />}>
          <Purchases rules={rules} onOther={onOther} />
        </Suspense>
      </div>
    </div>
  );
}
