import type { FoundFault } from '@atelier/domain/audit/verification/events.ts';
import type { LogFaultView, LogVerificationView } from '@atelier/contracts/audit/verification/schema.ts';
import type { AppDb } from '../../platform/database.ts';
import { findUserNames } from '../../shared/people.queries.ts';
import { findStreamNames, type StreamNames } from '../subject-names.queries.ts';

const SHOWN = 50;

/** The newest verifications of the log, first the newest. Inside `inScope`. */
export async function listVerifications(db: AppDb): Promise<LogVerificationView[]> {
  const rows = await db
    .selectFrom('log_verification_row as v')
    .leftJoin('log_verification_progress as p', 'p.verification_id', 'v.id')
    .selectAll('v')
    .select('p.percent')
    .orderBy('v.id', 'desc')
    .limit(SHOWN)
    .execute();
  const names = await findUserNames(
    db,
    rows.flatMap(({ requested_by }) => requested_by ?? []),
  );
  const streams = await findStreamNames(
    db,
    rows.flatMap(({ faults }) => faults.flatMap(({ stream }) => stream ?? [])),
  );
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    state: row.state,
    requested_by: names.get(row.requested_by ?? 0) ?? '',
    requested_at: row.requested_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    percent: row.state === 'running' ? (row.percent ?? 0) : null,
    verified: row.verified,
    fault_count: row.fault_count,
    faults: row.faults.map((fault) => faultView(fault, streams)),
  }));
}

function faultView(fault: FoundFault, streams: StreamNames): LogFaultView {
  const { code, facts, type, values, detail, ...place } = fault;
  return {
    ...place,
    code: code ?? null,
    facts: { ...facts },
    type: type ?? null,
    values: [...(values ?? [])],
    detail: detail ?? null,
    subject: streams.get(place.stream ?? '') ?? null,
  };
}

export interface FinishedVerification {
  readonly endedAt: Date;
  readonly faults: number;
}

/** When the log was verified to its end last, and how many faults it had; undefined before the first. */
export async function newestFinished(db: AppDb): Promise<FinishedVerification | undefined> {
  const row = await db
    .selectFrom('log_verification_row')
    .select(['ended_at', 'fault_count'])
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const endedAt = row?.ended_at ?? undefined;
  return row && endedAt && { endedAt, faults: row.fault_count };
}

/** 0 before the first. */
export async function newestVerificationId(db: AppDb): Promise<number> {
  const row = await db
    .selectFrom('log_verification_row')
    .select((some) => some.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Asked for and not ended: what a reconciler puts back into the queue. */
export async function listRunningVerifications(db: AppDb): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('log_verification_row')
    .select('id')
    .where('state', '=', 'running')
    .execute();
  return rows.map(({ id }) => id);
}
