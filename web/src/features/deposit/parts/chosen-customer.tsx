import { UserRound, X } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { RmaValues } from '../form-values.ts';
import { withoutCustomer } from '../prefill.ts';
import { afterDrawing, useFill } from '../use-fill.ts';

/** Above the fields: whose record they were filled from, and the way out of it. */
export function ChosenCustomer() {
  const { t } = useTranslation('deposit');
  const { control, setFocus } = useFormContext<RmaValues>();
  const [customerId, name] = useWatch({ control, name: ['customer_id', 'customer_name'] });
  const fill = useFill();
  if (customerId === null) return null;
  const forget = () => {
    fill(withoutCustomer());
    // The button that was pressed is gone: the keyboard goes on with the first field.
    afterDrawing(() => setFocus('firstname'));
  };
  return (
    <div className="row chosen-customer rounded self-start" data-testid="customer-chosen">
      <UserRound size={16} aria-hidden />
      <span>{t('search.chosen', { name })}</span>
      <Button variant="quiet" icon={<X size={15} aria-hidden />} onClick={forget} testId="customer-forget">
        {t('search.forget')}
      </Button>
    </div>
  );
}
