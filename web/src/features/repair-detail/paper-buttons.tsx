import { hasHandoverPaper } from '@atelier/domain/repair/customer-progress.ts';
import type { ItemView, RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { isStatusId } from '@atelier/domain/shared/status.ts';
import { usePermission } from '../../lib/session/use-session.ts';
import { PrintButton } from '../../shared/documents/print-button.tsx';
import { Scale } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchBytes } from '../../lib/api/bytes.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { saveFile } from '@atelier/ui/files/save-file.ts';

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

/** The dispute file of a piece, in the reader's language: everything known of it in one archive. */
function DisputeButton({ itemId, number }: { itemId: number; number: string }) {
  const { t, i18n } = useTranslation('rma');
  const isAllowed = usePermission('export');
  const make = useMutation({
    mutationFn: async () => {
      const path = `/item/${itemId}/dispute?language=${i18n.language}`;
      saveFile(await fetchBytes(path, new AbortController().signal), `dispute-${number}.zip`);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) throw error;
      noticeError(error);
    },
  });
  if (!isAllowed) return null;
  return (
    <Button
      variant="quiet"
      icon={<Scale size={16} aria-hidden />}
      busy={make.isPending}
      onClick={() => make.mutate()}
      testId="dispute-file"
    >
      {t('detail.dispute')}
    </Button>
  );
}
