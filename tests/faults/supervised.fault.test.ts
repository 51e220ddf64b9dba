import { leaving } from '@atelier/api/testing/testing-bodies.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { Pool } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signal } from '@atelier/host/processes.ts';
import { startTestSystem, type TestSystem } from '../harness/system.ts';
import { ask, must, signIn, uploadPicture } from './support/caller.ts';
import { Journal } from './support/journal.ts';
import { workOn } from './support/load.ts';
import { logFaults } from './support/log-checks.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { adminUrlOf, pidOf, type PartName } from './support/running-system.ts';
import { rowsOf } from './support/site.ts';
import { until } from './support/until.ts';
import { WHOLE_WAY, type Facts } from './support/whole-way.ts';

/**
 * product/reliability.md §1 as a person tries it: `npm start` with the demo, a loop of scans, and kill −9 from another terminal. The
 * system restarts automatically, with every acknowledged scan in it once, and open screens catch up.
 */
const PIECES = 8;
const KILLED: readonly PartName[] = ['API', 'PostgreSQL', 'workers', 'API', 'PostgreSQL'];
const TRACKING = 'SUPERVISED-OUT';

let system: TestSystem;
let pool: Pool;
const screens: OpenScreen[] = [];
const url = (): string => system.url;

beforeAll(async () => {
  system = await startTestSystem({ env: { RATE_LIMIT: '1000000' } });
  pool = createPool({ connectionString: adminUrlOf(system), role: 'owner', max: 2 });
});

afterAll(async () => {
  for (const screen of screens) screen.close();
  await pool?.end();
  await system?.remove();
});

/** Deposited in Paris and sent to its warehouse, by the same calls as the screens'. */
async function sentPieces(paris: string): Promise<readonly number[]> {
  const { rows } = await pool.query<{ sku: string }>(
    'select sku from products where not is_gold order by sku limit 1',
  );
  const sku = rows[0]?.sku ?? '';
  const image = await uploadPicture(url(), paris);
  const facts: Facts = { sku, image, out: TRACKING, back: '', itemId: 0, signatureId: '' };
  const ids: number[] = [];
  const [deposit] = WHOLE_WAY;
  for (let index = 0; index < PIECES; index += 1) {
    const answer = await ask(url(), paris, deposit?.call(facts) ?? { method: 'POST', path: '/rma' });
    deposit?.remember?.(must({ answer, failures: 0 }), facts);
    ids.push(facts.itemId);
  }
  for (const [path, body] of leaving(ids, TRACKING))
    must({ answer: await ask(url(), paris, { method: 'POST', path, body }), failures: 0 });
  return ids;
}

test('killed from outside, it restarts automatically with everything it had acknowledged', async () => {
  const [paris, warehouse] = [await signIn(url(), 'paris'), await signIn(url(), 'warehouse')];
  const pieces = await sentPieces(paris);
  screens.push(openScreen(url, warehouse, 'site:20'), openScreen(url, paris, 'store:1'));
  await until('the screens to be live', () => screens.every((screen) => screen.state() === 'live'));

  const journal = new Journal('supervised');
  const stop = new AbortController();
  const working = workOn({ url, token: warehouse, journal, pieces, signal: stop.signal });
  for (const part of KILLED) {
    await sleep(1_500);
    const pid = await until(`the ${part} to run`, () => pidOf(system, part));
    signal(pid, 'SIGKILL');
    await until(`the ${part} to be started again`, () => {
      const next = pidOf(system, part);
      return next !== undefined && next !== pid;
    });
    await until('the API to be ready', async () => {
      const ready = await fetch(`${url()}/api/health/ready`).catch(() => undefined);
      return ready?.ok === true;
    });
  }
  stop.abort();
  const { standing, failures } = await working;
  console.log(`${journal.acknowledged} commands, ${KILLED.length} kills, ${failures} calls repeated`);

  expect(journal.acknowledged).toBeGreaterThan(50);
  expect(await journal.differences(pool)).toEqual([]);
  expect(await logFaults(pool)).toEqual([]);
  const rows = await rowsOf({ pool });
  expect(new Map(pieces.map((id) => [id, rows.get(id)?.status]))).toEqual(new Map(standing));
  for (const { topic, shown, resyncs } of screens) {
    await until(`${topic} to show what is`, () =>
      pieces.every((id) => shown.get(id)?.version === rows.get(id)?.version),
    );
    expect({ topic, resyncs: resyncs() }).toEqual({ topic, resyncs: 1 });
  }
});

test('it says which part died, and ends cleanly when asked to', async () => {
  for (const part of new Set(KILLED)) expect(system.program.stderr()).toContain(`${part} died`);
  system.program.child.kill('SIGTERM');
  expect(await system.program.ended(40_000)).toBe(0);
});
