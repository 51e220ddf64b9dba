import { hasHandoverPaper } from '@atelier/domain/repair/customer-progress.ts';
import type { ItemView, RmaView } from '@atelier/contracts/rma/schema.ts';
import { isStatusId } from '@atelier/domain/shared/status.ts';
import { usePermission } from '../../../lib/session/use-session.ts';
import { PrintButton } from '../../../shared/documents/print-button.tsx';
import { DisputeButton } from './dispute-button.tsx';

interface PapersOf {
  deposit: RmaView;
  item: ItemView;
}

/** The papers of a piece and of its deposit. */
export const PaperButtons = ({ deposit, item }: PapersOf) => (
  <>
    <DisputeButton itemId={item.id} number={item.number} />
    <HandoverPaper deposit={deposit} item={item} />
    <Receipt deposit={deposit} />
    <PrintButton look="quiet" subject={{ kind: 'items', itemIds: [item.id] }} />
  </>
);

/** The paper that goes home with a piece, once it is back in the shop or was cancelled there. */
function HandoverPaper({ deposit, item }: PapersOf) {
  const mayHandOver = usePermission('shop handover');
  const status = item.rma_status_id;
  const isReady = isStatusId(status) && hasHandoverPaper(status);
  if (!mayHandOver || !isReady) return null;
  const subject = { kind: 'handover', itemId: item.id, language: deposit.language } as const;
  return <PrintButton look="quiet" subject={subject} />;
}

/** What the customer took home in place of the piece. */
function Receipt({ deposit }: Pick<PapersOf, 'deposit'>) {
  const mayDeposit = usePermission('view request new rma page');
  const mayHandOver = usePermission('shop handover');
  if (!mayDeposit && !mayHandOver) return null;
  const subject = { kind: 'receipt', rmaId: deposit.id, language: deposit.language } as const;
  return <PrintButton look="quiet" subject={subject} />;
}
