import { logTypesOf, type WebhookSubject } from '@atelier/domain/webhooks/catalogue.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { sql } from 'kysely';
import { inScope, type AppDb } from '../platform/database.ts';

/** An endpoint that is on, and the events of the log that it asked for. */
export interface Subscription {
  readonly id: number;
  readonly logTypes: ReadonlySet<string>;
}

export async function listSubscriptions(db: AppDb): Promise<readonly Subscription[]> {
  const rows = await db
    .selectFrom('webhook_row')
    .select(['id', 'types'])
    .where('off_why', 'is', null)
    .execute();
  return rows.map(({ id, types }) => ({ id, logTypes: new Set(logTypesOf(types)) }));
}

/** Active endpoints without a sender that have events left to read and no pending retry delay. */
export async function listUnsent(db: AppDb, horizon: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id from webhook_row w left join webhook_cursors c on c.webhook_id = w.id
     where w.off_why is null
       and (c.webhook_id is null or w.starts > c.starts
            or (c.position < ${horizon} and (c.next_attempt_at is null or c.next_attempt_at <= clock_timestamp())
                and (c.holder is null or c.held_until < clock_timestamp())))
     order by w.id`.execute(db);
  return rows.map(({ id }) => id);
}

const TABLES = { item: 'item_row', rma: 'rma_row', shipment: 'shipment_row' } as const;

/** Whether a person of this scope sees the record today: what they do not see is not sent. */
export async function isInSight(db: AppDb, scope: DataScope, { kind, id }: WebhookSubject): Promise<boolean> {
  if (scope.kind === 'all') return true;
  const { rows } = await inScope(db, scope, (trx) =>
    sql`select id from ${sql.table(TABLES[kind])} where id = ${id}`.execute(trx),
  );
  return rows.length > 0;
}

/** The key before the newest, until its time is over: both sign every delivery (product/webhooks.md §2). */
export const oldKeyInForce = sql<
  number | null
>`case when previous_until > clock_timestamp() then previous_key_id end`;

export const keyIdsOf = (newest: number, old: number | null): readonly number[] =>
  old === null ? [newest] : [newest, old];

/** Where to send a test delivery; undefined where there is no such endpoint. It may be off. */
export async function findPingTarget(db: AppDb, webhookId: number) {
  const row = await db
    .selectFrom('webhook_row')
    .select(['id', 'url', 'key_id', oldKeyInForce.as('old_key')])
    .where('id', '=', webhookId)
    .executeTakeFirst();
  return row && { id: row.id, url: row.url, keyIds: keyIdsOf(row.key_id, row.old_key) };
}
