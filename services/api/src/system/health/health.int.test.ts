import { readHealth } from '@atelier/application/read-models/health/health.queries.ts';
import {
  DAYS_SHOWN,
  HEALTH_SAYINGS,
  HEALTH_SUBJECTS,
  type HealthSubject,
} from '@atelier/domain/system/health/contract.ts';
import { healthResponse } from '@atelier/contracts/system/health/schema.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bearer, openApiWorld, signInAs, type ApiNode, type ApiWorld } from '../../testing/testing-api.ts';

const DAY_MS = 86_400_000;
const WITNESS = 'witness.example+0a1b2c3d';
let api: ApiWorld;
let node: ApiNode;
let owner: Client;
let now: Date;

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node();
  owner = new Client({ connectionString: api.world.database.connectionString });
  await owner.connect();
  now = node.deps.clock.now();
});
afterAll(async () => {
  await owner.end();
  await api.close();
});
beforeEach(async () => {
  await owner.query('delete from backup_runs');
  await owner.query('delete from backup_state');
});

const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);

async function lineOf(what: HealthSubject, witnesses: readonly string[] = []) {
  const { lines } = await readHealth(node.deps.db, { now, witnesses, messagesOn: true });
  return lines.find((line) => line.what === what);
}

const run = (kind: 'backup' | 'verification', endedAt: Date, error: string | null = null) =>
  owner.query(
    `insert into backup_runs (kind, begun_at, ended_at, error, backup, bytes, stored_bytes, position)
     values ($1, $2, $2, $3, 'b', 100, 50, 7)`,
    [kind, endedAt, error],
  );

const keeperReports = (verifyDays: number | null) =>
  owner.query(
    `insert into backup_state (target, every_ms, seen_at, wal_archived_at, verify_ms) values ('/b', $1, $2, $2, $3)`,
    [DAY_MS, now, verifyDays === null ? null : verifyDays * DAY_MS],
  );

describe('the health of the house', () => {
  it('has one sentence for each subject, to administrators alone', async () => {
    const headers = bearer(await signInAs(node.app, 'admin'));
    const response = await node.app.inject({ method: 'GET', url: '/api/system/health', headers });
    const { data } = healthResponse.parse(response.json());
    expect(data.lines.map(({ what }) => what)).toEqual([...HEALTH_SUBJECTS]);
    for (const line of data.lines) expect(Object.keys(HEALTH_SAYINGS[line.what])).toContain(line.says);
    const shop = bearer(await signInAs(node.app, 'paris'));
    const refused = await node.app.inject({ method: 'GET', url: '/api/system/health', headers: shop });
    expect(refused.statusCode).toBe(403);
  });

  it('says when a backup was taken, and what each of thirty days was like', async () => {
    expect(await lineOf('backup')).toMatchObject({ says: 'off', standing: 'soon' });
    await keeperReports(7);
    await run('backup', ago(2.5), 'full');
    await run('backup', ago(0.5));
    const line = await lineOf('backup');
    expect(line).toMatchObject({ says: 'taken', standing: 'well', at: ago(0.5).toISOString(), count: 50 });
    expect(line?.days).toHaveLength(DAYS_SHOWN);
    expect(line?.days.slice(-4)).toEqual(['none', 'bad', 'none', 'well']);
  });

  it('calls a verified restore old by the interval that the backups themselves report', async () => {
    await keeperReports(7);
    expect(await lineOf('restore')).toMatchObject({ says: 'never', standing: 'soon', limit_days: 7 });
    await run('verification', ago(9));
    expect(await lineOf('restore')).toMatchObject({ says: 'old', standing: 'bad', limit_days: 7 });
    await owner.query('update backup_state set verify_ms = $1', [30 * DAY_MS]);
    expect(await lineOf('restore')).toMatchObject({ says: 'verified', standing: 'well', limit_days: 30 });
    await owner.query('update backup_state set verify_ms = 0');
    expect(await lineOf('restore')).toMatchObject({ says: 'off', standing: 'off' });
  });

  it('names the witness that has not signed what it should have', async () => {
    expect(await lineOf('witness')).toMatchObject({ says: 'none', standing: 'off' });
    await owner.query(
      `insert into log_checkpoints (size, position, root, note, sealed_at) values (100000, 100000, '\\x00', 'n', $1)`,
      [ago(0.1)],
    );
    expect(await lineOf('witness', [WITNESS])).toMatchObject({ says: 'behind', names: ['witness.example'] });
    await owner.query(`insert into log_cosignatures (size, witness, line) values (100000, $1, 'l')`, [
      WITNESS,
    ]);
    expect(await lineOf('witness', [WITNESS])).toMatchObject({ says: 'agree', count: 0, total: 1 });
  });

  it('names the key that ends next, before it ends and a week after', async () => {
    const admin = await owner.query<{ id: number }>(`select id from users where user_type = 'admin' limit 1`);
    const ends = (days: number) =>
      owner.query(
        `update users set api_key = jsonb_build_object('name', 'Boutique CRM', 'permissions', '[]'::jsonb,
           'expires_at', $1::text, 'made_by', id, 'made_at', $1::text) where id = $2`,
        [ago(-days).toISOString(), admin.rows[0]?.id],
      );
    for (const [days, says] of [
      [20, 'far'],
      [6, 'soon'],
      [-3, 'ended'],
      [-8, 'none'],
    ] as const) {
      await ends(days);
      expect(await lineOf('key'), `${days} days`).toMatchObject({ says });
    }
  });
});
