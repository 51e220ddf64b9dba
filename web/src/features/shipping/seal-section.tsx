import { PARCEL_LIMITS } from '@atelier/domain/shipping/contract.ts';
import type { ShipmentView } from '@atelier/domain/shipping/schema.ts';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { UnsealDialog } from './package-dialogs.tsx';
import type { SealDraft } from './seal-draft.ts';
import { grossWeightOf } from './seal-draft.ts';
import { usePackageCommand } from './use-package-command.ts';

export interface SealSectionProps {
  shipment: ShipmentView | null;
  draft: SealDraft;
  onDraft: (draft: SealDraft) => void;
}

/** Seal number and gross weight: noted now, or with the sending. */
export function SealSection({ shipment, draft, onDraft }: SealSectionProps) {
  const { t } = useTranslation(['sending', 'shipping']);
  if (shipment?.state === 'Sealed') return <Sealed shipment={shipment} />;
  const weight = grossWeightOf(draft);
  return (
    <div className="seal-fields">
      <TextField
        label={t('shipping:seal.number')}
        value={draft.number}
        maxLength={PARCEL_LIMITS.sealNumber}
        autoComplete="off"
        onChange={(event) => onDraft({ ...draft, number: event.target.value })}
        testId="seal-number"
      />
      <TextField
        label={t('shipping:seal.weight')}
        inputMode="decimal"
        value={draft.weight}
        maxLength={10}
        error={weight === 'invalid' ? t('shipping:seal.weightInvalid') : undefined}
        onChange={(event) => onDraft({ ...draft, weight: event.target.value })}
        testId="gross-weight"
      />
      {shipment !== null && <SealButton shipment={shipment} draft={draft} />}
    </div>
  );
}

function SealButton({ shipment, draft }: { shipment: ShipmentView; draft: SealDraft }) {
  const { t } = useTranslation('sending');
  const weight = grossWeightOf(draft);
  const seal = usePackageCommand<Record<string, never>>({
    shipment,
    path: '/package/seal',
    bodyOf: () => ({
      ...(draft.number.trim() !== '' && { seal_number: draft.number.trim() }),
      ...(typeof weight === 'number' && { gross_weight: weight }),
    }),
    said: t('seal.done'),
  });
  return (
    <Button
      icon={<LockKeyhole size={16} aria-hidden />}
      busy={seal.isPending}
      disabled={shipment.item_count === 0 || weight === 'invalid'}
      onClick={() => seal.mutate({})}
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
    <div className="row sealed" data-testid="sealed">
      <LockKeyhole size={18} aria-hidden />
      <span className="strong">{t('seal.sealed')}</span>
      {seal !== '' && <bdi className="num">{seal}</bdi>}
      {weight !== null && <bdi className="num muted">{t('seal.grams', { weight: number(weight) })}</bdi>}
      <Button variant="quiet" className="push" onClick={() => setAsked(true)} testId="unseal-package">
        {t('seal.break')}
      </Button>
      {isAsked && <UnsealDialog shipment={shipment} onClose={() => setAsked(false)} />}
    </div>
  );
}
