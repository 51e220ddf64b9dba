import { parseScannedCode } from '@atelier/domain/repair/item/item-number.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../lib/api/client.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { useSession } from '../../lib/session/use-session.ts';
import type { OpenPiece } from './open-piece.ts';

/**
 * Opens the piece that carries a scanned or typed code. A code that is no piece's number, or of no piece in sight, is
 * given to `onOther`; unless that takes it, the rest is looked up too, and a notice says when nothing is found.
 */
export function useFindPiece(
  open: (piece: OpenPiece & { readonly itemId: number }) => void,
  onOther: (code: string) => boolean = () => false,
) {
  const { t } = useTranslation('rma');
  const isShop = useSession().view.user.user_type === 'shop';
  const [isBusy, setBusy] = useState(false);
  const run = async (code: string): Promise<void> => {
    if (parseScannedCode(code)?.number == null && onOther(code)) return;
    setBusy(true);
    try {
      const { data } = await read(
        isShop ? '/rma' : '/operationrma',
        { q: code, page_size: 2, ...(isShop && { guests: 'included' }) },
        { timeout: 'general' },
      );
      const [found] = data;
      if (found !== undefined) open({ rmaId: found.rma_id, itemId: found.id });
      else if (!onOther(code))
        notify({ tone: 'warn', title: t('detail.notFound'), detail: code, id: 'find-by-code' });
    } catch (error) {
      noticeError(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run: (code: string) => void run(code) };
}
