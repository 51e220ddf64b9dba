import type { Actor, BlobRef, Instant } from '../kernel.ts';
import type { CounterfeitReported, ItemDepositEdited } from './item/deposit-events.ts';
import { evolveMoney } from './fees/evolve-money.ts';
import type { Item } from './item/item.ts';
import type { Counterfeit } from './item/parts.ts';

/** What was said of the piece after its deposit: the whole form again, or that it is a counterfeit. */
export function depositCorrected(item: Item, event: ItemDepositEdited | CounterfeitReported): Item {
  if (event.type === 'ItemDepositEdited') return edited(item, event);
  const { at, by } = event.data;
  return { ...item, counterfeits: [...item.counterfeits, reported(event.data, at, by)] };
}

export function reported(
  report: { readonly image: BlobRef | null; readonly remark: string | null },
  at: Instant,
  by: Actor,
): Counterfeit {
  return { image: report.image, remark: report.remark, at, by };
}

function edited(item: Item, event: ItemDepositEdited): Item {
  const { data } = event;
  return {
    ...item,
    ...evolveMoney(item, event),
    product: data.product,
    purchase: data.purchase,
    weights: data.weights,
    reasonIds: data.reasonIds,
    subReasons: data.subReasons,
    renewReasons: data.renewReasons ?? [],
    warranty: data.warranty,
    total180: data.total180,
    images: data.images ?? [],
    goldImage: data.goldImage,
    extendedWarrantyProof: data.extendedWarrantyProof,
    delivery: data.delivery,
    survey: data.survey,
  };
}
