import { afterAll, beforeAll, expect, test } from 'vitest';
import { askUntilAnswered, must, signIn } from './support/caller.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { startReplicatedDatabase, type ReplicatedDatabase } from './support/replicated-database.ts';
import { first, openSite, rowsOf, type Site } from './support/site.ts';
import { until } from './support/until.ts';
import type { DepositedPiece } from './support/world.ts';

/** The primary dies, and its asynchronous standby, which never had the newest commits, is promoted under real processes. */
const PIECES = 12;
const LOST = 4;
const WAREHOUSE = 20;

let database: ReplicatedDatabase;
let site: Site;
let pieces: readonly number[];
let waiting: readonly DepositedPiece[];
let screen: OpenScreen;
let tokens: { readonly warehouse: string; readonly admin: string };
const url = (): string => first(site.apis).url;

beforeAll(async () => {
  database = await startReplicatedDatabase({ lags: true });
  site = await openSite({ apis: 1, workers: 2, database });
  pieces = await site.sentPieces(PIECES, 'OUT-1');
  waiting = await site.waitingPieces(PIECES, 'WAIT');
  tokens = { warehouse: await signIn(url(), 'warehouse'), admin: await signIn(url(), 'admin') };
  screen = openScreen(url, tokens.warehouse, `site:${WAREHOUSE}`);
  await until('the screen to be live', () => screen.state() === 'live');
});
afterAll(async () => {
  screen?.close();
  await site?.close();
});

async function scan(piece: number, key: string): Promise<void> {
  const call = { method: 'POST', path: '/scan', body: { code: String(piece), target: 3 }, key } as const;
  must(await askUntilAnswered(url(), tokens.warehouse, call));
}

/** A clearing run: a policy turns it into a job, which moves the piece. */
async function clear({ rmaId }: DepositedPiece, key: string): Promise<void> {
  const body = { end_date: '2999-12-31', rma_id: String(rmaId) };
  const call = { method: 'POST', path: '/tools/autoclientreceived', body, key: `${key}-${rmaId}` } as const;
  must(await askUntilAnswered(url(), tokens.admin, call));
}

async function clearings(some: readonly DepositedPiece[]): Promise<readonly number[]> {
  const { rows } = await site.pool.query<{ moves: number }>(
    `select count(*)::int as moves from events where type = 'ItemStatusChanged' and data ->> 'to' = '16'
        and stream_id = any($1) group by stream_id`,
    [some.map(({ itemId }) => `item-${itemId}`)],
  );
  return rows.map(({ moves }) => moves);
}

const newestPosition = async (): Promise<number> => {
  const { rows } = await site.pool.query<{ position: number }>(
    'select max(position) as position from events',
  );
  return first(rows).position;
};

test('what the new primary acknowledges reaches policies, jobs, projections and screens', async () => {
  await database.stopStreaming();
  for (const piece of pieces.slice(0, LOST)) await scan(piece, `lost-${piece}`);
  for (const piece of waiting.slice(0, LOST)) await clear(piece, 'lost');
  await until('the jobs of what is lost', async () => (await clearings(waiting)).length === LOST);
  const lostUpTo = await newestPosition();
  await database.kill();
  await database.promote();

  for (const piece of pieces) await scan(piece, `kept-${piece}`);
  for (const piece of waiting) await clear(piece, 'kept');
  await until('every piece to be cleared', async () => (await clearings(waiting)).length === PIECES, 60_000);
  expect(await clearings(waiting)).toEqual(waiting.map(() => 1));
  const rows = await rowsOf(site);
  await until('the screen to show what is', () =>
    pieces.every((id) => screen.shown.get(id)?.version === rows.get(id)?.version),
  );
  const end = await newestPosition();
  expect(end).toBeGreaterThan(lostUpTo + 900_000);
  await until('the projections', async () => {
    const behind = await site.pool.query('select from projection_checkpoints where position < $1', [end]);
    return behind.rowCount === 0;
  });
  const { rows: restores } = await site.pool.query('select backup from restores');
  expect(restores).toEqual([{ backup: null }]);
});
