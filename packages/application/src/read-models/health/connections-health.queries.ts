import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { HealthLine } from '@atelier/contracts/system/health/schema.ts';
import { sql, type Kysely } from 'kysely';
import { inScope, type Database } from '../../platform/database.ts';
import { findNavCircuit } from '../../nav/nav-circuit.queries.ts';
import { listWebhooks } from '../../webhooks/webhooks.queries.ts';
import { readDays } from './days.queries.ts';
import { healthLineOf, NAMES_SHOWN } from './health-line.ts';

type Db = Kysely<Database>;

interface Counts {
  readonly done: number;
  readonly waiting: number;
  readonly bad: number;
}

const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/** Whether NAV responds, and documents that wait for a person. */
export async function navLine(db: Db, now: Date): Promise<HealthLine> {
  return inScope(db, { kind: 'all' }, async (trx) => {
    const circuit = await findNavCircuit(trx, now);
    const { rows } = await sql<Counts>`
      select count(*) filter (where state = 'sent' and changed_at > ${dayBefore(now)})::int as done,
             count(*) filter (where due_at is not null)::int as waiting,
             count(*) filter (where attention is not null)::int as bad
        from nav_document_row
       where attention is not null or due_at is not null or changed_at > ${dayBefore(now)}`.execute(trx);
    const { done, waiting, bad } = countsOf(rows);
    const isBad = sql`attention is not null or state = 'rejected'`;
    const days = await readDays(trx, now, { table: 'nav_document_row', at: 'changed_at', isBad });
    const since = circuit.since === null ? null : new Date(circuit.since);
    if (circuit.state === 'open') return healthLineOf('nav', 'open', { at: since, total: waiting, days });
    if (bad > 0) return healthLineOf('nav', 'attention', { count: bad, total: waiting, days });
    const says = circuit.state === 'absent' ? 'absent' : 'answers';
    return healthLineOf('nav', says, { count: done, total: waiting, days });
  });
}

const countsOf = ([found]: readonly Counts[]): Counts => found ?? { done: 0, waiting: 0, bad: 0 };

/** A message may wait so long after it was due. */
const MESSAGE_LATE = '1 hour';

/** Messages to customers in the last day: sent, failed, and due but not sent. */
export async function mailLine(db: Db, now: Date, isOn: boolean): Promise<HealthLine> {
  return inScope(db, { kind: 'all' }, async (trx) => {
    const { rows } = await sql<Counts>`
      select count(*) filter (where state = 'sent' and changed_at > ${dayBefore(now)})::int as done,
             count(*) filter (where due_at < ${now}::timestamptz - ${MESSAGE_LATE}::interval)::int as waiting,
             count(*) filter (where state = 'failed' and changed_at > ${dayBefore(now)})::int as bad
        from message_row where due_at is not null or changed_at > ${dayBefore(now)}`.execute(trx);
    const { done, waiting, bad } = countsOf(rows);
    const days = await readDays(trx, now, {
      table: 'message_row',
      at: 'changed_at',
      isBad: sql`state = 'failed'`,
      only: sql`state in ('sent', 'failed')`,
    });
    if (bad > 0) return healthLineOf('mail', 'failed', { count: bad, total: done, days });
    if (waiting > 0) return healthLineOf('mail', 'waiting', { count: waiting, total: done, days });
    return healthLineOf('mail', isOn ? 'delivered' : 'off', { count: done, days });
  });
}

/** Endpoints that fail or were given up; what a person switched off is no fault. */
export async function webhookLine(db: Db, now: Date): Promise<HealthLine> {
  const [webhooks, days, delivered] = await Promise.all([
    listWebhooks(db, undefined, now),
    readDays(db, now, { table: 'webhook_deliveries', at: 'at', isBad: sql`outcome <> 'taken'` }),
    deliveredSince(db, dayBefore(now)),
  ]);
  const failing = webhooks.filter(({ off, failures }) => off === null && failures > 0);
  const stopped = webhooks.filter(({ off }) => off !== null && off.why !== 'person');
  const bad = stopped.length > 0 ? stopped : failing;
  const on = webhooks.filter(({ off }) => off === null).length;
  if (bad.length > 0) {
    const [first] = bad;
    const since = (stopped.length > 0 ? first?.off?.at : first?.failing_since) ?? null;
    const names = bad.slice(0, NAMES_SHOWN).map(({ name }) => name);
    const facts = { at: since === null ? null : new Date(since), count: bad.length, total: on, names, days };
    return healthLineOf('webhook', stopped.length > 0 ? 'stopped' : 'failing', facts);
  }
  return healthLineOf('webhook', on === 0 ? 'none' : 'current', { count: delivered, total: on, days });
}

async function deliveredSince(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries where at > ${since} and outcome = 'taken'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Days before the end of a key in which a person replaces it, and after it in which its end is shown. */
const KEY_ENDS_DAYS = 14;
const KEY_ENDED_DAYS = 7;

/** The API key that ends next, and how many more end within two weeks. */
export async function keyLine(db: Db, now: Date): Promise<HealthLine> {
  const { rows } = await sql<{ name: string; ends_at: Date }>`
    select api_key ->> 'name' as name, (api_key ->> 'expires_at')::timestamptz as ends_at
      from users
     where api_key is not null and active
       and (api_key ->> 'expires_at')::timestamptz > ${now}::timestamptz - make_interval(days => ${KEY_ENDED_DAYS})
     order by 2, users.id`.execute(db);
  const [next] = rows;
  if (next === undefined) return healthLineOf('key', 'none', {});
  const soon = rows.filter(({ ends_at: at }) => at.getTime() - now.getTime() < KEY_ENDS_DAYS * DAY_MS);
  const names = [next.name];
  const facts = {
    at: next.ends_at,
    names,
    count: soon.length,
    total: rows.length,
    limit_days: KEY_ENDS_DAYS,
  };
  if (next.ends_at <= now) return healthLineOf('key', 'ended', facts);
  return healthLineOf('key', soon.length > 0 ? 'soon' : 'far', facts);
}
