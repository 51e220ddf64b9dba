import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { suggestedMove } from '../../shared/decisions/difference.ts';
import { FeeLinkDialog } from './decisions/fee-link-dialog.tsx';
import { FindingsDialog } from './decisions/findings-dialog.tsx';
import { HoldDialog } from '../../shared/decisions/hold-dialog.tsx';
import { OverrideFeeDialog } from './decisions/override-fee-dialog.tsx';
import { ReplaceDialog } from './decisions/replace-dialog.tsx';
import { RequestWaiverDialog } from './decisions/request-waiver-dialog.tsx';
import { ReturnDialog } from './decisions/return-dialog.tsx';
import { MoveDialog } from '../../shared/item/move-dialog.tsx';
import { CancelDialog, FeeDialog } from './item-dialogs.tsx';
import { PaymentDialog } from './money/payment-dialog.tsx';
import { RefundDialog } from '../../shared/handover/refund-dialog.tsx';
import { RejectDialog } from '../../shared/decisions/reject-dialog.tsx';
import { HandoverDialog } from '../../shared/handover/handover-dialog.tsx';
import type { ItemAction } from './item-actions.ts';
import { DeliverDialog } from '../../shared/decisions/deliver-dialog.tsx';
import { StorageDialog } from '../../shared/storage/storage-dialog.tsx';
import { useRefreshItem } from '../../shared/item/use-refresh-item.ts';

interface ActionDialogProps {
  action: ItemAction;
  item: ItemView;
  onClose: () => void;
}

/** The window in which an action asks what it must know. */
export function ActionDialog({ action, item, onClose }: ActionDialogProps) {
  switch (action) {
    case 'accept_fee':
      return <FeeDialog item={item} onClose={onClose} />;
    case 'ask_by_link':
      return <FeeLinkDialog item={item} onClose={onClose} />;
    case 'pay':
      return <PaymentDialog item={item} onClose={onClose} />;
    case 'refund':
      return <RefundDialog item={item} onClose={onClose} />;
    case 'deliver':
      return <DeliverItem item={item} onClose={onClose} />;
    case 'hand_over':
    case 'hand_back':
      return <HandoverDialog item={item} onClose={onClose} />;
    case 'store':
      return <StorageDialog items={[item]} onClose={onClose} />;
    case 'move_on':
      return <MoveDialog item={item} direction="on" suggested={suggestedMove(item)} onClose={onClose} />;
    case 'send_back':
      return <MoveDialog item={item} direction="back" onClose={onClose} />;
    case 'return_unrepaired':
      return <ReturnDialog item={item} onClose={onClose} />;
    case 'edit_findings':
      return <FindingsDialog item={item} onClose={onClose} />;
    case 'replace':
      return <ReplaceDialog item={item} onClose={onClose} />;
    case 'hold':
      return <HoldDialog item={item} direction="place" onClose={onClose} />;
    case 'release':
      return <HoldDialog item={item} direction="release" onClose={onClose} />;
    case 'request_waiver':
      return <RequestWaiverDialog item={item} onClose={onClose} />;
    case 'override_fee':
      return <OverrideFeeDialog item={item} onClose={onClose} />;
    case 'reject':
      return <RejectDialog item={item} onClose={onClose} />;
    case 'cancel':
      return <CancelDialog item={item} onClose={onClose} />;
    case 'pack':
    case 'receive':
    case 'undo':
    case 'edit':
    case 'copy':
      return null;
  }
}

/** The carrier's proof for one piece; the others of its package are said for themselves. */
function DeliverItem({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const refresh = useRefreshItem(item);
  return (
    <DeliverDialog tracking={item.tracking_number} itemId={item.id} onDone={refresh} onClose={onClose} />
  );
}
