import type { DeliveryView, WebhookView } from '@atelier/contracts/webhooks/schema.ts';
import { sql } from 'kysely';
import type { AppDb } from '../platform/database.ts';
import type { WebhookCursorTable, WebhookTable } from './webhooks.table.ts';

type Record = WebhookTable &
  Pick<
    WebhookCursorTable,
    'failures' | 'failing_since' | 'next_attempt_at' | 'last_outcome' | 'last_status' | 'last_at'
  > & {
    readonly sent_to: number;
    readonly by_name: string;
    readonly site: WebhookView['site'];
  };

const records = sql`
  select w.*, coalesce(m.name, '') as by_name,
         case when c.webhook_id is null or w.jumps > c.jumps then w.jump_after else c.position end as sent_to,
         case when w.starts > c.starts then 0 else coalesce(c.failures, 0) end as failures,
         case when w.starts > c.starts then null else c.failing_since end as failing_since,
         case when w.starts > c.starts then null else c.next_attempt_at end as next_attempt_at,
         c.last_outcome, c.last_status, c.last_at,
         (select jsonb_build_object('id', s.id, 'code', s.code, 'name', s.name, 'kind', s.kind)
            from sites s where s.id = w.site_id) as site
    from webhook_row w
    left join webhook_cursors c on c.webhook_id = w.id
    left join users m on m.id = w.made_by`;

/** The endpoints an account sees, newest first; `siteId` undefined for accounts that see all. */
export async function listWebhooks(
  db: AppDb,
  siteId: number | undefined,
  now: Date,
): Promise<readonly WebhookView[]> {
  const own = siteId === undefined ? sql`true` : sql`w.site_id = ${siteId}`;
  const { rows } = await sql<Record>`${records} where ${own} order by w.id desc`.execute(db);
  return rows.map((row) => viewOf(row, now));
}

export async function findWebhook(db: AppDb, id: number, now: Date): Promise<WebhookView | undefined> {
  const { rows } = await sql<Record>`${records} where w.id = ${id}`.execute(db);
  return rows[0] && viewOf(rows[0], now);
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function viewOf(row: Record, now: Date): WebhookView {
  const { off_why: why, off_at: offAt, last_outcome: outcome, last_at: at } = row;
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    url: row.url,
    types: [...row.types],
    site: row.site,
    off: why !== null && offAt !== null ? { why, at: offAt.toISOString() } : null,
    keys: keysOf(row, now),
    position: row.sent_to,
    failures: row.failures,
    failing_since: iso(row.failing_since),
    next_attempt_at: iso(row.next_attempt_at),
    last: outcome !== null && at !== null ? { outcome, status: row.last_status, at: at.toISOString() } : null,
    made_by: row.by_name,
    made_at: row.made_at.toISOString(),
  };
}

/** The newest first; the one before it as long as it signs. */
function keysOf(row: Record, now: Date): WebhookView['keys'] {
  const { public_key: newest, previous_public_key: previous, previous_until: until } = row;
  const before =
    previous !== null && until !== null && until > now ? [{ public_key: previous, until: iso(until) }] : [];
  return [{ public_key: newest, until: null }, ...before];
}

/** The newest attempts first, and how many there are. */
export async function listDeliveries(
  db: AppDb,
  webhookId: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly deliveries: DeliveryView[]; readonly total: number }> {
  const of = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId);
  const rows = await of
    .select(['id', 'message_id', 'type', 'position', 'attempt', 'outcome', 'status', 'ms', 'answer', 'at'])
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await of
    .select((some) => some.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const deliveries = rows.map(({ message_id, at, ...row }) => ({
    ...row,
    webhook_id: message_id,
    at: at.toISOString(),
  }));
  return { deliveries, total };
}

export async function countWebhooks(db: AppDb): Promise<number> {
  const { total } = await db
    .selectFrom('webhook_row')
    .select((some) => some.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** A position after which everything lies that was recorded since that time, and perhaps a little more. */
export async function positionBefore(db: AppDb, since: string): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(max(position), 0)::float8 as position from horizon_marks where noted_at <= ${since}`.execute(
    db,
  );
  return rows[0]?.position ?? 0;
}

/** What changes with every delivery and change of the endpoints that an account sees. */
export async function newestOfWebhooks(
  db: AppDb,
  siteId: number | undefined,
): Promise<{ readonly delivery: number; readonly changed: number; readonly at: string | null }> {
  const own = siteId === undefined ? sql`true` : sql`w.site_id = ${siteId}`;
  const { rows } = await sql<{ delivery: number; changed: number; at: Date | null }>`
    select coalesce(max(d.id), 0)::float8 as delivery, coalesce(max(w.position), 0)::float8 as changed, max(c.last_at) as at
      from webhook_row w
      left join webhook_cursors c on c.webhook_id = w.id
      left join lateral (select id from webhook_deliveries where webhook_id = w.id order by id desc limit 1) d on true
     where ${own}`.execute(db);
  const { delivery = 0, changed = 0, at = null } = rows[0] ?? {};
  return { delivery, changed, at: iso(at) };
}
