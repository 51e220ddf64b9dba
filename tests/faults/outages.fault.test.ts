import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, askUntilAnswered, must, signIn } from './support/caller.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { first, openSite, type Site } from './support/site.ts';
import { until } from './support/until.ts';

/** R12 of design/reliability.md: workers and screens resume after PostgreSQL was away; progress is watched, not claimed. */
const OUTAGES_S = [1, 7, 15];
const WAREHOUSE = 20;
const resumesWithinMs = 15_000;

let site: Site;
let pieces: readonly number[];
let warehouse: string;
let screen: OpenScreen;
const url = (): string => first(site.apis).url;

beforeAll(async () => {
  site = await openSite();
  pieces = await site.sentPieces(OUTAGES_S.length, 'OUT-1');
  warehouse = await signIn(url(), 'warehouse');
  screen = openScreen(url, warehouse, `site:${WAREHOUSE}`);
  await until('the screen to be live', () => screen.state() === 'live');
  // A process that does not reach its database at its very start ends, and is its supervisor's to start again.
  await until(
    'the workers to be at work',
    async () => (await stats())?.['sent_to_warehouse'] === pieces.length,
  );
});

afterAll(async () => {
  screen?.close();
  await site?.close();
});

const stats = async (): Promise<Record<string, unknown> | null> => {
  const { data } = (await ask(url(), warehouse, { method: 'GET', path: '/dashboard/stats' })).body;
  return data as Record<string, unknown> | null;
};

test.each(OUTAGES_S.map((seconds, index) => ({ seconds, index })))(
  'after $seconds s without PostgreSQL dashboards and screens go on by themselves',
  async ({ seconds, index }) => {
    const piece = pieces[index] ?? 0;
    await site.database.kill();
    const refused = await ask(url(), warehouse, { method: 'GET', path: '/dashboard/stats' });
    expect(refused.status).toBe(503);
    await sleep(seconds * 1000);
    await site.database.start();
    must(
      await askUntilAnswered(url(), warehouse, {
        method: 'PUT',
        path: '/rmastatus',
        body: { id: piece, rma_status_id: 3 },
        key: `after-${seconds}`,
      }),
    );
    await until(
      'the dashboard to count it',
      async () => (await stats())?.['in_factory'] === index + 1,
      resumesWithinMs,
    );
    await until(
      'the screen to show it',
      () => screen.shown.get(piece)?.['rma_status_id'] === 3,
      resumesWithinMs,
    );
    expect(screen.resyncs()).toBe(1);
  },
);
