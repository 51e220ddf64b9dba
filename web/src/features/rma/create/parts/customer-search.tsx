import type { CustomerView } from '@atelier/domain/reference/contract.ts';
import { fullName } from '@atelier/domain/rma/names.ts';
import { useQuery } from '@tanstack/react-query';
import { Search, UserRound, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/ui/button.tsx';
import { TextField } from '../../../../components/ui/text-field.tsx';
import { useTyped } from '../use-typed.ts';
import { contactsQuery } from '../form-queries.ts';
import type { RmaValues } from '../form-values.ts';

const SHOWN = 6;

const nameOf = ({ firstname, lastname }: CustomerView): string => fullName(firstname, lastname);

/** The record's own words for the form's fields. */
function fromRecord(customer: CustomerView): Partial<RmaValues> {
  return {
    customer_id: customer.id,
    customer_name: nameOf(customer),
    firstname: customer.firstname,
    lastname: customer.lastname,
    phone_code: customer.phone_code,
    phone: customer.phone,
    phone_locked: customer.phone_is_from_crm,
    email: customer.email ?? '',
    language: customer.language,
    country: customer.country,
    province: customer.province ?? '',
    city: customer.city ?? '',
    address: [customer.address, customer.postal_code].filter(Boolean).join(', '),
    receiver_name: nameOf(customer),
    receiver_phone: customer.fullphone,
  };
}

/** Finds a customer of the shop and fills in what is known of them. */
export function CustomerSearch() {
  const { t } = useTranslation('rma');
  const { control, reset, getValues, setValue } = useFormContext<RmaValues>();
  const customerId = useWatch({ control, name: 'customer_id' });
  const customerName = useWatch({ control, name: 'customer_name' });
  const [typed, setTyped] = useState('');
  const keyword = useTyped(useDeferredValue(typed.trim()));
  const { data, isError } = useQuery(contactsQuery(keyword));
  const choose = (customer: CustomerView) => {
    reset({ ...getValues(), ...fromRecord(customer) }, { keepDefaultValues: true });
    setTyped('');
  };
  const forget = () => {
    setValue('customer_id', null, { shouldDirty: true });
    setValue('customer_name', '');
    setValue('phone_locked', false);
  };
  if (customerId !== null) {
    return (
      <div className="row chosen-customer" data-testid="customer-chosen">
        <UserRound size={16} aria-hidden />
        <span>{t('create.search.chosen', { name: customerName })}</span>
        <Button variant="quiet" icon={<X size={15} aria-hidden />} onClick={forget} testId="customer-forget">
          {t('create.search.forget')}
        </Button>
      </div>
    );
  }
  const found = data?.data ?? [];
  const isOpen = keyword.length >= 2 && typed.trim().length >= 2;
  return (
    <div className="customer-search">
      <TextField
        label={t('create.search.label')}
        hint={t('create.search.hint')}
        type="search"
        value={typed}
        autoComplete="off"
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        testId="customer-search"
      />
      {isOpen && (
        <ul className="customer-hits">
          {found.slice(0, SHOWN).map((customer) => (
            <li key={customer.id}>
              <button type="button" onClick={() => choose(customer)} data-testid={`customer-${customer.id}`}>
                <bdi className="strong">{nameOf(customer)}</bdi>
                <bdi className="small muted">
                  {[customer.fullphone, customer.email].filter(Boolean).join(' · ')}
                </bdi>
              </button>
            </li>
          ))}
          {data !== undefined && found.length === 0 && (
            <li className="muted small row">
              <Search size={14} aria-hidden /> {t('create.search.none')}
            </li>
          )}
          {isError && <li className="field-error">{t('create.search.failed')}</li>}
        </ul>
      )}
    </div>
  );
}
