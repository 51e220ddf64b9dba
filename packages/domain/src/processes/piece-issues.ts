import { codeText } from '../contract/codes.ts';
import { remarkWords } from '../remark-length.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import { asksSurvey } from '../repair/fees/warranty.ts';
import { DEPOSIT_LENGTH, DEPOSIT_LIMITS } from '../deposit/contract.ts';
import type { LoanFacts } from '../repair/loans/loan-events.ts';
import { isDay } from '../calendar.ts';
import type { Day } from '../kernel.ts';
import { issueIf, type DepositIssue, type DepositIssueCode } from '../deposit/deposit-issue.ts';
import { dayIssues, isBlank, lengthIssues, textIssues, type DepositRules } from './field-issues.ts';

type Policy = CommandContext['policy'];

/** One jewel as it was said. Money in minor units, weights in any one unit; null = nothing that can be read. */
export interface PieceFields {
  readonly purchaseDate: string;
  readonly reasons: readonly number[];
  readonly maintenanceAmount: number | null;
  readonly isRepairedBefore: boolean;
  readonly renewReasons: readonly string[];
  readonly images: readonly string[];
  /** The remark of a requested waiver; null = none requested. */
  readonly waiverRemark: string | null;
  readonly isExtended: boolean;
  readonly extendedWarrantyProof: string | null;
  /** Why the warranty is set by hand; null = it is not. */
  readonly overrideReason: string | null;
  /** null = nothing was answered. */
  readonly survey: { readonly reason: string; readonly comment: string } | null;
  readonly isGold: boolean;
  readonly goldImage: string | null;
  readonly goldWeight: number | null;
  /** Of a certificate that was checked; null = none was. */
  readonly sequenceNumber: string | null;
  /** What is lent meanwhile; null = nothing. */
  readonly loan: Pick<LoanFacts, 'description' | 'dueOn'> | null;
  readonly fake: { readonly image: string; readonly remark: string } | null;
}

/** What a form must hold of a jewel before its conditions are checked. */
export interface PieceNaming {
  readonly invoice_number: string;
  readonly product_sku: string;
  readonly product_size: string;
  readonly serial_number: string;
  /** Grams. */
  readonly total_weight: number | null;
}

/** What every jewel must be named by (product/deposit.md §1). */
export function namingIssues(piece: PieceNaming): readonly DepositIssue[] {
  const { invoice_number: invoice, product_sku: sku, product_size: size, serial_number: serial } = piece;
  return [
    ...textIssues('invoice_number', codeText(invoice), {
      code: 'invoice_number_required',
      most: DEPOSIT_LENGTH.invoiceNumber,
    }),
    ...textIssues('product_sku', codeText(sku), { code: 'product_sku_required', most: DEPOSIT_LENGTH.sku }),
    ...lengthIssues('product_size', size, DEPOSIT_LENGTH.size),
    ...lengthIssues('serial_number', codeText(serial), DEPOSIT_LENGTH.serialNumber),
    ...issueIf(!isWeight(piece.total_weight), 'total_weight', 'total_weight_required'),
  ];
}

const isWeight = (grams: number | null): boolean =>
  grams !== null && grams > 0 && grams <= DEPOSIT_LIMITS.grams;

/** What a jewel needs because of what it is or what is asked for it: every issue at once (product/deposit.md §2). */
export function pieceIssues(
  piece: PieceFields,
  rules: Pick<DepositRules, 'today' | 'policy'>,
): readonly DepositIssue[] {
  const { policy, today } = rules;
  return [
    ...dayIssues('purchase_date', piece.purchaseDate, today),
    ...issueIf(piece.reasons.length === 0, 'reasons', 'reasons_required'),
    ...issueIf(!isAmount(piece.maintenanceAmount), 'maintenance_amount', 'maintenance_amount_required'),
    ...issueIf(
      piece.isRepairedBefore && piece.renewReasons.length === 0,
      'renew_reasons',
      'renew_reasons_required',
    ),
    ...issueIf(policy.demandImages && piece.images.length === 0, 'images', 'images_required'),
    ...remarkIssues(piece.waiverRemark, 'store_remark', 'store_remark_required', policy),
    ...warrantyIssues(piece, policy),
    ...surveyIssues(piece, rules),
    ...goldIssues(piece, policy),
    ...fakeIssues(piece, policy),
    ...loanIssues(piece, today),
  ];
}

function isAmount(amount: number | null): boolean {
  return amount !== null && Number.isSafeInteger(amount) && amount >= 0;
}

/** null = nothing was to be said; an empty remark is missing, a long one too long. */
function remarkIssues(
  remark: string | null,
  path: string,
  required: DepositIssueCode,
  policy: Policy,
): readonly DepositIssue[] {
  if (remark === null) return [];
  if (isBlank(remark)) return [{ path, code: required }];
  return issueIf(remarkWords(remark) > policy.remarkWords, path, 'text_too_long');
}

/** The extended term needs its proof, a warranty set by hand its reason (product/deposit.md §3). */
function warrantyIssues(piece: PieceFields, policy: Policy): readonly DepositIssue[] {
  const hasNoProof = piece.isExtended && piece.extendedWarrantyProof === null;
  return [
    ...issueIf(hasNoProof, 'extended_warranty_proof', 'extended_warranty_proof_required'),
    ...remarkIssues(
      piece.overrideReason,
      'warranty_override.reason',
      'warranty_override_reason_required',
      policy,
    ),
  ];
}

/** Under six months the exchange survey is asked, with its comment (product/deposit.md §4). */
function surveyIssues(
  { survey, purchaseDate }: PieceFields,
  { today, policy }: Pick<DepositRules, 'today' | 'policy'>,
): readonly DepositIssue[] {
  if (survey !== null) {
    return [
      ...issueIf(survey.reason === '', 'exchange_survey.reason', 'exchange_survey_required'),
      ...remarkIssues(survey.comment, 'exchange_survey.comment', 'exchange_comment_required', policy),
    ];
  }
  return issueIf(
    policy.demandExchangeSurvey && asksSurvey(purchaseDate, today, policy),
    'exchange_survey',
    'exchange_survey_required',
  );
}

/** Gold: picture, weight and checked sequence number (product/deposit.md §2). */
function goldIssues(piece: PieceFields, policy: Policy): readonly DepositIssue[] {
  if (!policy.demandGoldChecks || !piece.isGold) return [];
  return [
    ...issueIf(piece.goldImage === null, 'gold_image', 'gold_image_required'),
    ...issueIf((piece.goldWeight ?? 0) <= 0, 'gold_weight', 'gold_weight_required'),
    ...issueIf(piece.sequenceNumber === null, 'sequence_number', 'sequence_number_unchecked'),
  ];
}

function fakeIssues({ fake }: PieceFields, policy: Policy): readonly DepositIssue[] {
  if (fake === null) return [];
  return [
    ...issueIf(fake.image === '', 'fake_product.image', 'fake_product_image_required'),
    ...remarkIssues(fake.remark, 'fake_product.remark', 'fake_product_remark_required', policy),
  ];
}

function loanIssues({ loan }: PieceFields, today: Day): readonly DepositIssue[] {
  if (loan === null) return [];
  const isDated = isDay(loan.dueOn);
  return [
    ...issueIf(isBlank(loan.description ?? ''), 'loan.description', 'loan_description_required'),
    ...issueIf(!isDated, 'loan.due_on', 'loan_due_required'),
    ...issueIf(isDated && loan.dueOn < today, 'loan.due_on', 'loan_due_past'),
  ];
}
