import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearer, openApiWorld, signInAs, type ApiNode, type ApiWorld } from '../../testing/testing-api.ts';

let api: ApiWorld;
let node: ApiNode;
let owner: Client;
beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node();
  owner = new Client({ connectionString: api.world.database.connectionString });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const HOUR_MS = 3_600_000;
const ago = (ms: number): Date => new Date(node.deps.clock.now().getTime() - ms);

async function seen() {
  const headers = bearer(await signInAs(node.app, 'admin'));
  const jobs = await node.app.inject({ method: 'GET', url: '/api/jobs', headers });
  const rows = jobs.json().data as { what: string }[];
  const ready = await node.app.inject({ method: 'GET', url: '/api/health/ready' });
  const { backups, backups_reason: reason } = ready.json().data as {
    backups: string;
    backups_reason: string | null;
  };
  const metrics = await node.app.inject({ method: 'GET', url: '/api/metrics' });
  return {
    row: rows.find(({ what }) => what === 'backup'),
    ready: { status: ready.statusCode, backups, reason },
    metrics: metrics.body.split('\n').filter((line) => line.startsWith('atelier_backup')),
  };
}

const run = (kind: string, endedAt: Date, error: string | null) =>
  owner.query(
    `insert into backup_runs (kind, begun_at, ended_at, error, backup, bytes, stored_bytes, position)
     values ($1, $2, $2, $3, 'b', 100, 50, 7)`,
    [kind, endedAt, error],
  );

it('shows administrators how the backups stand, and says so in health and metrics without gating', async () => {
  expect(await seen()).toMatchObject({
    row: { standing: 'off', taken_at: null },
    ready: { status: 200, backups: 'off', reason: null },
    metrics: ['atelier_backup_standing{standing="off"} 1'],
  });
  await owner.query(
    `insert into backup_state (target, every_ms, seen_at, wal_archived_at) values ('/mnt/backups', $1, $2, $2)`,
    [24 * HOUR_MS, ago(1_000)],
  );
  await run('backup', ago(HOUR_MS), null);
  await run('verification', ago(HOUR_MS / 2), null);
  const fresh = await seen();
  expect(fresh.row).toMatchObject({ standing: 'fresh', target: '/mnt/backups', size: 50, failed_at: null });
  expect(fresh.ready).toEqual({ status: 200, backups: 'fresh', reason: null });
  expect(fresh.metrics.some((line) => /what="backup"} 360\d/.test(line))).toBe(true);

  await owner.query('update backup_state set wal_archived_at = $1', [ago(HOUR_MS)]);
  expect(await seen()).toMatchObject({
    row: { standing: 'late', reason: 'not_archived' },
    ready: { status: 200, backups: 'late', reason: 'not_archived' },
  });
  await owner.query('update backup_state set seen_at = $1', [ago(HOUR_MS)]);
  expect((await seen()).ready).toMatchObject({ backups: 'late', reason: 'process_gone' });
  await owner.query('update backup_state set seen_at = $1', [ago(1_000)]);
  await owner.query(`update backup_state set error = 'room', error_at = $1`, [ago(HOUR_MS)]);
  expect(await seen()).toMatchObject({
    row: { trouble: 'room', trouble_since: expect.stringMatching(/Z$/), standing: 'late', reason: 'room' },
    ready: { backups: 'late', reason: 'room' },
  });
  await owner.query('update backup_state set wal_archived_at = $1, error = null, error_at = null', [
    ago(1_000),
  ]);
  await owner.query('update backup_runs set begun_at = $1, ended_at = $1', [ago(49 * HOUR_MS)]);
  expect(await seen()).toMatchObject({ row: { standing: 'late', reason: 'not_taken' } });
  await run('backup', ago(1_000), 'no room');
  const failed = await seen();
  expect(failed).toMatchObject({
    row: { standing: 'failed' },
    ready: { status: 200, backups: 'failed', reason: 'backup_failed' },
  });
  expect(JSON.stringify(failed)).not.toContain('no room');
  await owner.query(`update backup_runs set trouble = 'key' where error is not null`);
  expect((await seen()).ready).toMatchObject({ backups: 'failed', reason: 'key' });
  await run('backup', ago(900), null);
  await run('verification', ago(800), 'differs');
  expect((await seen()).ready).toMatchObject({ backups: 'failed', reason: 'verification_failed' });

  const paris = bearer(await signInAs(node.app, 'paris'));
  expect((await node.app.inject({ method: 'GET', url: '/api/jobs', headers: paris })).statusCode).toBe(403);
});

it('counts only what lies where the schedule puts its backups', async () => {
  await owner.query('delete from backup_runs');
  await run('backup', ago(49 * HOUR_MS), null);
  await run('backup', ago(HOUR_MS), null);
  await owner.query(`update backup_runs set target = '/mnt/usb' where ended_at > $1`, [ago(2 * HOUR_MS)]);
  expect((await seen()).ready).toMatchObject({ backups: 'late', reason: 'not_taken' });
  await run('backup', ago(1_000), 'no room');
  await owner.query(`update backup_runs set target = '/mnt/usb' where error is not null`);
  expect((await seen()).ready).toMatchObject({ backups: 'late', reason: 'not_taken' });
  await owner.query(`update backup_runs set target = '/mnt/backups' where error is null`);
  expect((await seen()).row).toMatchObject({ standing: 'fresh', reason: null });
});
