import type { ContactView } from '@atelier/contracts/reference/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { UserRound, X } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { contactsQuery } from '../queries.ts';
import type { RmaValues } from '../form-values.ts';
import { customerName, fromCustomer, withoutCustomer } from '../prefill.ts';
import { afterDrawing, useFill } from '../use-fill.ts';
import { RecordSearch, isCutOff, useSearchBox } from './record-search.tsx';

/** Finds a customer of the shop and fills in what is known of them; `isNamed`: the screen says already who was chosen. */
export function CustomerSearch({ isNamed }: { isNamed: boolean }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control, trigger, setFocus } = useFormContext<RmaValues>();
  const [customerId, chosenName] = useWatch({ control, name: ['customer_id', 'customer_name'] });
  const box = useSearchBox();
  const { data, isError } = useQuery(contactsQuery(box.keyword));
  const fill = useFill();
  // The button that was pressed is gone: the keyboard goes on with the first field.
  const goOn = () => afterDrawing(() => setFocus('firstname'));
  const choose = (customer: ContactView) => {
    fill(fromCustomer(customer));
    // A number that the CRM owns cannot be corrected here: the user should see at once that it is wrong.
    void trigger('phone');
    goOn();
  };
  if (customerId !== null && isNamed) return null;
  if (customerId !== null) {
    return (
      <div className="row chosen-customer rounded self-start" data-testid="customer-chosen">
        <UserRound size={16} aria-hidden />
        <span>{t('deposit:search.chosen', { name: chosenName })}</span>
        <Button
          variant="quiet"
          icon={<X size={15} aria-hidden />}
          onClick={() => {
            fill(withoutCustomer());
            goOn();
          }}
          testId="customer-forget"
        >
          {t('deposit:search.forget')}
        </Button>
      </div>
    );
  }
  return (
    <RecordSearch
      label={t('deposit:search.label')}
      hint={t('deposit:search.hint')}
      box={box}
      hits={data?.data.map((customer) => ({
        key: `${customer.id ?? ''}-${customer.rma_id ?? ''}`,
        words: <CustomerWords customer={customer} />,
        choose: () => choose(customer),
      }))}
      isPartial={isCutOff(data?.data)}
      isUnfinished={data?.partial === true}
      isError={isError}
      isFirst
      testId="customer-search"
    />
  );
}

const CustomerWords = ({ customer }: { customer: ContactView }) => (
  <>
    <bdi className="strong">{customerName(customer)}</bdi>
    <bdi className="small muted">{[customer.fullphone, customer.email].filter(Boolean).join(' · ')}</bdi>
  </>
);
