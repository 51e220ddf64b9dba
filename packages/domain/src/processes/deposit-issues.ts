import { issueIf, issuesOfItem, type DepositIssue } from '../deposit/deposit-issue.ts';
import { headIssues, type HeadFields } from './head-issues.ts';
import { namingIssues, pieceIssues, type PieceNaming, type PieceFields } from './piece-issues.ts';
import type { DepositRules } from './field-issues.ts';

/**
 * Everything that is wrong with a deposit as far as its own words show, by the fields of the body of `POST /rma`. The
 * form checks it while a user types, the server before it decides; what only the books know comes on top of it there.
 */
export function depositIssues(
  { head, pieces }: { readonly head: HeadFields; readonly pieces: readonly (PieceFields & PieceNaming)[] },
  rules: DepositRules,
): readonly DepositIssue[] {
  return [
    ...headIssues(head, rules),
    ...issueIf(pieces.length === 0, 'items', 'items_required'),
    ...pieces.flatMap((piece, index) =>
      issuesOfItem(index, [...namingIssues(piece), ...pieceIssues(piece, rules)]),
    ),
  ];
}
