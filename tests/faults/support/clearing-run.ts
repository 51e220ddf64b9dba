import { expect } from 'vitest';
import { ask, must } from './caller.ts';
import { first, rowsOf, type Site } from './site.ts';
import { until } from './until.ts';
import type { DepositedPiece } from './world.ts';

/** Starts a clearing of these pieces as the person of the token; answers its id. */
export async function startClearing(
  site: Site,
  token: string,
  pieces: readonly DepositedPiece[],
): Promise<number> {
  const answer = await ask(first(site.apis).url, token, {
    method: 'POST',
    path: '/tools/autoclientreceived',
    body: { end_date: '2999-12-31', limit: 1_000, rma_id: pieces.map(({ rmaId }) => rmaId).join(',') },
    key: `run-${pieces[0]?.rmaId}`,
  });
  return (must({ answer, failures: 0 }).data as { id: number }).id;
}

/** Waits for the end of a clearing: all of its pieces were handed over, each by one event. */
export async function expectCleared(
  site: Site,
  token: string,
  run: { readonly id: number; readonly pieces: readonly DepositedPiece[]; readonly withinMs: number },
): Promise<void> {
  const { id, pieces, withinMs } = run;
  const path = `/tools/autoclientreceived/run?id=${id}`;
  const ended = await until(
    `run ${id} to end`,
    async () => {
      const { data } = (await ask(first(site.apis).url, token, { method: 'GET', path })).body;
      const found = data as { state: string; cleared: number } | null;
      return found?.state === 'done' && found;
    },
    withinMs,
  );
  expect(ended).toMatchObject({ state: 'done', cleared: pieces.length });
  const rows = await rowsOf(site);
  expect(pieces.map(({ itemId }) => rows.get(itemId)?.status)).toEqual(pieces.map(() => 16));
  const { rows: moves } = await site.pool.query<{ moves: number }>(
    `select count(*)::int as moves from events where type = 'ItemStatusChanged' and data ->> 'to' = '16'
        and stream_id = any($1) group by stream_id`,
    [pieces.map(({ itemId }) => `item-${itemId}`)],
  );
  expect(moves.map((row) => row.moves)).toEqual(pieces.map(() => 1));
}
