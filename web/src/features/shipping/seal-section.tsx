import { PARCEL_LIMITS } from '@atelier/domain/shipping/contract.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { LockKeyhole } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FormText } from '../../shared/form/form-field.tsx';
import { UnsealDialog } from './lazy-package-dialogs.ts';
import { type SealDraft, type SendDraft, grossWeightOf } from './seal-draft.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { SHIPPING } from './queries.ts';

export interface SealSectionProps {
  shipment: ShipmentView | null;
  form: UseFormReturn<SendDraft>;
  /** A scan is unresolved: a piece may be in the box that is not on its list. */
  isStopped: boolean;
}

/** Seal number and gross weight: noted now, or with the sending. */
export function SealSection({ shipment, form, isStopped }: SealSectionProps) {
  const { t } = useTranslation(['sending', 'shipping']);
  if (shipment?.state === 'Sealed') return <Sealed shipment={shipment} />;
  const weightIssue = (weight: string) =>
    grossWeightOf(weight) === 'invalid' ? t('shipping:seal.weightInvalid') : undefined;
  return (
    <div className="seal-fields grid gap-12 at-start">
      <FormText
        form={form}
        name="number"
        label={t('shipping:seal.number')}
        maxLength={PARCEL_LIMITS.sealNumber}
        testId="seal-number"
      />
      <FormText
        form={form}
        name="weight"
        label={t('shipping:seal.weight')}
        inputMode="decimal"
        maxLength={10}
        check={weightIssue}
        testId="gross-weight"
      />
      {shipment !== null && <SealButton shipment={shipment} draft={form.watch()} isStopped={isStopped} />}
    </div>
  );
}

interface SealButtonProps {
  shipment: ShipmentView;
  draft: SealDraft;
  isStopped: boolean;
}

function SealButton({ shipment, draft, isStopped }: SealButtonProps) {
  const { t } = useTranslation('sending');
  const weight = grossWeightOf(draft.weight);
  const seal = useCommand(
    () => ({
      path: '/package/seal',
      body: {
        tracking_no: shipment.tracking_no,
        ...(draft.number.trim() !== '' && { seal_number: draft.number.trim() }),
        ...(typeof weight === 'number' && { gross_weight: weight }),
      },
      ifMatch: shipment.version,
    }),
    { done: t('seal.done'), refreshes: SHIPPING },
  );
  return (
    <Button
      icon={<LockKeyhole size={16} aria-hidden />}
      busy={seal.isPending}
      disabled={isStopped || shipment.item_count === 0 || weight === 'invalid'}
      onClick={() => seal.mutate()}
      testId="seal-package"
    >
      {t('seal.now')}
    </Button>
  );
}

function Sealed({ shipment }: { shipment: ShipmentView }) {
  const { t } = useTranslation('sending');
  const { number } = useStaffFormat();
  const [isAsked, setAsked] = useState(false);
  const { seal_number: seal, gross_weight: weight } = shipment;
  return (
    <div className="row sealed wrap rounded sunken" data-testid="sealed">
      <LockKeyhole size={18} aria-hidden />
      <span className="strong">{t('seal.sealed')}</span>
      {seal !== '' && <bdi className="num">{seal}</bdi>}
      {weight !== null && <bdi className="num muted">{t('seal.grams', { weight: number(weight) })}</bdi>}
      <Button variant="quiet" className="push" onClick={() => setAsked(true)} testId="unseal-package">
        {t('seal.break')}
      </Button>
      {isAsked && (
        <Suspense>
          <UnsealDialog shipment={shipment} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </div>
  );
}
