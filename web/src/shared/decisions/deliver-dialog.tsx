import { DateField } from '../form/date-field.tsx';
import { codeText } from '@atelier/domain/contract/codes.ts';
import { PARCEL_LIMITS } from '@atelier/domain/shipping/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useScansInWindow } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import { FormCheckbox, FormReason, FormText } from '../form/form-field.tsx';
import { FormSignature } from '../form/form-signature.tsx';
import type { Signature } from '../item/signature-ink.ts';
import { CommandDialog } from '../form/command-dialog.tsx';

export interface DeliverDialogProps {
  tracking: string;
  /** One piece of the package; all that still travel in it when left out. */
  itemId?: number | undefined;
  onDone: () => void;
  onClose: () => void;
}

interface Delivery {
  proof: string;
  day: string;
  isSigned: boolean;
  signer: string;
  signature: Signature | null;
  /** Why what is to be refunded is not. */
  notReturned: string;
}

const today = (): string => new Date(serverNow()).toISOString().slice(0, 10);

/** The carrier's proof that the client has it: reference, day, and what was signed (product/shipping.md §13). */
export function DeliverDialog({ tracking, itemId, onDone, onClose }: DeliverDialogProps) {
  const { t } = useTranslation(['sending', 'rma']);
  const form = useForm<Delivery>({
    defaultValues: { proof: '', day: today(), isSigned: false, signer: '', signature: null, notReturned: '' },
  });
  const [asksWhy, setAsksWhy] = useState(false);
  useScansInWindow((code) => form.setValue('proof', codeText(code), { shouldValidate: true }));
  return (
    <CommandDialog
      form={form}
      title={t('deliver.title', { tracking })}
      size={480}
      testId="deliver"
      accept={t('deliver.yes')}
      call={(given) => ({ path: '/package/delivered', body: bodyOf(tracking, itemId, given) })}
      done={t('deliver.done', { tracking })}
      onDone={onDone}
      onError={({ code }) => setAsksWhy(code === 'refund_due')}
      onClose={onClose}
    >
      <p>{t('deliver.body')}</p>
      <FormText
        form={form}
        name="proof"
        label={t('deliver.proof')}
        required={t('deliver.proofRequired')}
        maxLength={PARCEL_LIMITS.proof}
        testId="deliver-proof"
      />
      <DateField {...form.register('day')} label={t('deliver.day')} max={today()} testId="deliver-day" />
      <FormCheckbox form={form} name="isSigned" label={t('deliver.signed')} testId="deliver-signed" />
      {asksWhy && (
        <FormReason
          form={form}
          name="notReturned"
          label={t('rma:handover.notReturned')}
          testId="deliver-not-returned"
        />
      )}
      {form.watch('isSigned') && (
        <>
          <FormText form={form} name="signer" label={t('deliver.signer')} maxLength={TEXT_LENGTH.signer} />
          <FormSignature form={form} name="signature" label={t('deliver.signed')} />
        </>
      )}
    </CommandDialog>
  );
}

function bodyOf(tracking: string, itemId: number | undefined, given: Delivery) {
  const { proof, day, isSigned, signer, signature, notReturned } = given;
  return {
    tracking_no: tracking,
    proof,
    ...(day !== '' && { delivered_on: day }),
    ...(itemId !== undefined && { rma_item_ids: [itemId] }),
    ...(notReturned !== '' && { not_returned: notReturned }),
    ...(isSigned &&
      signature !== null && { signer_name: signer, strokes: signature.strokes, image: signature.image }),
  };
}
