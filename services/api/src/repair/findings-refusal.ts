import type { FindingsBody } from '@atelier/contracts/repair/schema.ts';
import {
  findFindingsIssues,
  type GivenFindings,
} from '@atelier/application/repair/findings-issues.queries.ts';
import type { CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';

const MESSAGES: Readonly<Record<string, string>> = {
  reason_not_offered: 'This reason is not offered.',
  sub_reason_foreign: 'This sub-reason does not belong to a chosen reason.',
  factory_unknown: 'There is no such factory.',
};

/** Findings that name what does not exist are refused before anything moves, every field at once (product/repair.md §11). */
export async function refuseFindings(
  { db }: Pick<ApiDeps, 'db'>,
  { scope }: Pick<CommandInput, 'scope'>,
  given: readonly GivenFindings[],
): Promise<void> {
  const issues = await findFindingsIssues(db, scope, given);
  const errors = issues.map(({ path, code }) => ({ path, code, message: MESSAGES[code] ?? code }));
  const [first] = errors;
  if (first !== undefined) throw new ApiError(400, first.code, first.message, { errors });
}

interface FindingsOfMove {
  readonly id?: number | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly findings?: FindingsBody | undefined;
  readonly findings_by_id?: Readonly<Record<string, FindingsBody>> | undefined;
}

/** The findings of `PUT /rmastatus`, each where it stands in the body: a piece's own come before the common ones. */
export function findingsIn({ id, ids, findings: common, findings_by_id: own = {} }: FindingsOfMove) {
  return [...(ids ?? []), ...(id === undefined ? [] : [id])].flatMap((itemId): GivenFindings[] => {
    const findings = own[String(itemId)];
    if (findings !== undefined) return [{ itemId, path: `findings_by_id.${itemId}`, findings }];
    return common === undefined ? [] : [{ itemId, path: 'findings', findings: common }];
  });
}
