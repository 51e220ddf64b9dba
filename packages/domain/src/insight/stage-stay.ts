import { unreachable } from '../decider.ts';
import type { Instant, SiteId } from '../kernel.ts';
import type { ItemDeposited } from '../repair/item/deposit-events.ts';
import type {
  CustodyTransferred,
  ItemEvent,
  ItemReplaced,
  ItemStatusChanged,
} from '../repair/item/events.ts';
import type { MoveKind } from '../shared/item-facts.ts';
import { Status, type StatusId } from '../shared/status.ts';

/** A piece's stay in one status at one place, with the move that led there (docs/product/insight.md §4). */
export interface StageStay {
  readonly status: StatusId;
  readonly site: SiteId | null;
  readonly sku: string;
  readonly enteredAt: Instant;
  /** null = it changed hands and stayed in its status, or it was deposited. */
  readonly move: MoveKind | null;
  readonly movedAt: Instant | null;
  readonly from: StatusId | null;
  readonly fromSite: SiteId | null;
  readonly fromEnteredAt: Instant | null;
}

type Change = ItemStatusChanged | CustodyTransferred | ItemReplaced;

/** Folds one event. Undefined while the piece was never deposited. */
export function evolveStageStay(stay: StageStay | undefined, event: ItemEvent): StageStay | undefined {
  if (event.type === 'ItemDeposited') return deposited(event.data);
  return stay === undefined || !isChange(event) ? stay : changed(stay, event);
}

const isChange = (event: ItemEvent): event is Change =>
  event.type === 'ItemStatusChanged' || event.type === 'CustodyTransferred' || event.type === 'ItemReplaced';

const deposited = ({ storeId, product, createdAt }: ItemDeposited['data']): StageStay => ({
  status: Status.Created,
  site: storeId,
  sku: product.sku,
  enteredAt: createdAt,
  move: null,
  movedAt: null,
  from: null,
  fromSite: null,
  fromEnteredAt: null,
});

function changed(stay: StageStay, event: Change): StageStay {
  switch (event.type) {
    case 'ItemStatusChanged':
      return moved(stay, event.data);
    case 'CustodyTransferred':
      return handedOn(stay, event.data);
    case 'ItemReplaced':
      return { ...stay, sku: event.data.newPiece.sku };
    default:
      return unreachable(event);
  }
}

const moved = (stay: StageStay, { to, move, enteredAt, at }: ItemStatusChanged['data']): StageStay => ({
  ...stay,
  status: to,
  enteredAt,
  move,
  movedAt: at,
  from: stay.status,
  fromSite: stay.site,
  fromEnteredAt: stay.enteredAt,
});

/** A move and the change of hands that belongs to it carry the same moment: together they are one move. */
function handedOn(stay: StageStay, { to, at }: CustodyTransferred['data']): StageStay {
  const site = to.kind === 'site' ? to.siteId : null;
  return at === stay.movedAt ? { ...stay, site } : { ...stay, site, move: null, movedAt: null };
}
