import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { rank, Status, type StatusId } from '@atelier/domain/shared/status.ts';

type Piece = Pick<ItemView, 'collection' | 'rma_status_id' | 'custody'>;

/** Which sentence says how the client wants the piece back, with what the house does next (`pickup:wish`). */
export function wishOf({ collection, rma_status_id: status, custody }: Piece) {
  if (collection === null) return null;
  const isBack = status === Status.ShopReceived;
  switch (collection.kind) {
    case 'shop':
      return 'shop';
    case 'delivery':
      if (custody.to_client) return 'delivery.moving';
      return isBack || isGoingHome(status) ? 'delivery.back' : 'delivery.early';
    case 'other_shop':
      if (!isBack) return 'other_shop.early';
      if (custody.kind === 'shipment') return 'other_shop.moving';
      return custody.site_id === collection.shop_id ? 'other_shop.here' : 'other_shop.back';
  }
}

const isGoingHome = (status: number): boolean => rank(status as StatusId) >= rank(Status.LogisticsShipOut);

/** No line breaks inside a time. */
export const timeOf = ({ from, to }: NonNullable<ItemView['pickup']>): string => `${from}\u2060–\u2060${to}`;
