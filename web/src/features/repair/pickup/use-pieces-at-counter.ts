import { PAGE_ROWS } from '@atelier/domain/contract/limits.ts';
import type { ItemView, RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { readQuery } from '../../../lib/api/read-query.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useLiveRefresh } from '../../../live/use-live.ts';
import { isOfClient } from '../../../shared/handover/handover-rules.ts';
import { rmaQuery } from '../../../shared/queries/item.ts';
import { isHere, isOver } from './pickup-rules.ts';

/** Every piece that a client with this phone number has deposited here. */
const ofPhoneQuery = (phone: string) =>
  readQuery(['rma', 'pickup', 'of', phone], '/rma', {
    q: phone,
    guests: 'included',
    page_size: PAGE_ROWS.most,
  });

export interface ClientPieces {
  readonly deposit: RmaView;
  /** At this counter: the found one's deposit first. */
  readonly here: readonly ItemView[];
  /** Elsewhere, and on their way back. */
  readonly open: readonly ItemView[];
}

/** The client's pieces by one of their deposits; undefined until they are known. */
export function usePiecesAtCounter(rmaId: number) {
  const siteId = useSession().view.site?.id ?? 0;
  const asked = useQuery(rmaQuery(rmaId));
  useLiveRefresh(rmaQuery(rmaId).queryKey, [`rma:${rmaId}`]);
  const deposit = asked.data?.data;
  const phone = deposit?.fullphone ?? '';
  const more = useQuery({ ...ofPhoneQuery(phone), enabled: phone !== '' });
  const isPending = asked.isPending || (phone !== '' && more.isPending);
  if (deposit === undefined || isPending) return { error: asked.error, retry: () => void asked.refetch() };
  const [first] = deposit.items;
  const others = (more.data?.data ?? []).filter(
    (row) => row.rma_id !== rmaId && first !== undefined && isOfClient(first, row),
  );
  const all = [...deposit.items, ...others];
  const here = all.filter((row) => isHere(row, siteId));
  const open = all.filter((row) => !here.includes(row) && !isOver(row));
  return { client: { deposit, here, open } satisfies ClientPieces };
}
