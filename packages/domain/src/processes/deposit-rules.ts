import type { CommandContext } from '../repair/item/commands.ts';
import { issuesOfItem, type DepositIssue } from '../deposit/deposit-issue.ts';
import type { Deposit, DepositItem } from './deposit-command.ts';
import { pieceIssues, type PieceFields } from './piece-issues.ts';

/** What a deposit says that cannot be, whatever the rest of the world knows: every issue at once, item by item. */
export function depositRuleIssues(
  { items, depositDay: today }: Deposit,
  policy: CommandContext['policy'],
): readonly DepositIssue[] {
  return items.flatMap((item, index) => issuesOfItem(index, pieceIssues(fieldsOf(item), { today, policy })));
}

/** A jewel of the command as the form says it: the same rules check both. */
const fieldsOf = (item: DepositItem): PieceFields => ({
  purchaseDate: item.purchaseDate,
  reasons: item.reasonIds,
  maintenanceAmount: item.maintenanceAmount,
  isRepairedBefore: item.repairedBefore,
  renewReasons: item.renewReasons,
  images: item.images,
  waiverRemark: item.waiverRemark,
  isExtended: item.extendedMonths > 0,
  extendedWarrantyProof: item.extendedWarrantyProof,
  overrideReason: item.warrantyOverride === null ? null : item.warrantyOverride.reason,
  survey: item.survey,
  isGold: item.product.isGold,
  goldImage: item.goldImage,
  goldWeight: item.weights.goldMg,
  sequenceNumber: item.product.sequenceNumber,
  fake: item.fakeProduct,
  loan: item.loan ?? null,
});
