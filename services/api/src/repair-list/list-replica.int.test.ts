import { createPool } from '@atelier/event-store/pool.ts';
import { type Database, pluginsOf } from '@atelier/application/platform/database.ts';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearer, openApiWorld, signInAs, type ApiWorld } from '../testing/testing-api.ts';

/** Rights are read from the primary only: the queries of the replica are recorded here. */
let api: ApiWorld;
let pool: Pool;
const asked: string[] = [];

beforeAll(async () => {
  api = await openApiWorld();
  pool = createPool({ connectionString: api.world.database.appUrl, role: 'atelier_app', max: 2 });
});

afterAll(async () => {
  await pool?.end();
  await api?.close();
});

it('the replica is queried for the list, but never for a session, role or permission', async () => {
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: pluginsOf(api.world.store.sealing),
    log: ({ query }) => {
      asked.push(query.sql);
    },
  });
  const replica = { db, onLeftOut: () => undefined, onBack: () => undefined };
  const { app } = await api.node({ replica });
  const token = await signInAs(app, 'paris');
  expect(asked).toEqual([]);
  for (const url of ['/api/rma?page_size=20', '/api/rma/search?q=Martin', '/api/rmalist?q=Martin']) {
    const answer = await app.inject({ method: 'GET', url, headers: bearer(token) });
    expect([url, answer.statusCode]).toEqual([url, 200]);
  }
  expect(asked.filter((text) => text.includes('log_horizon'))).toHaveLength(3);
  expect(asked.filter((text) => text.includes('item_row')).length).toBeGreaterThan(0);
  expect(asked.filter((text) => /\b(sessions|users|user_roles|roles)\b/.test(text))).toEqual([]);
});
