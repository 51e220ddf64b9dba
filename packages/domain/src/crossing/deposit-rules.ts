import { isDay } from '../calendar.ts';
import type { CommandContext } from '../repair/commands.ts';
import { remarkWords } from '../remark-length.ts';
import { exchangeOffer } from '../repair/warranty.ts';
import { flaw, flawsOfItem } from '../rma/deposit-flaws.ts';
import type { DepositFlaw, DepositFlawCode } from '../rma/deposit-flaws.ts';
import type { Deposit, DepositItem } from './deposit-command.ts';

type Policy = CommandContext['policy'];

/** What a deposit says that cannot be, whatever the rest of the world knows: every flaw at once, item by item. */
export function depositFlaws(deposit: Deposit, policy: Policy): readonly DepositFlaw[] {
  return deposit.items.flatMap((item, index) => flawsOfItem(index, itemFlaws(item, deposit, policy)));
}

function itemFlaws(item: DepositItem, deposit: Deposit, policy: Policy): readonly DepositFlaw[] {
  return [
    ...dateFlaws(item, deposit),
    ...flaw(item.reasonIds.length === 0, 'reasons', 'reasons_required'),
    ...flaw(!isAmount(item.maintenanceAmount), 'maintenance_amount', 'maintenance_amount_required'),
    ...flaw(item.repairedBefore && item.renewReasons.length === 0, 'renew_reasons', 'renew_reasons_required'),
    ...flaw(policy.demandImages && item.images.length === 0, 'images', 'images_required'),
    ...remarkFlaws(item.waiverRemark, 'store_remark', 'store_remark_required', policy),
    ...warrantyFlaws(item, policy),
    ...surveyFlaws(item, deposit, policy),
    ...goldFlaws(item, policy),
    ...fakeFlaws(item, policy),
  ];
}

function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0;
}

function dateFlaws({ purchaseDate }: DepositItem, { depositDay }: Deposit): readonly DepositFlaw[] {
  if (!isDay(purchaseDate)) return [{ path: 'purchase_date', code: 'purchase_date_required' }];
  return flaw(purchaseDate > depositDay, 'purchase_date', 'purchase_date_future');
}

/** null = nothing was to be said; an empty remark is missing, a long one too long. */
function remarkFlaws(
  remark: string | null,
  path: string,
  required: DepositFlawCode,
  policy: Policy,
): readonly DepositFlaw[] {
  if (remark === null) return [];
  if (remark.trim() === '') return [{ path, code: required }];
  return flaw(remarkWords(remark) > policy.remarkWords, path, 'text_too_long');
}

/** The extended term needs its proof, a warranty set by hand its reason (product/deposit.md §3). */
function warrantyFlaws(item: DepositItem, policy: Policy): readonly DepositFlaw[] {
  const { extendedMonths, extendedWarrantyProof: proof, warrantyOverride: override } = item;
  const reason = override === null ? null : override.reason;
  return [
    ...flaw(
      extendedMonths > 0 && proof === null,
      'extended_warranty_proof',
      'extended_warranty_proof_required',
    ),
    ...remarkFlaws(reason, 'warranty_override.reason', 'warranty_override_reason_required', policy),
  ];
}

/** Under six months the exchange survey is asked, with its comment (product/deposit.md §4). */
function surveyFlaws(
  { survey, purchaseDate }: DepositItem,
  { depositDay }: Deposit,
  policy: Policy,
): readonly DepositFlaw[] {
  if (survey !== null) {
    return remarkFlaws(survey.comment, 'exchange_survey.comment', 'exchange_comment_required', policy);
  }
  // A purchase that is still to come has its own flaw, and no age.
  if (!policy.demandExchangeSurvey || !isDay(purchaseDate) || purchaseDate > depositDay) return [];
  const asked = exchangeOffer(purchaseDate, depositDay, policy).survey;
  return flaw(asked, 'exchange_survey', 'exchange_survey_required');
}

/** Gold: picture, weight and checked sequence number (product/deposit.md §2). */
function goldFlaws({ product, goldImage, weights }: DepositItem, policy: Policy): readonly DepositFlaw[] {
  if (!policy.demandGoldChecks || !product.isGold) return [];
  return [
    ...flaw(goldImage === null, 'gold_image', 'gold_image_required'),
    ...flaw(weights.goldMg === null, 'gold_weight', 'gold_weight_required'),
    ...flaw(product.sequenceNumber === null, 'sequence_number', 'sequence_number_unchecked'),
  ];
}

function fakeFlaws({ fakeProduct }: DepositItem, policy: Policy): readonly DepositFlaw[] {
  if (fakeProduct === null) return [];
  return [
    ...flaw(fakeProduct.image === '', 'fake_product.image', 'fake_product_image_required'),
    ...remarkFlaws(fakeProduct.remark, 'fake_product.remark', 'fake_product_remark_required', policy),
  ];
}
