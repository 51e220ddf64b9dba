import { depositIssues } from '@atelier/domain/processes/deposit-issues.ts';
import type { HeadFields } from '@atelier/domain/processes/head-issues.ts';
import type { PieceNaming, PieceFields } from '@atelier/domain/processes/piece-issues.ts';
import type { Day } from '@atelier/domain/kernel.ts';
import { issueIf, type DepositIssue } from '@atelier/domain/deposit/deposit-issue.ts';
import { readDecimal } from '../../lib/i18n/typed-number.ts';
import { currentRules } from '../../shared/rules/rules.ts';
import { readAmount } from '../../shared/item/amount.ts';
import { hasLoan } from './loan-of.ts';
import type { PieceValues, RmaValues } from './form-values.ts';
import { fieldIssueOf, type FieldIssue } from './issue-words.ts';
import { asksSurvey } from './survey.ts';

/** What the form must know besides what was typed. */
export interface FormRules {
  /** The shop's own day: warranty, survey and "not in the future" are measured on it. */
  readonly today: Day;
  readonly currency: string;
  readonly isValidPhone: (code: string, phone: string) => boolean;
}

/** What is wrong with what was typed, by the rules that the server decides by: the first of each field. */
export function issuesOf(values: RmaValues, rules: FormRules): FieldIssue[] {
  const given = { head: headOf(values), pieces: values.items.map((piece) => pieceOf(piece, rules)) };
  const issues = depositIssues(given, { ...rules, policy: currentRules() });
  const first = new Map<string, FieldIssue>();
  for (const found of [...issues, ...placeIssues(values)].map(fieldIssueOf)) {
    if (!first.has(found.path)) first.set(found.path, found);
  }
  return [...first.values()];
}

/** What the look-ups have said of the country, of which the server reads its own books. */
const placeIssues = (values: RmaValues): readonly DepositIssue[] => [
  ...issueIf(values.needs_province && values.province.trim() === '', 'province', 'province_required'),
  ...issueIf(values.needs_city && values.city.trim() === '', 'city', 'city_required'),
  ...issueIf(values.delivery === 'client' && values.delivery_refused, 'delivery', 'delivery_not_allowed'),
];

const headOf = (values: RmaValues): HeadFields => ({
  ...values,
  phone_code: values.phone_code.trim(),
  email: values.email.trim(),
});

function pieceOf(piece: PieceValues, { currency, today }: FormRules): PieceFields & PieceNaming {
  return {
    ...piece,
    total_weight: readDecimal(piece.total_weight),
    purchaseDate: piece.purchase_date,
    maintenanceAmount: readAmount(piece.maintenance_amount, currency),
    isRepairedBefore: piece.is_repaired_before,
    renewReasons: piece.renew_reasons,
    waiverRemark: piece.is_waived_fee ? piece.store_remark : null,
    isExtended: piece.extended_warranty,
    extendedWarrantyProof: piece.extended_warranty_proof[0] ?? null,
    overrideReason: piece.warranty_override === '' ? null : piece.override_reason,
    survey: surveyOf(piece, today),
    isGold: piece.is_gold,
    goldImage: piece.gold_image[0] ?? null,
    goldWeight: readDecimal(piece.gold_weight),
    sequenceNumber: piece.sequence_checked ? piece.certified_sequence : null,
    loan: hasLoan(piece) ? { description: piece.loan_description, dueOn: piece.loan_due } : null,
    fake: piece.is_fake ? { image: piece.fake_image[0] ?? '', remark: piece.fake_remark } : null,
  };
}

/** Demanded, or begun: what was half filled in is not dropped without a word. */
function surveyOf(piece: PieceValues, today: Day): PieceFields['survey'] {
  const { survey_reason: reason, survey_comment: comment } = piece;
  const isBegun = reason !== '' || comment.trim() !== '';
  const isSurveyed = isBegun || currentRules().demandExchangeSurvey;
  return asksSurvey(piece.purchase_date, today) && isSurveyed ? { reason, comment } : null;
}
