import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { isStatusId, Status, statusOf } from '@atelier/domain/shared/status.ts';

/** The sentence that says what happens next; `amount` where it is about money. */
export type NextStep =
  | 'pack'
  | 'wait_factory'
  | 'stage'
  | 'workshop'
  | 'accept_fee'
  | 'name_fee'
  | 'waiver'
  | 'ship_out'
  | 'wait_shop'
  | 'receive'
  | 'wait_client'
  | 'call'
  | 'pay'
  | 'refund'
  | 'done'
  | 'give_back'
  | 'hand_over_later';

function nextInFactory(item: ItemView, isShop: boolean): NextStep {
  if (item.waived_fee === 1) return 'waiver';
  if (item.fee_missing) return 'name_fee';
  if (!item.fee_settled) return 'accept_fee';
  if (item.rma_status_id === Status.RepairDone) return isShop ? 'workshop' : 'ship_out';
  return isShop ? 'workshop' : 'stage';
}

/** What happens next to a piece, as its shop or the factory sees it. */
export function nextStep(item: ItemView, isShop: boolean): NextStep {
  if (!isStatusId(item.rma_status_id)) return 'done';
  const isHere = item.custody.kind === 'site';
  switch (statusOf(item.rma_status_id).phase) {
    case 'shop':
      return 'pack';
    case 'transit':
      if (item.rma_status_id === Status.SentToWarehouse) return 'wait_factory';
      if (item.custody.to_client) return 'wait_client';
      return isShop ? 'receive' : 'wait_shop';
    case 'factory':
      return nextInFactory(item, isShop);
    case 'ready':
      if (item.custody.to_client) return 'wait_client';
      return item.fee_open > 0 ? 'pay' : item.fee_to_return > 0 ? 'refund' : 'call';
    case 'cancelled':
      if (isHere && item.fee_to_return > 0) return 'refund';
      return isHere ? 'give_back' : 'done';
    case 'done':
      return isHere ? 'hand_over_later' : 'done';
  }
}
