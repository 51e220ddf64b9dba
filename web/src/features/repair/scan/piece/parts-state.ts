import type { PartLineBody } from '@atelier/contracts/repair/bench-schema.ts';
import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import { PART_CODE, PART_LIMITS, type PartKind } from '@atelier/domain/repair/contract.ts';
import { readDecimal } from '../../../../lib/i18n/typed-number.ts';

export type PartsRecord = ItemFileView['parts_used'][number];

/** One line as it is typed. */
export interface PartDraft {
  readonly key: number;
  readonly kind: PartKind;
  readonly code: string;
  /** Pieces, or grams of a metal. */
  readonly amount: string;
}

/** Metal is weighed, stones and parts are counted. */
export const isWeighed = ({ kind }: Pick<PartDraft, 'kind'>): boolean => kind === 'metal';

export const isBlank = ({ code, amount }: PartDraft): boolean => code.trim() === '' && amount.trim() === '';

export type PartIssue = 'code' | 'pieces' | 'weight';

/** What is wrong with a line; undefined when it can be sent. */
export function issueOf(draft: PartDraft): PartIssue | undefined {
  const code = draft.code.trim();
  if (!PART_CODE.test(code) || code.length > PART_LIMITS.code) return 'code';
  const amount = readDecimal(draft.amount, isWeighed(draft) ? undefined : 0);
  if (isWeighed(draft))
    return amount !== null && amount > 0 && amount <= PART_LIMITS.grams ? undefined : 'weight';
  return amount !== null && amount >= 1 && amount <= PART_LIMITS.pieces ? undefined : 'pieces';
}

export function bodyOf(draft: PartDraft): PartLineBody {
  const { kind, code } = draft;
  const amount = readDecimal(draft.amount, isWeighed(draft) ? undefined : 0) ?? 0;
  return { kind, code: code.trim(), ...(isWeighed(draft) ? { weight: amount } : { pieces: amount }) };
}

/** Those that count: what was corrected and what was withdrawn is in the piece's history. */
export const standingParts = (records: readonly PartsRecord[]): readonly PartsRecord[] =>
  records.filter(({ is_corrected: isCorrected, lines }) => !isCorrected && lines.length > 0);
