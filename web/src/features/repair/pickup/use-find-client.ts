import { Status } from '@atelier/domain/shared/status.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { read } from '../../../lib/api/client.ts';
import { noticeError } from '../../../lib/api/notice-error.ts';
import { readClientCode } from './client-code.ts';

export interface FoundPiece {
  readonly rmaId: number;
  readonly itemId: number;
}

/** From a code to the client's pieces: one that waits at the counter before any other of the deposit. */
export function useFindClient(open: (piece: FoundPiece) => void) {
  const { t } = useTranslation('rma');
  const [isBusy, setBusy] = useState(false);
  const run = async (code: string): Promise<void> => {
    setBusy(true);
    try {
      const { data } = await read(
        '/rma',
        { ...readClientCode(code), guests: 'included', page_size: 50 },
        { timeout: 'general' },
      );
      const found = data.find(({ rma_status_id: status }) => status === Status.ShopReceived) ?? data[0];
      if (found === undefined)
        notify({ tone: 'warn', title: t('detail.notFound'), detail: code, id: 'find-by-code' });
      else open({ rmaId: found.rma_id, itemId: found.id });
    } catch (error) {
      noticeError(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run: (code: string) => void run(code) };
}
