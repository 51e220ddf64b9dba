import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { FormReason, FormText } from '../form/form-field.tsx';
import { FormSignature } from '../form/form-signature.tsx';
import { LoanAtPickup } from '../loans/loan-at-pickup.tsx';
import { useKeptLoans } from '../loans/use-kept-loans.ts';
import { PieceCell } from '../item/piece-cells.tsx';
import type { Signature } from '../item/signature-ink.ts';
import { MoneySums } from './money-sums.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { HandoverPieces, RefusedPieces } from './handover-pieces.tsx';
import { isHandBack, waitingBeside, whyKept } from './handover-rules.ts';
import { useHandover } from './use-handover.ts';
import { usePiecesOfClient } from './use-ready-of-client.ts';

interface HandoverDialogProps {
  item: ItemView;
  /** Which of the client's other pieces are ticked; every one that may leave when not given. */
  chosen?: ReadonlySet<number> | undefined;
  onClose: () => void;
}

interface Given {
  name: string;
  signature: Signature | null;
  /** Which of the deposit's other pieces go along, by id. */
  others: Record<string, boolean>;
  /** Why what is to be refunded is not. */
  notReturned: string;
}

/** To their owner, with one signature; a cancelled piece is handed back without a fee (product/repair.md §15). */
export function HandoverDialog(props: HandoverDialogProps) {
  const { pieces, isPending } = usePiecesOfClient(props.item);
  // The form begins with every piece of the client, each ticked or not.
  return isPending ? null : <HandoverForm {...props} pieces={pieces} />;
}

interface HandoverFormProps extends HandoverDialogProps {
  pieces: readonly ItemView[];
}

function HandoverForm({ item, chosen, pieces, onClose }: HandoverFormProps) {
  const { t } = useTranslation(['rma', 'piece', 'common', 'pickup']);
  const format = useStaffFormat();
  // As the piece stood when the window opened: it may be gone while another of its deposit was refused.
  const [opened] = useState(item);
  const others = waitingBeside(opened, pieces);
  const isBack = isHandBack(opened);
  const isTicked = ({ id }: ItemView): boolean => chosen?.has(id) ?? true;
  const form = useForm<Given>({
    defaultValues: {
      name: item.fullname,
      signature: null,
      notReturned: '',
      others: Object.fromEntries(others.map((other) => [`id${other.id}`, isTicked(other)])),
    },
  });
  const handover = useHandover(item, onClose);
  const loans = useKeptLoans();
  const why = whyKept(item);
  const alsoOf = (ticked: Given['others']) =>
    others.filter((other) => whyKept(other) === null && ticked[`id${other.id}`] === true);
  const leaving = [item, ...alsoOf(form.watch('others'))];
  const count = leaving.length;
  const submit = ({ name, signature, others: ticked, notReturned }: Given) => {
    const beside = alsoOf(ticked);
    // After a first try some may be gone already: the piece itself is asked for only while it is here.
    const left = handover.refused.length === 0 || handover.refused.some(({ id }) => id === item.id);
    const items = left ? [item, ...beside] : beside;
    if (signature === null || items.length === 0 || !loans.isReady(items)) return;
    const kept = why === 'refund_due' ? notReturned : '';
    void handover.run({ items, name, signature, notReturned: kept, loans: loans.saidOf(items) });
  };
  return (
    <FormDialog
      form={form}
      title={
        isBack || count === 1
          ? t(isBack ? 'rma:handover.handBackTitle' : 'rma:handover.title', { number: item.number })
          : t('pickup:handOver', { count })
      }
      size={520}
      closable={!handover.isBusy}
      testId="handover"
      accept={isBack ? t('rma:handover.yesBack') : t('pickup:handOver', { count })}
      button={{
        size: 'large',
        disabledReason:
          why === 'fee_not_paid'
            ? t('rma:handover.feeFirst', { amount: format.money(item.fee_open, item.repair_fee_ccy) })
            : undefined,
      }}
      busy={handover.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <PieceCell item={item} size={56} />
      <MoneySums item={item} />
      {why === 'refund_due' && <ToReturn form={form} item={item} />}
      <HandoverPieces form={form} others={others} nameOf={({ id }) => `others.id${id}`} />
      {leaving.map((piece) => (
        <LoanAtPickup key={piece.id} item={piece} loans={loans} />
      ))}
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

/** What is to be refunded first: now, or a reason says why not. */
function ToReturn({ form, item }: { form: UseFormReturn<Given>; item: ItemView }) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const { allPermission } = useSession().view;
  const [isRefunding, setRefunding] = useState(false);
  return (
    <>
      <Banner
        tone="warn"
        testId="handover-to-return"
        action={
          allPermission.includes('take payment') && (
            <Button onClick={() => setRefunding(true)} testId="handover-refund">
              {t('action.refund')}
            </Button>
          )
        }
      >
        {t('handover.toReturn', { amount: format.money(item.fee_to_return, item.repair_fee_ccy) })}
      </Banner>
      <FormReason
        form={form}
        name="notReturned"
        label={t('handover.notReturned')}
        testId="handover-not-returned"
      />
      {isRefunding && <RefundDialog item={item} onClose={() => setRefunding(false)} />}
    </>
  );
}
