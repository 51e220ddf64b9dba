import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { RmaValues } from '../form-values.ts';
import { OrderPart } from '../parts/order-part.tsx';

const FIELDS = ['platform_type', 'fulfilled_date', 'original_order_id', 'original_order_number'] as const;

/** The order that the pieces come from: a line where a sale filled it in, its fields where it did not. */
export function OrderStep() {
  const { t } = useTranslation(['steps', 'deposit']);
  const { control, formState } = useFormContext<RmaValues>();
  const format = useStaffFormat();
  const [platform, fulfilled, id, number] = useWatch({ control, name: FIELDS });
  const [isChanging, setChanging] = useState(false);
  const [wasFilled] = useState([platform, fulfilled, id, number].every((text) => text !== ''));
  const isRefused = FIELDS.some((field) => formState.errors[field] !== undefined);
  if (!wasFilled || isChanging || isRefused) return <OrderPart />;
  return (
    <p className="row wrap small order-step" data-testid="order-line">
      <span className="muted">{t('deposit:section.order')}</span>
      <bdi className="num strong">{number}</bdi>
      <span className="muted">{t(`deposit:platform.${platform}`)}</span>
      <span className="muted num">{format.date(fulfilled)}</span>
      <Button
        variant="quiet"
        icon={<PenLine size={15} aria-hidden />}
        onClick={() => setChanging(true)}
        testId="order-change"
      >
        {t('steps:change')}
      </Button>
    </p>
  );
}
