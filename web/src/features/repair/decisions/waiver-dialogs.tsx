import type { WaiverView } from '@atelier/contracts/repair/decisions-schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { ReasonDialog } from '../../../shared/decisions/reason-dialog.tsx';
import { type WaiversAnswer, waiversQuery, withoutDecided } from '../../../shared/queries/waivers.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';

interface DecideProps {
  waiver: WaiverView;
  /** Before it is sent: what leaves the list now is one's own doing. */
  onDecide: (itemId: number) => void;
  onClose: () => void;
}

interface Decision {
  decision: 10 | 11;
  reason: string;
}

/** Somebody else was first, or it has left: the list is read again, and says by whom. */
const OVERTAKEN = ['waiver_not_under_review', 'waiver_frozen', 'not_found'];

function useDecide({ waiver, onDecide, onClose }: DecideProps) {
  const { t } = useTranslation('decisions');
  const client = useQueryClient();
  const { id, number } = waiver.item;
  const { queryKey } = waiversQuery();
  return useCommand(
    (given: Decision) => ({ path: '/rma/waiver/decide', body: { rma_item_id: id, ...given } }),
    {
      quiet: OVERTAKEN,
      done: (_answer, { decision }) =>
        decision === 11 ? t('waivers.approved', { number }) : t('waivers.rejected', { number }),
      onSuccess: () => {
        onDecide(id);
        client.setQueryData<WaiversAnswer>(
          queryKey,
          (cached) => cached && withoutDecided(cached, new Set([id])),
        );
        onClose();
      },
      onError: (error) => {
        if (!OVERTAKEN.includes(error.code)) return;
        void client.invalidateQueries({ queryKey });
        onClose();
      },
    },
  );
}

/** Asked once more: an approved waiver is final. */
export function ApproveDialog(props: DecideProps) {
  const { t } = useTranslation(['decisions', 'common']);
  const format = useStaffFormat();
  const decide = useDecide(props);
  const { number, repair_fee, repair_fee_ccy } = props.waiver.item;
  const amount = format.money(repair_fee, repair_fee_ccy);
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={t('decisions:waivers.approveTitle', { number, amount })}
      size={440}
      testId="approve-dialog"
      footer={
        <>
          <Button onClick={props.onClose}>{t('common:cancel')}</Button>
          <Button
            variant="primary"
            busy={decide.isPending}
            onClick={() => decide.mutate({ decision: 11, reason: '' })}
            testId="approve-accept"
          >
            {t('decisions:waivers.approve')}
          </Button>
        </>
      }
    >
      <p>{t('decisions:waivers.approveBody')}</p>
    </Dialog>
  );
}

/** 10 needs its reason: the shop reads it, and may ask once more (product/repair.md §13). */
export function RejectWaiverDialog(props: DecideProps) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const decide = useDecide(props);
  const { number, repair_fee, repair_fee_ccy } = props.waiver.item;
  return (
    <ReasonDialog
      title={t('waivers.rejectTitle', { number })}
      body={<p>{t('waivers.rejectBody', { amount: format.money(repair_fee, repair_fee_ccy) })}</p>}
      confirmLabel={t('waivers.reject')}
      danger
      busy={decide.isPending}
      onConfirm={(reason) => decide.mutate({ decision: 10, reason })}
      onClose={props.onClose}
      testId="reject-waiver"
    />
  );
}
