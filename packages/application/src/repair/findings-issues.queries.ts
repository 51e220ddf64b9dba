import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { ItemId } from '@atelier/domain/kernel.ts';
import type { FieldIssue } from '@atelier/domain/rejection.ts';
import type { FindingsBody } from '@atelier/contracts/repair/schema.ts';
import {
  findingsIssues,
  type FindingsBooks,
  type SaidBefore,
} from '@atelier/domain/repair/scanning/findings-issues.ts';
import { inScope, type AppDb } from '../platform/database.ts';
import { listActiveReasons } from '../reference/repair.queries.ts';
import { findSubReasonRefs } from '../reference/listed-prices.queries.ts';

/** Findings for a piece, and where they stand in the body: `findings`, `findings_by_id.42`. */
export interface GivenFindings {
  readonly itemId: ItemId;
  readonly path: string;
  readonly findings: FindingsBody;
}

/** What these findings name and cannot, under the paths of the body; empty when all of it is known. */
export async function findFindingsIssues(
  db: AppDb,
  scope: DataScope,
  given: readonly GivenFindings[],
): Promise<readonly FieldIssue[]> {
  if (given.length === 0) return [];
  const itemIds = given.map(({ itemId }) => itemId);
  const [books, said] = await Promise.all([findBooks(db), findSaidBefore(db, scope, itemIds)]);
  const issues = given.flatMap(({ itemId, path, findings }) =>
    findingsIssues(findings, said.get(itemId) ?? NOTHING_SAID, books).map((issue) => ({
      ...issue,
      path: `${path}.${issue.path}`,
    })),
  );
  // The same findings for several pieces are wrong once.
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.code}`, issue])).values()];
}

async function findBooks(db: AppDb): Promise<FindingsBooks> {
  const [reasons, factories] = await Promise.all([
    listActiveReasons(db),
    db.selectFrom('sites').select('code').where('kind', '=', 'factory').execute(),
  ]);
  const subReasons = reasons.flatMap(({ sub_reasons }) => sub_reasons);
  return {
    activeReasons: new Set(reasons.map(({ id }) => id)),
    activeSubReasons: new Map(subReasons.map(({ id, rma_reason_id: reasonId }) => [id, reasonId])),
    factories: new Set(factories.map(({ code }) => code)),
  };
}

const NOTHING_SAID: SaidBefore = { reasons: [], subReasons: new Map(), found: [], originalFactory: null };

/** Of the pieces in this scope alone: what lies outside says nothing. */
async function findSaidBefore(
  db: AppDb,
  scope: DataScope,
  itemIds: readonly ItemId[],
): Promise<ReadonlyMap<ItemId, SaidBefore>> {
  const rows = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('item_row')
      .select(['id', 'reasons', 'sub_reasons', 'factory_reasons', 'factory_sub_reasons', 'original_factory'])
      .where('id', 'in', itemIds)
      .execute(),
  );
  const subs = await findSubReasonRefs(
    db,
    rows.flatMap((row) => [...row.sub_reasons, ...row.factory_sub_reasons]),
  );
  const reasonOf = new Map(subs.map(({ id, reasonId }) => [id, reasonId]));
  return new Map(
    rows.map((row) => {
      const own = [...row.sub_reasons, ...row.factory_sub_reasons];
      const said = {
        reasons: [...row.reasons, ...row.factory_reasons],
        subReasons: new Map(own.flatMap((id) => pairOf(id, reasonOf.get(id)))),
        found: row.factory_reasons,
        originalFactory: row.original_factory,
      };
      return [row.id, said];
    }),
  );
}

const pairOf = (id: number, reasonId: number | undefined): [number, number][] =>
  reasonId === undefined ? [] : [[id, reasonId]];
