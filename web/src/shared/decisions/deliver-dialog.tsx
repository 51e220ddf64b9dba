import { PARCEL_LIMITS } from '@atelier/domain/shipping/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '../../lib/notices/notify.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import type { Signature } from '../item/signature-ink.ts';
import { SignaturePad } from '../item/signature-pad.tsx';

export interface DeliverDialogProps {
  tracking: string;
  /** One piece of the package; all that still travel in it when left out. */
  itemId?: number | undefined;
  onDone: () => void;
  onClose: () => void;
}

const today = (): string => new Date(serverNow()).toISOString().slice(0, 10);

/** The carrier's proof that the client has it: reference, day, and what was signed (product/shipping.md §13). */
export function DeliverDialog({ tracking, itemId, onDone, onClose }: DeliverDialogProps) {
  const { t } = useTranslation(['sending', 'common']);
  const [proof, setProof] = useState('');
  const [day, setDay] = useState(today);
  const [isSigned, setSigned] = useState(false);
  const [signer, setSigner] = useState('');
  const [signature, setSignature] = useState<Signature | null>(null);
  const [isTried, setTried] = useState(false);
  const deliver = useCommand<Record<string, never>>(
    () => ({
      path: '/package/delivered',
      body: {
        tracking_no: tracking,
        proof: proof.trim(),
        ...(day !== '' && { delivered_on: day }),
        ...(itemId !== undefined && { rma_item_ids: [itemId] }),
        ...(isSigned &&
          signature !== null && {
            signer_name: signer.trim(),
            strokes: signature.strokes,
            image: signature.image,
          }),
      },
    }),
    {
      onSuccess: () => {
        notify({ tone: 'good', title: t('sending:deliver.done', { tracking }) });
        onDone();
        onClose();
      },
    },
  );
  const submit = () => {
    setTried(true);
    if (proof.trim() !== '') deliver.mutate({});
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sending:deliver.title', { tracking })}
      size={480}
      testId="deliver-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" busy={deliver.isPending} onClick={submit} testId="deliver-accept">
            {t('sending:deliver.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('sending:deliver.body')}</p>
        <TextField
          label={t('sending:deliver.proof')}
          required
          value={proof}
          maxLength={PARCEL_LIMITS.proof}
          autoComplete="off"
          error={isTried && proof.trim() === '' ? t('sending:deliver.proofRequired') : undefined}
          onChange={(event) => setProof(event.target.value)}
          testId="deliver-proof"
        />
        <TextField
          label={t('sending:deliver.day')}
          type="date"
          value={day}
          max={today()}
          onChange={(event) => setDay(event.target.value)}
          testId="deliver-day"
        />
        <Checkbox
          label={t('sending:deliver.signed')}
          checked={isSigned}
          onChange={setSigned}
          testId="deliver-signed"
        />
        {isSigned && (
          <>
            <TextField
              label={t('sending:deliver.signer')}
              value={signer}
              maxLength={TEXT_LENGTH.signer}
              autoComplete="off"
              onChange={(event) => setSigner(event.target.value)}
            />
            <SignaturePad label={t('sending:deliver.signed')} onChange={setSignature} />
          </>
        )}
      </div>
    </Dialog>
  );
}
