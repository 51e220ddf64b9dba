import type { WebhookOutcome } from '@atelier/domain/webhooks/contract.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { sql } from 'kysely';
import { inEpoch } from '../shared/in-epoch.ts';
import type { AppDb } from '../platform/database.ts';
import { keyIdsOf, oldKeyInForce } from './sending.queries.ts';

/** One endpoint while a job sends to it. */
export interface HeldWebhook {
  readonly id: number;
  readonly url: string;
  readonly types: readonly string[];
  readonly scope: DataScope;
  /** What deliveries are signed with now. */
  readonly keyIds: readonly number[];
  /** Every event at or below it was delivered, or is none for this endpoint. */
  readonly position: number;
  readonly epoch: string;
  readonly failures: number;
  /** Since its first failure after a success, in milliseconds; 0 when the last attempt did not fail. */
  readonly failingMs: number;
  /** How often delivery was requested until the lease was acquired. */
  readonly requests: number;
}

interface HeldRow extends Omit<HeldWebhook, 'scope' | 'keyIds'> {
  readonly scope_kind: DataScope['kind'];
  readonly site_id: number | null;
  readonly key_id: number;
  readonly previous_key_id: number | null;
}

/** Requests delivery. A running sender continues instead of stopping. */
export async function requestDelivery(db: AppDb, webhookId: number): Promise<void> {
  await sql`
    insert into webhook_cursors (webhook_id, position, starts, jumps, wanted)
    select id, jump_after, starts, jumps, 1 from webhook_row where id = ${webhookId}
    on conflict (webhook_id) do update set wanted = webhook_cursors.wanted + 1`.execute(db);
}

/** An attempt that is due within so long is due. */
const EARLY_S = 1;

/**
 * Leases an endpoint, or renews the lease, from the position where a person last put it. `holder` names one run of a job. undefined: another
 * run has the lease, the endpoint is off, or it failed and waits.
 */
export async function acquireLease(
  db: AppDb,
  webhookId: number,
  holder: string,
  forMs: number,
): Promise<HeldWebhook | undefined> {
  const { rows } = await sql<HeldRow>`
    update webhook_cursors c
       set holder = ${holder}, held_until = clock_timestamp() + make_interval(secs => ${forMs / 1_000}),
           position = case when w.jumps > c.jumps then w.jump_after else c.position end,
           failures = case when w.starts > c.starts then 0 else c.failures end,
           failing_since = case when w.starts > c.starts then null else c.failing_since end,
           next_attempt_at = case when w.starts > c.starts then null else c.next_attempt_at end,
           starts = w.starts, jumps = w.jumps
      from webhook_row w
     where c.webhook_id = ${webhookId} and w.id = c.webhook_id and w.off_why is null
       and (c.holder = ${holder} or c.holder is null or c.held_until < clock_timestamp())
       and (w.starts > c.starts or c.next_attempt_at is null
            or c.next_attempt_at <= clock_timestamp() + make_interval(secs => ${EARLY_S}))
     returning w.id, w.url, w.types, w.scope_kind, w.site_id, w.key_id, c.position, c.failures, c.wanted as requests,
               coalesce(extract(epoch from clock_timestamp() - c.failing_since) * 1000, 0)::float8 as "failingMs",
               (select epoch from log_horizon) as epoch,
               ${oldKeyInForce} as previous_key_id`.execute(db);
  return rows[0] && heldOf(rows[0]);
}

function heldOf({
  scope_kind: kind,
  site_id: siteId,
  key_id,
  previous_key_id,
  ...rest
}: HeldRow): HeldWebhook {
  const scope: DataScope = kind === 'all' || kind === 'none' ? { kind } : { kind, siteId: siteId ?? 0 };
  return { ...rest, scope, keyIds: keyIdsOf(key_id, previous_key_id) };
}

/** Ends the lease; false when delivery was requested meanwhile, then the lease is kept. */
export async function releaseIfIdle(db: AppDb, held: HeldWebhook, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_cursors set holder = null, held_until = null
     where webhook_id = ${held.id} and holder = ${holder} and wanted = ${held.requests}`.execute(db);
  return numAffectedRows === 1n;
}

/** Ends the lease, whatever was requested: another job continues. */
export async function releaseLease(db: AppDb, webhookId: number, holder: string): Promise<void> {
  await sql`
    update webhook_cursors set holder = null, held_until = null
     where webhook_id = ${webhookId} and holder = ${holder}`.execute(db);
}

/** One attempt, and how it ended. */
export interface Attempt {
  readonly webhookId: number;
  readonly messageId: string;
  readonly type: string;
  readonly position: number | null;
  readonly attempt: number;
  readonly outcome: WebhookOutcome;
  readonly status: number | null;
  readonly ms: number;
  readonly answer: string;
}

/** Writes an attempt into the delivery log. */
export async function keepAttempt(db: AppDb, { webhookId, messageId, ...rest }: Attempt): Promise<void> {
  await db
    .insertInto('webhook_deliveries')
    .values({ ...rest, webhook_id: webhookId, message_id: messageId })
    .execute();
}

/**
 * Everything up to a position was delivered, or is none for the endpoint. Nothing is written after the lease was lost, or for a position of
 * another epoch.
 */
export async function advanceCursor(
  db: AppDb,
  { id, epoch }: HeldWebhook,
  holder: string,
  position: number,
): Promise<void> {
  await sql`
    update webhook_cursors set position = greatest(position, ${position})
     where webhook_id = ${id} and holder = ${holder} and ${inEpoch(epoch)}`.execute(db);
}

/**
 * Records a delivery that the endpoint accepted: its line in the log and the cursor after it in one statement, committed before the
 * next delivery begins.
 */
export async function recordDelivered(
  db: AppDb,
  { epoch }: HeldWebhook,
  attempt: Attempt,
  holder: string,
): Promise<void> {
  const { webhookId, messageId, type, position, outcome, status, ms, answer } = attempt;
  await sql`
    with kept as (
      insert into webhook_deliveries (webhook_id, message_id, type, position, attempt, outcome, status, ms, answer)
      values (${webhookId}, ${messageId}, ${type}, ${position}, ${attempt.attempt}, ${outcome}, ${status}, ${ms}, ${answer}))
    update webhook_cursors
       set position = greatest(position, ${position}), failures = 0, failing_since = null, next_attempt_at = null,
           last_outcome = ${outcome}, last_status = ${status}, last_at = clock_timestamp()
     where webhook_id = ${webhookId} and holder = ${holder} and ${inEpoch(epoch)}`.execute(db);
}

/** Records a failed attempt, to be repeated after the pause, and ends the lease. */
export async function recordFailure(
  db: AppDb,
  { webhookId, outcome, status }: Attempt,
  holder: string,
  pauseMs: number,
): Promise<void> {
  await sql`
    update webhook_cursors
       set failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()),
           next_attempt_at = clock_timestamp() + make_interval(secs => ${pauseMs / 1_000}),
           last_outcome = ${outcome}, last_status = ${status}, last_at = clock_timestamp(),
           holder = null, held_until = null
     where webhook_id = ${webhookId} and holder = ${holder}`.execute(db);
}
