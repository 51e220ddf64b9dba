import type { WorkerView } from '@atelier/contracts/workforce/schema.ts';
import { parseScannedCode } from '@atelier/domain/repair/item/item-number.ts';
import { BARCODE } from '@atelier/domain/workforce/contract.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ScanBarcode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { command } from '../../lib/api/client.ts';
import type { OpenedPalette } from '../../lib/page/palette-state.ts';
import { usePermission } from '../../lib/session/use-session.ts';
import { past } from '../../lib/time/past.ts';
import type { Entry } from './entry.ts';

/** Their row in the list, opened. */
export const pathOfWorker = ({ ID, WorkerID }: Pick<WorkerView, 'ID' | 'WorkerID'>): string =>
  `/worker-list?search=${encodeURIComponent(WorkerID)}&worker=${ID}`;

/** A barcode is a credential: it travels in a body, never in an address. */
async function findHolder(barcode: string, signal?: AbortSignal): Promise<WorkerView | null> {
  const body = { Barcode: barcode, page_size: 1 };
  const { data } = await command({ path: '/all/rma_workers', body, signal, timeout: 'general' });
  return data[0] ?? null;
}

/** Forgotten as soon as the box is closed. */
const holderQuery = (barcode: string) =>
  queryOptions({
    queryKey: ['workers', 'badge', barcode],
    queryFn: ({ signal }) => findHolder(barcode, signal),
    gcTime: 0,
    retry: false,
  });

const isBadgeShaped = (text: string): boolean =>
  text.length >= BARCODE.least && text.length <= BARCODE.most && BARCODE.pattern.test(text);

/** A label of ours prints a shop's letters: a code without them may be a badge, which the box does not show. */
export const mayBeBadge = (code: string): boolean =>
  isBadgeShaped(code.trim()) && (parseScannedCode(code)?.number ?? null) === null;

export const useMayFindWorkers = (): boolean =>
  usePermission('view manage factory worker permission') && past === null;

/** The worker whose badge was scanned into the box; undefined while the server is asked, null for no badge in view. */
export function useScannedBadge({ text, isScanned }: OpenedPalette): WorkerView | null | undefined {
  const enabled = useMayFindWorkers() && isScanned && mayBeBadge(text);
  const { data, isPending } = useQuery({ ...holderQuery(text.trim()), enabled });
  return enabled && isPending ? undefined : (data ?? null);
}

/** Offers to read a typed code as a badge. Only on request: each code that is no badge counts as a guess. */
export function useBadgeAction(text: string, open: (path: string) => void): readonly Entry[] {
  const { t } = useTranslation('palette');
  if (!useMayFindWorkers() || !mayBeBadge(text)) return [];
  const find = async (): Promise<void> => {
    const worker = await findHolder(text.trim()).catch(() => null);
    if (worker === null) notify({ tone: 'warn', title: t('badge.unknown') });
    else open(pathOfWorker(worker));
  };
  return [
    {
      key: 'badge',
      group: 'people',
      title: t('badge.find'),
      icon: <ScanBarcode aria-hidden />,
      run: () => void find(),
    },
  ];
}
