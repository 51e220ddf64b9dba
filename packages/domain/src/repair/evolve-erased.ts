import { withoutLoanWords } from './loans/loans.ts';
import type { Item } from './item/item.ts';

/**
 * The item without what its customer said, showed or signed: the state that its events fold to once their personal fields
 * read null (`personal-data.ts`).
 */
export function withoutCustomer(item: Item): Item {
  return {
    ...item,
    isCustomerErased: true,
    images: [],
    goldImage: null,
    extendedWarrantyProof: null,
    releasedPictures: [],
    marks: [],
    loans: withoutLoanWords(item.loans),
    survey: null,
    renewReasons: [],
    warranty: { ...item.warranty, override: withoutReason(item.warranty.override) },
    ...('transfer' in item && { transfer: { ...item.transfer, need: withoutReason(item.transfer.need) } }),
    counterfeits: item.counterfeits.map((it) => ({ ...it, image: null, remark: null })),
    signatures: item.signatures.map(({ signing: _, ...it }) => ({ ...it, signature: null })),
    fee: { ...item.fee, payments: item.fee.payments.map((it) => ({ ...it, reference: null })) },
    work: { ...item.work, measurements: { ...item.work.measurements, photos: [] } },
    remarks: {
      ...item.remarks,
      comments: item.remarks.comments.map((it) => ({ ...it, text: null, email: null })),
      followUps: item.remarks.followUps.map((it) => ({ ...it, note: null })),
    },
  };
}

const withoutReason = <Said extends { readonly reason: string | null }>(said: Said | null): Said | null =>
  said === null ? null : { ...said, reason: null };
