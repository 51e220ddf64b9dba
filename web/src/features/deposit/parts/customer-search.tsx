import type { ContactView, CustomerView } from '@atelier/contracts/reference/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { contactsQuery, ordersQuery } from '../queries.ts';
import type { RmaValues } from '../form-values.ts';
import { customerName, fromCustomer } from '../prefill.ts';
import { useTakeLine } from '../steps/use-take-line.ts';
import { useFill } from '../use-fill.ts';
import { LazyOtherBuyer } from './lazy-sometimes.tsx';
import { RecordSearch, isCutOff, type SearchHit, useSearchBox } from './record-search.tsx';
import { SoldWords } from './sold-words.tsx';

/** One field for both ways to begin: the client, or a piece that was sold, with its order and its buyer. */
export function CustomerSearch({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('deposit');
  const { trigger } = useFormContext<RmaValues>();
  const box = useSearchBox();
  const contacts = useQuery(contactsQuery(box.keyword));
  const sold = useSoldHits(box.keyword);
  const fill = useFill();
  const choose = (customer: ContactView) => {
    fill(fromCustomer(customer));
    // A number that the CRM owns cannot be corrected here: the user should see at once that it is wrong.
    void trigger('phone');
    onChosen();
  };
  const clients = contacts.data?.data.map((customer): SearchHit => ({
    key: `${customer.id ?? ''}-${customer.rma_id ?? ''}`,
    words: <CustomerWords customer={customer} />,
    choose: () => choose(customer),
  }));
  return (
    <>
      <RecordSearch
        label={t('search.label')}
        hint={t('search.hint')}
        box={box}
        hits={clients && sold.hits && [...clients, ...sold.hits]}
        isPartial={isCutOff(contacts.data?.data) || sold.isPartial}
        isUnfinished={contacts.data?.partial === true || sold.isUnfinished}
        isError={contacts.isError || sold.isError}
        isFirst
        testId="customer-search"
      />
      {sold.buyer !== null && (
        <Suspense fallback={null}>
          <LazyOtherBuyer buyer={sold.buyer} />
        </Suspense>
      )}
    </>
  );
}

/** Sold pieces by order, invoice, SKU, serial or certificate: one chooses a piece, and its order comes with it. */
function useSoldHits(keyword: string) {
  const { data, isError } = useQuery(ordersQuery(keyword));
  const { take } = useTakeLine();
  const [buyer, setBuyer] = useState<CustomerView | null>(null);
  const hits = data?.data.flatMap((order) =>
    order.lines.map((line): SearchHit => ({
      key: `${order.invoice_no}-${line.line_no}`,
      testId: 'order-search',
      words: <SoldWords line={line} order={order} />,
      choose: () => {
        if (take(line, order)) setBuyer(order.customer);
      },
    })),
  );
  return { hits, buyer, isError, isPartial: isCutOff(data?.data), isUnfinished: data?.partial === true };
}

const CustomerWords = ({ customer }: { customer: ContactView }) => (
  <>
    <bdi className="strong">{customerName(customer)}</bdi>
    <bdi className="small muted">{[customer.fullphone, customer.email].filter(Boolean).join(' · ')}</bdi>
  </>
);
