import type { Actor, BlobRef, Instant } from '../kernel.ts';
import type { CounterfeitReported, ItemDepositEdited } from './deposit-events.ts';
import type { Counterfeit, Item } from './item.ts';

/** What was said of the piece after its deposit: the whole form anew, or that it is a counterfeit. */
export function depositCorrected(item: Item, event: ItemDepositEdited | CounterfeitReported): Item {
  if (event.type === 'ItemDepositEdited') return edited(item, event.data);
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

function edited(item: Item, data: ItemDepositEdited['data']): Item {
  return {
    ...item,
    ...feeAfter(item, data),
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

/** What was agreed at the counter counts as accepted, whether it is due or not (product/repair.md §12). */
export function feeAtDeposit({
  fee,
  agreedFee,
}: Pick<ItemDepositEdited['data'], 'fee' | 'agreedFee'>): Item['fee'] {
  return { due: fee, agreed: agreedFee, byHand: false, accepted: agreedFee ?? fee, payments: [] };
}

/** Another amount was agreed at the counter, and so accepted; under an approved waiver it stays waived. */
function feeAfter(item: Item, data: ItemDepositEdited['data']): Pick<Item, 'fee' | 'waiver'> {
  const { fee, agreedFee: agreed } = data;
  if (item.waiver.code === 11) {
    return { fee: { ...item.fee, agreed }, waiver: { ...item.waiver, waivedAmount: fee.amount } };
  }
  const isSame = fee.amount === item.fee.due.amount && agreed?.amount === item.fee.agreed?.amount;
  if (isSame) return { fee: item.fee, waiver: item.waiver };
  return { fee: { ...feeAtDeposit(data), payments: item.fee.payments }, waiver: item.waiver };
}
