import { defineRoute } from '@atelier/api/http/route.ts';
import type { ApiSlice } from '@atelier/api/slices.ts';
import { envelope } from '@atelier/contracts/contract/schema.ts';
import type { Pool } from 'pg';
import { z } from 'zod';

/** The tables of a server that keeps no history: the row, and a line of audit per change. Run as the owner. */
export const plainChangeSql = `
  create table plain_item (
    id bigint primary key, store_id integer not null, visible_sites integer[] not null, status smallint not null,
    last_scan_target smallint, last_scan_at timestamptz, last_scan_by bigint, version integer not null);
  create table plain_audit (
    id bigint generated always as identity primary key, item_id bigint not null, actor bigint not null,
    at timestamptz not null default clock_timestamp(), change jsonb not null);
  create index plain_audit_by_item on plain_audit (item_id);
  grant select, update on plain_item to atelier_app;
  grant select, insert on plain_audit to atelier_app`;

const body = z.strictObject({ ids: z.array(z.number().int()).min(1).max(200), target: z.number().int() });
const response = envelope(z.array(z.record(z.string(), z.unknown())));

/** The same change as a plain UPDATE with an audit row in one transaction, behind the same server, session and contract. */
export function plainChangeSlice(pool: Pool): ApiSlice {
  return {
    name: 'plain-change',
    routes: (app) =>
      defineRoute(app, {
        method: 'POST',
        url: '/bench/plain-change',
        permission: 'session',
        scope: 'site',
        summary: 'A change without a history',
        body,
        response,
        handler: async ({ body: { ids, target }, principal }) => ({
          data: await plainChange(pool, ids, target, principal.user.id, principal.siteId ?? 0),
        }),
      }),
  };
}

async function plainChange(
  pool: Pool,
  ids: readonly number[],
  target: number,
  actor: number,
  site: number,
): Promise<Record<string, unknown>[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<Record<string, unknown>>({
      name: 'plain_change',
      text: `update plain_item set last_scan_target = $2, last_scan_at = clock_timestamp(), last_scan_by = $3,
               version = version + 1
             where id = any($1) and visible_sites @> array[$4::integer] returning *`,
      values: [ids, target, actor, site],
    });
    await client.query({
      name: 'plain_audit',
      text: 'insert into plain_audit (item_id, actor, change) select i, $2, $3 from unnest($1::bigint[]) i',
      values: [ids, actor, JSON.stringify({ target, verdict: 'accepted', site })],
    });
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
