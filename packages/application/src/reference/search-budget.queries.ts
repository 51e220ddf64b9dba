import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { sql } from 'kysely';
import { inScope, type AppDb, type AppTransaction } from '../platform/database.ts';

/** What a search found, and whether it had to stop before it had looked everywhere. */
export interface Found<T> {
  readonly rows: T[];
  readonly partial: boolean;
}

/** The screens give a search up after 60 s (product/calls.md §4): the answer is on its way before. */
export const SEARCH_BUDGET_MS = 50_000;

/** PostgreSQL's word for a statement that ran out of time. */
const OUT_OF_TIME = '57014';

/**
 * Runs the ways of a search one after the other until the time is up: what one of them has found is not lost because
 * another one is slow. Every way is a separate statement, in the caller's scope.
 */
export async function searchWithin<T>(
  db: AppDb,
  scope: DataScope,
  ways: readonly ((trx: AppTransaction) => Promise<readonly T[]>)[],
  budgetMs: number,
): Promise<Found<T>> {
  const until = performance.now() + budgetMs;
  const rows: T[] = [];
  let partial = false;
  for (const way of ways) {
    const found = await within(db, scope, way, until - performance.now());
    rows.push(...(found ?? []));
    partial ||= found === null;
  }
  return { rows, partial };
}

/** null when it ran out of time. */
async function within<T>(
  db: AppDb,
  scope: DataScope,
  way: (trx: AppTransaction) => Promise<readonly T[]>,
  leftMs: number,
): Promise<readonly T[] | null> {
  const milliseconds = Math.floor(leftMs);
  if (milliseconds < 1) return null;
  return inScope(db, scope, async (trx) => {
    await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(trx);
    return way(trx);
  }).catch((error: unknown) => {
    if (isOutOfTime(error)) return null;
    throw error;
  });
}

const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === OUT_OF_TIME;
