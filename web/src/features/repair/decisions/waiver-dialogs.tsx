import type { WaiverView } from '@atelier/contracts/repair/decisions-schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../../shared/decisions/reason-dialog.tsx';
import { type WaiversAnswer, waiversQuery, withoutDecided } from '../../../shared/queries/waivers.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { CommandDialog } from '../../../shared/form/command-dialog.tsx';

interface DecideProps {
  waiver: WaiverView;
  /** Before it is sent: what leaves the list now is one's own doing. */
  onDecide: (itemId: number) => void;
  onClose: () => void;
}

/** Another account was first, or the piece has left: the list is read again, and says by whom. */
const OVERTAKEN = ['waiver_not_under_review', 'waiver_frozen', 'not_found'];

/** The decision of a waiver as a question: what is sent, said, and done to the list. */
function useDecision({ waiver, onDecide, onClose }: DecideProps, decision: 10 | 11) {
  const { t } = useTranslation('decisions');
  const client = useQueryClient();
  const { id, number } = waiver.item;
  const { queryKey } = waiversQuery();
  return {
    call: (reason: string) => ({
      path: '/rma/waiver/decide' as const,
      body: { rma_item_id: id, decision, reason },
    }),
    quiet: OVERTAKEN,
    done: t(decision === 11 ? 'waivers.approved' : 'waivers.rejected', { number }),
    onDone: () => {
      onDecide(id);
      client.setQueryData<WaiversAnswer>(
        queryKey,
        (cached) => cached && withoutDecided(cached, new Set([id])),
      );
    },
    onError: (error: ApiError) => {
      if (!OVERTAKEN.includes(error.code)) return;
      void client.invalidateQueries({ queryKey });
      onClose();
    },
    onClose,
  };
}

/** Asked once more: an approved waiver is final. */
export function ApproveDialog(props: DecideProps) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const { call, ...decision } = useDecision(props, 11);
  const { number, repair_fee, repair_fee_ccy } = props.waiver.item;
  const amount = format.money(repair_fee, repair_fee_ccy);
  return (
    <CommandDialog
      {...decision}
      call={() => call('')}
      title={t('waivers.approveTitle', { number, amount })}
      accept={t('waivers.approve')}
      size={440}
      testId="approve"
    >
      <p>{t('waivers.approveBody')}</p>
    </CommandDialog>
  );
}

/** 10 needs its reason: the shop reads it, and may ask once more (product/repair.md §13). */
export function RejectWaiverDialog(props: DecideProps) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const { number, repair_fee, repair_fee_ccy } = props.waiver.item;
  return (
    <ReasonDialog
      {...useDecision(props, 10)}
      title={t('waivers.rejectTitle', { number })}
      body={<p>{t('waivers.rejectBody', { amount: format.money(repair_fee, repair_fee_ccy) })}</p>}
      accept={t('waivers.reject')}
      danger
      testId="reject-waiver"
    />
  );
}
