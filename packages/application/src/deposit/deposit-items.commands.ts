import { codeKey } from '@atelier/domain/contract/codes.ts';
import type { DepositItem } from '@atelier/domain/processes/deposit-command.ts';
import type { DepositWorld } from '@atelier/domain/processes/deposit-world.ts';
import type { Instant, ItemId, RmaId, SiteId } from '@atelier/domain/kernel.ts';
import { isForeign } from '@atelier/domain/repair/scanning/findings-issues.ts';
import { humanNumber } from '@atelier/domain/repair/item/item-number.ts';
import { issueIf, issuesOfItem, type DepositIssue } from '@atelier/domain/deposit/deposit-issue.ts';
import { loanFacts, type NewLoan } from '@atelier/domain/repair/loans/loan-events.ts';
import { noteNamedImages } from '../commands/named-images.ts';
import type { Caller, CommandServices } from '../commands/run-command.ts';
import type { DepositFacts, FactsAsked } from './deposit-lookups.queries.ts';
import { findDepositWorld, type WorldAsked } from './deposit-world.queries.ts';

/** One jewel as the shop wrote it down; what the store can look up itself is left out. */
export interface NewItem extends Omit<
  DepositItem,
  'itemId' | 'number' | 'product' | 'subReasons' | 'repairedBefore' | 'total180' | 'extendedMonths' | 'loan'
> {
  readonly loan?: NewLoan | undefined;
  readonly sku: string;
  readonly size: string | null;
  readonly serial: string | null;
  readonly certificateNo: string | null;
  readonly sequenceNumber: string | null;
  readonly subReasonIds: readonly number[];
  /** With proof: adds the policy's term to the warranty. */
  readonly extendedWarranty: boolean;
}

/** The part of a form that names things of the brand's books. */
export interface Naming {
  readonly storeId: SiteId;
  readonly address: { readonly country: string };
  readonly customerId: number | null;
  readonly items: readonly NewItem[];
}

export interface Asking {
  readonly now: Instant;
  readonly historyDays: number;
  /** The edited deposit, which is not an earlier repair of its pieces. */
  readonly except?: RmaId;
}

export function factsAsked({ storeId, items }: Naming, asking: Asking): FactsAsked {
  return {
    storeId,
    skus: [...new Set(items.map((item) => item.sku))],
    reasons: [...new Set(items.flatMap((item) => item.reasonIds))],
    subReasons: [...new Set(items.flatMap((item) => item.subReasonIds))],
    serials: [...new Set(items.flatMap((item) => (item.serial === null ? [] : [item.serial])))],
    ...asking,
  };
}

/** What `worldIssues` compares a deposit with. Notes that its images were named: the sweep leaves them alone for a week. */
export async function prepareDepositWorld(
  { db }: Pick<CommandServices, 'db'>,
  { scope }: Pick<Caller, 'scope'>,
  naming: Naming,
  facts: DepositFacts,
): Promise<DepositWorld> {
  const [world, images] = await Promise.all([
    findDepositWorld(db, scope, worldAsked(naming), facts),
    noteNamedImages(db, scope, named(naming.items.flatMap(imagesOf))),
  ]);
  return { ...world, images };
}

const named = (list: readonly (string | null | undefined)[]): string[] => [
  ...new Set(list.flatMap((value) => value || [])),
];

function worldAsked({ storeId, address, customerId, items }: Naming): WorldAsked {
  return {
    storeId,
    country: address.country,
    customerId,
    invoiceNos: named(items.map((item) => item.invoiceNumber)),
    certificateNos: named(items.map((item) => item.certificateNo)),
    sequenceNumbers: named(items.map((item) => item.sequenceNumber)),
    subReasons: [...new Set(items.flatMap((item) => item.subReasonIds))],
  };
}

function imagesOf({ images, goldImage, extendedWarrantyProof, fakeProduct }: NewItem) {
  return [...images, goldImage, extendedWarrantyProof, fakeProduct?.image];
}

/** Sub-reasons that are not offered, or whose reason is not chosen: leaving them out would lose what was said. */
export function subReasonIssues(items: readonly NewItem[], facts: DepositFacts): readonly DepositIssue[] {
  return items.flatMap(({ reasonIds, subReasonIds }, index) => {
    const isUnknown = subReasonIds.some((id) => !facts.subReasons.has(id));
    const isOfOther = subReasonIds.some((id) => isForeign(facts.subReasons.get(id), reasonIds));
    return issuesOfItem(index, [
      ...issueIf(isUnknown, 'sub_reasons', 'reason_not_offered'),
      ...issueIf(isOfOther, 'sub_reasons', 'sub_reason_foreign'),
    ]);
  });
}

/** The piece with all that the books know of it. */
export function completedItem(
  item: NewItem,
  facts: DepositFacts,
  itemId: ItemId,
  extendedMonths: number,
): DepositItem {
  const { sku, size, serial, certificateNo, sequenceNumber, subReasonIds, extendedWarranty, ...more } = item;
  const { loan, ...rest } = more;
  const product = facts.products.get(sku);
  const history = serial === null ? undefined : facts.repairs.get(codeKey(serial));
  const { name = sku, kind = 'ring', is_gold: isGold = false } = product ?? {};
  return {
    ...rest,
    itemId,
    number: humanNumber(facts.store.code, itemId),
    product: { sku, size, serial, certificateNo, sequenceNumber, name, kind, isGold },
    subReasons: subReasonIds.flatMap((id) => {
      const reasonId = facts.subReasons.get(id);
      return reasonId === undefined ? [] : [{ id, reasonId }];
    }),
    loan: loan && loanFacts(loan, facts.store.currency),
    extendedMonths: extendedWarranty ? extendedMonths : 0,
    repairedBefore: history?.everRepaired ?? false,
    total180: history?.recent ?? 0,
  };
}
