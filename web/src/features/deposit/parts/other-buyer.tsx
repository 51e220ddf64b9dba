import type { CustomerView } from '@atelier/contracts/reference/schema.ts';
import { fullName } from '@atelier/domain/deposit/names.ts';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import type { RmaValues } from '../form-values.ts';
import { customerName, fromCustomer } from '../prefill.ts';
import { useFill } from '../use-fill.ts';
import { searchKey } from '@atelier/domain/reference/search-key.ts';

/** The order was bought by another person than the deposit is for: keeps the client, or switches to the buyer. */
export function OtherBuyer({ buyer }: { buyer: CustomerView }) {
  const { t } = useTranslation('buyer');
  const { control } = useFormContext<RmaValues>();
  const [customer_id, firstname, lastname] = useWatch({
    control,
    name: ['customer_id', 'firstname', 'lastname'],
  });
  const fill = useFill();
  const [kept, setKept] = useState<string | null>(null);
  const person = { customer_id, firstname, lastname };
  if (!isOtherBuyer(person, buyer)) return null;
  const name = fullName(firstname, lastname);
  const pair = `${buyer.id} ${customer_id ?? name}`;
  if (kept === pair) return null;
  return (
    <Banner
      tone="warn"
      title={t('title', { buyer: customerName(buyer) })}
      testId="other-buyer"
      action={
        <span className="row wrap">
          <Button onClick={() => setKept(pair)} testId="buyer-keep">
            {t('keep', { name })}
          </Button>
          <Button onClick={() => fill(fromCustomer(buyer))} testId="buyer-switch">
            {t('switch', { buyer: customerName(buyer) })}
          </Button>
        </span>
      }
    >
      {t('body', { name })}
    </Banner>
  );
}

/** Whether the order of a piece was bought by another person than the form is for. */
export function isOtherBuyer(
  { customer_id: id, firstname, lastname }: Pick<RmaValues, 'customer_id' | 'firstname' | 'lastname'>,
  buyer: CustomerView,
): boolean {
  const name = fullName(firstname, lastname);
  if (id !== null) return id !== buyer.id;
  return name.trim() !== '' && searchKey(name) !== searchKey(customerName(buyer));
}
