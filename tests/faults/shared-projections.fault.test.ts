import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, askUntilAnswered, must, signIn } from './support/caller.ts';
import { first, openSite, type Site } from './support/site.ts';
import type { Node } from './support/nodes.ts';
import { until } from './support/until.ts';
import { expectNothingLost, workThrough } from './support/work-through.ts';

/**
 * product/reliability.md §33: two worker processes share the projections. One is killed, or stands still, again and again
 * under load: the other one goes on with all of them, and gives half back when it is there again.
 */
const ROUNDS = 3;
const PIECES = 12;
const TAKEN_OVER_WITHIN_MS = 2_000;

let site: Site;
let pieces: readonly number[];
let warehouse: string;
const url = (): string => first(site.apis).url;

beforeAll(async () => {
  site = await openSite({ apis: 1, workers: 2 });
  pieces = await site.sentPieces(PIECES, 'OUT-1');
  warehouse = await signIn(url(), 'warehouse');
});

afterAll(() => site?.close());

interface Projection {
  readonly name: string;
  readonly leader: number | null;
}

/** How many projections each worker leads, as the API's health says. */
async function shares(): Promise<readonly number[]> {
  const { body } = await ask(url(), '', { method: 'GET', path: '/health/ready' });
  const { projections } = body.data as { projections: readonly Projection[] };
  const led = Map.groupBy(projections, ({ leader }) => leader ?? 'nobody');
  return led.has('nobody') ? [] : [...led.values()].map(({ length }) => length);
}

const untilShared = (): Promise<unknown> =>
  until('the workers to share', async () => {
    const [one, two, ...others] = await shares();
    return one !== undefined && two !== undefined && others.length === 0 && Math.abs(one - two) <= 1;
  });

/** One write, and how long until every projection holds it. */
async function untilShown(key: string): Promise<void> {
  const body = { code: String(pieces[0]), target: 3 };
  const { position } = must(
    await askUntilAnswered(url(), warehouse, { method: 'POST', path: '/scan', body, key }),
  );
  await until('every projection to hold a write', async () => {
    const { rows } = await site.pool.query<{ slowest: number }>(
      'select min(position) as slowest from projection_checkpoints',
    );
    return (rows[0]?.slowest ?? 0) >= (position ?? Infinity);
  });
}

/** Each worker in turn; answers after how many ms everything that it led was shown again. */
async function disturbInTurn(): Promise<readonly { readonly how: string; readonly ms: number }[]> {
  const taken: { how: string; ms: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const worker of site.workers) {
      for (const [how, disturb, restore] of TROUBLES) {
        await untilShared();
        await disturb(worker);
        const began = performance.now();
        await untilShown(`shown-${taken.length}`);
        taken.push({ how, ms: Math.round(performance.now() - began) });
        await restore(worker);
      }
    }
  }
  await untilShared();
  return taken;
}

type Change = (worker: Node) => unknown;
const TROUBLES: readonly (readonly [how: string, disturb: Change, restore: Change])[] = [
  ['killed', (worker) => worker.end('SIGKILL'), (worker) => worker.start()],
  [
    'standing still',
    (worker) => worker.program().child.kill('SIGSTOP'),
    (worker) => worker.program().child.kill('SIGCONT'),
  ],
];

test('two workers share the projections; what one leads is taken over within two seconds of its end', async () => {
  const survived = await workThrough({
    name: 'shared',
    url,
    token: warehouse,
    pieces,
    happens: disturbInTurn,
  });
  const { journal, failures, happened } = survived;
  console.log(
    `${journal.acknowledged} acknowledged, shown again after ${happened.map(({ how, ms }) => `${ms} (${how})`).join(', ')} ms`,
  );
  expect(failures).toBe(0);
  expect(Math.max(...happened.map(({ ms }) => ms))).toBeLessThan(TAKEN_OVER_WITHIN_MS);
  await expectNothingLost(site, survived);
});

test('every item is counted once, as it stands', async () => {
  const { rows } = await site.pool.query(
    `select (select count(*)::int from item_row) as items,
            (select sum(total)::int from status_counters where scope_key = 0) as counted,
            (select count(*)::int from item_row r join item_census c on c.item_id = r.id where c.status <> r.status) as wrong`,
  );
  expect(rows).toEqual([{ items: expect.any(Number), counted: rows[0]?.['items'], wrong: 0 }]);
});
