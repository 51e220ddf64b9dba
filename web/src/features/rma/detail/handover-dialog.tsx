import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/states.tsx';
import { errorWords } from '../../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FormDialog } from '../../../shared/form/form-dialog.tsx';
import { FormText } from '../../../shared/form/form-field.tsx';
import { FormSignature } from '../../../shared/form/form-signature.tsx';
import { PieceCell } from '../../../shared/item/piece-cells.tsx';
import type { Signature } from '../../../shared/item/signature-ink.ts';
import { rmaQuery } from '../../../shared/queries/item.ts';
import { HandoverPieces, RefusedPieces } from './handover-pieces.tsx';
import { isHandBack, waitingBeside, whyKept } from './handover-rules.ts';
import { useHandover } from './use-handover.ts';

interface HandoverDialogProps {
  item: ItemView;
  onClose: () => void;
}

interface Given {
  name: string;
  signature: Signature | null;
  /** Which of the deposit's other pieces go along, by id. */
  others: Record<string, boolean>;
}

/** To their owner, with one signature; a cancelled piece is handed back without a fee (product/repair.md §15). */
export function HandoverDialog({ item, onClose }: HandoverDialogProps) {
  const { t } = useTranslation(['rma', 'piece', 'common']);
  const format = useStaffFormat();
  const deposit = useQuery(rmaQuery(item.rma_id));
  const pieces = deposit.data?.data.items ?? [item];
  // As the piece stood when the window opened: it may be gone while another of its deposit was refused.
  const [opened] = useState(item);
  const others = waitingBeside(opened, pieces);
  const isBack = isHandBack(opened);
  const form = useForm<Given>({
    defaultValues: {
      name: item.fullname,
      signature: null,
      others: Object.fromEntries(others.map((other) => [`id${other.id}`, false])),
    },
  });
  const handover = useHandover(item, onClose);
  const submit = ({ name, signature, others: ticked }: Given) => {
    const beside = others.filter((other) => whyKept(other) === null && ticked[`id${other.id}`] === true);
    // After a first try some may be gone already: the piece itself is asked for only while it is here.
    const left = handover.refused.length === 0 || handover.refused.some(({ id }) => id === item.id);
    const items = left ? [item, ...beside] : beside;
    if (signature !== null && items.length > 0) void handover.run({ items, name, signature });
  };
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
        disabledReason:
          whyKept(opened) === null
            ? undefined
            : t('rma:handover.feeFirst', { amount: format.money(item.repair_fee, item.repair_fee_ccy) }),
      }}
      busy={handover.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <PieceCell item={item} size={56} />
      <HandoverPieces form={form} others={others} nameOf={({ id }) => `others.id${id}`} />
      <RefusedPieces refused={handover.refused} items={pieces} />
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
