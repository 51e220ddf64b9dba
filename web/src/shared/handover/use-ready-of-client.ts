import { readQuery } from '../../lib/api/read-query.ts';
import { PAGE_ROWS } from '@atelier/domain/contract/limits.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { isStatusId, Status, statusOf } from '@atelier/domain/shared/status.ts';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../lib/session/use-session.ts';
import { rmaQuery } from '../queries/item.ts';
import { isOfClient } from './handover-rules.ts';

/** Prefix of the keys of `readyQuery`: a handover invalidates all of them. */
export const READY_KEY = ['rma', 'ready-of'] as const;

/** Pieces that wait for their client at the shop, found by the phone number. */
const readyQuery = (phone: string) =>
  readQuery([...READY_KEY, phone], '/rma', {
    status: String(Status.ShopReceived),
    q: phone,
    page_size: PAGE_ROWS.most,
  });

const isBack = ({ rma_status_id: status }: ItemView): boolean =>
  isStatusId(status) && ['ready', 'done'].includes(statusOf(status).phase);

/** The pieces of the deposit, and those of the client's other deposits that wait at the counter. */
export function usePiecesOfClient(item: ItemView) {
  const { user, allPermission } = useSession().view;
  const deposit = useQuery(rmaQuery(item.rma_id));
  const asksMore =
    user.user_type === 'shop' &&
    allPermission.includes('shop handover') &&
    item.fullphone !== '' &&
    isBack(item);
  const more = useQuery({ ...readyQuery(item.fullphone), enabled: asksMore });
  const own = deposit.data?.data.items ?? [item];
  const others = (more.data?.data ?? []).filter((row) => row.rma_id !== item.rma_id && isOfClient(item, row));
  return { pieces: [...own, ...others], isPending: deposit.isPending || (asksMore && more.isPending) };
}
