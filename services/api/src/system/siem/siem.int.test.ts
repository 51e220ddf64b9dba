import {
  acknowledgeDelivery,
  configureDelivery,
  holdDelivery,
  noteDeliveryFailure,
} from '@atelier/application/exports/siem/siem.commands.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearer, openApiWorld, signInAs, type ApiNode, type ApiWorld } from '../../testing/testing-api.ts';

let api: ApiWorld;
let node: ApiNode;
let owner: Client;
let token: string;
/** Before the sign-in of this file: what a prepared database holds is long ago. */
let before: number;
beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node();
  owner = new Client({ connectionString: api.world.database.connectionString });
  await owner.connect();
  before = await newest();
  // A sign-in is a security event itself: one is enough.
  token = await signInAs(node.app, 'admin');
  await api.world.settle();
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

async function newest(): Promise<number> {
  const { rows } = await owner.query<{ newest: string }>(
    'select coalesce(max(position), 0) as newest from events',
  );
  return Number(rows[0]?.newest);
}

const WORKER = 'worker-1';
const MINUTE_MS = 60_000;

async function seen() {
  const jobs = await node.app.inject({ method: 'GET', url: '/api/jobs', headers: bearer(token) });
  const rows = jobs.json().data as { what: string }[];
  const metrics = await node.app.inject({ method: 'GET', url: '/api/metrics' });
  const lines = metrics.body.split('\n');
  return {
    row: rows.find(({ what }) => what === 'siem'),
    standing: lines.filter((line) => line.startsWith('atelier_siem_standing')),
    behind: lines.filter((line) => line.startsWith('atelier_siem_behind_seconds')),
  };
}

it('shows administrators, and metrics, how the sending to a SIEM stands', async () => {
  const { db } = node.deps;
  expect(await seen()).toMatchObject({
    row: { standing: 'off', target: null, position: null },
    standing: ['atelier_siem_standing{standing="off"} 1'],
    behind: [],
  });

  await configureDelivery(db, 'siem.example', before);
  expect(await holdDelivery(db, WORKER, MINUTE_MS)).toMatchObject({ position: before });
  const waiting = await seen();
  expect(waiting).toMatchObject({ row: { standing: 'current', target: 'siem.example', lines: 0 } });
  expect(Number(waiting.behind[0]?.split(' ')[1])).toBeGreaterThan(0);

  await owner.query(`update siem_delivery set seen_at = clock_timestamp() - interval '2 minutes'`);
  expect(await seen()).toMatchObject({ standing: ['atelier_siem_standing{standing="late"} 1'] });

  await noteDeliveryFailure(db, WORKER, 'answered 503');
  expect(await seen()).toMatchObject({ row: { standing: 'failed', failed_at: expect.stringMatching(/Z$/) } });

  const position = await newest();
  const cursor = await holdDelivery(db, WORKER, MINUTE_MS);
  expect(cursor?.position).toBe(before);
  const end = { epoch: cursor?.epoch ?? '', position };
  expect(await acknowledgeDelivery(db, WORKER, end, 3)).toBe(true);
  expect(await seen()).toMatchObject({
    row: { standing: 'current', position, lines: 3, behind_s: 0, error: null, failed_at: null },
    behind: ['atelier_siem_behind_seconds 0'],
  });

  await configureDelivery(db, null, 0);
  expect(await seen()).toMatchObject({ row: { standing: 'off' }, behind: [] });
});
