import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { RowResult } from '@atelier/domain/repair/schema.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/states.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { command } from '../../../lib/api/client.ts';
import { newKey } from '../../../lib/api/new-key.ts';
import { errorWords } from '../../../lib/api/notice-error.ts';
import { notify } from '../../../lib/notices/notify.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FormDialog } from '../../../shared/form/form-dialog.tsx';
import { FormText } from '../../../shared/form/form-field.tsx';
import { FormSignature } from '../../../shared/form/form-signature.tsx';
import { PieceCell } from '../../../shared/item/piece-cells.tsx';
import type { Signature } from '../../../shared/item/signature-ink.ts';
import { useRefreshItem } from '../../../shared/item/use-refresh-item.ts';
import { Status } from '@atelier/domain/shared/status.ts';

interface HandoverDialogProps {
  item: ItemView;
  onClose: () => void;
}

interface Given {
  name: string;
  signature: Signature | null;
}

/** To its owner, with a signature; a cancelled piece is handed back without a fee (product/repair.md §15). */
export function HandoverDialog({ item, onClose }: HandoverDialogProps) {
  const { t } = useTranslation(['rma', 'piece', 'common']);
  const format = useStaffFormat();
  const isBack = item.rma_status_id === Status.Cancelled;
  const owes = !isBack && item.repair_fee > 0 && !item.fee_paid;
  const form = useForm<Given>({ defaultValues: { name: item.fullname, signature: null } });
  const handover = useHandover(item, onClose);
  return (
    <FormDialog
      form={form}
      title={t(isBack ? 'rma:handover.handBackTitle' : 'rma:handover.title', { number: item.number })}
      size={520}
      closable={!handover.isBusy}
      testId="handover"
      accept={t(isBack ? 'rma:handover.yesBack' : 'rma:handover.yes')}
      button={{
        size: 'large',
        disabledReason: owes
          ? t('rma:handover.feeFirst', { amount: format.money(item.repair_fee, item.repair_fee_ccy) })
          : undefined,
      }}
      busy={handover.isBusy}
      onSubmit={({ name, signature }) => signature !== null && void handover.run(name, signature)}
      onClose={onClose}
    >
      <PieceCell item={item} size={56} />
      {handover.error !== null && (
        <Banner tone="error" title={errorWords(handover.error).title}>
          {errorWords(handover.error).detail ?? t('rma:handover.kept')}
        </Banner>
      )}
      <FormText
        form={form}
        name="name"
        label={t('rma:handover.who')}
        required={t('rma:handover.whoRequired')}
        maxLength={TEXT_LENGTH.signer}
        autoComplete="off"
        testId="handover-name"
      />
      <FormSignature
        form={form}
        name="signature"
        label={t('rma:handover.signature')}
        required={t('piece:pad.empty')}
      />
    </FormDialog>
  );
}

interface Handover {
  readonly isBusy: boolean;
  readonly error: ApiError | null;
  readonly run: (name: string, signature: Signature) => Promise<void>;
}

/** Saves the signature, then hands over with it. Both keys live as long as the dialog: pressing again repeats nothing. */
function useHandover(item: ItemView, onDone: () => void): Handover {
  const { t } = useTranslation('rma');
  const refresh = useRefreshItem(item);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const keys = useRef({ ink: '', sign: newKey(), hand: newKey() });

  const run = async (name: string, signature: Signature): Promise<void> => {
    setBusy(true);
    setError(null);
    // Another signature is another intention; the same one is the same.
    if (keys.current.ink !== `${name}${signature.image}`) {
      keys.current = { ink: `${name}${signature.image}`, sign: newKey(), hand: newKey() };
    }
    try {
      const signatureId = await saveSignature(item.id, name, signature, keys.current.sign);
      const body = { rma_item_ids: [item.id], signature_id: signatureId, received_by: name };
      await command<RowResult[]>({ path: '/rma/handover', body, idempotencyKey: keys.current.hand });
      notify({ tone: 'good', title: t('handover.done', { number: item.number }) });
      refresh();
      onDone();
    } catch (failure) {
      setError(failure as ApiError);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}

async function saveSignature(
  itemId: number,
  name: string,
  { strokes, image }: Signature,
  idempotencyKey: string,
): Promise<string> {
  const body = { kind: 'pickup', rma_item_ids: [itemId], signer_name: name, strokes, image };
  const answer = await command<{ signature_id: string; version: number }>({
    path: '/saveSign',
    body,
    idempotencyKey,
  });
  return answer.data.signature_id;
}
