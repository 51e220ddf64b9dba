import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, must, signIn } from './support/caller.ts';
import { first, openSite, type Site } from './support/site.ts';
import { until } from './support/until.ts';

/** product/reliability.md §1 for files: a worker that is killed in the middle leaves one file, not two and not none. */
const ROWS = 50_000;
const AT_ONCE = 2_500;
/** The lock of a dead worker's job runs out after half a minute, and is looked at every quarter. */
const REDELIVERED_WITHIN_MS = 120_000;
const BUILT_WITHIN_MS = 60_000;
const MOST_MEMORY_MB = 1_200;

let site: Site;
let paris: string;
const url = (): string => first(site.apis).url;

beforeAll(async () => {
  site = await openSite({ workers: 1 });
  const [itemId = 0] = (await site.waitingPieces(1, 'XL')).map((piece) => piece.itemId);
  paris = await signIn(url(), 'paris');
  await multiply(itemId);
});
afterAll(() => site?.close());

/** One real piece, as often as a large house has them: only its row matters to a list. */
async function multiply(itemId: number): Promise<void> {
  const { rows } = await site.pool.query<{ list: string }>(
    `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
      where table_schema = 'public' and table_name = 'item_row' and is_generated = 'NEVER'`,
  );
  const columns = first(rows).list;
  for (let from = 0; from < ROWS; from += AT_ONCE) {
    await site.pool.query(
      `insert into item_row (${columns}) select ${columns} from (
         select (jsonb_populate_record(i, jsonb_build_object('id', 10000000 + g, 'number', 'XL-' || g, 'status', 1))).*
           from item_row i, generate_series($2::int + 1, $2::int + $3::int) g where i.id = $1) as copies`,
      [itemId, from, AT_ONCE],
    );
  }
}

interface Seen {
  readonly id: number;
  readonly state: string;
  readonly done: number;
  readonly total: number | null;
}

async function request(filter: object): Promise<number> {
  const body = { filter, excelType: 'list' };
  const answer = await ask(url(), paris, { method: 'POST', path: '/excel', body, key: `x-${Math.random()}` });
  return (must({ answer, failures: 0 }).data as Seen).id;
}

async function look(id: number): Promise<Seen> {
  const answer = await ask(url(), paris, { method: 'GET', path: `/export/${id}` });
  return must({ answer, failures: 0 }).data as Seen;
}

const built = (id: number, withinMs: number): Promise<Seen> =>
  until(
    `export ${id} to be built`,
    async () => {
      const seen = await look(id);
      return seen.state === 'done' && seen;
    },
    withinMs,
  );

/** The most memory the workers ever took, in MB, as the kernel counts it. */
function peakOf(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

test('fifty thousand rows are a sheet, in bounded time and memory', async () => {
  const begun = performance.now();
  const seen = await built(await request({ status: '1' }), BUILT_WITHIN_MS);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const memory = Math.round(peakOf(first(site.workers).program().pid));
  console.log(`${seen.total} rows in ${seconds} s, the workers took ${memory} MB at most`);
  expect(seen.total).toBe(ROWS);
  expect(memory).toBeLessThan(MOST_MEMORY_MB);
});

test('a worker killed in the middle of it leaves one file and one end', async () => {
  const id = await request({ status: '1' });
  await until(
    'the middle of it',
    async () => {
      const { done, total } = await look(id);
      return total !== null && done > total / 10;
    },
    BUILT_WITHIN_MS,
  );
  await first(site.workers).end('SIGKILL');
  await first(site.workers).start();
  await built(id, REDELIVERED_WITHIN_MS);
  const { rows } = await site.pool.query<{ type: string }>(
    'select type from events where stream_id = $1 order by version',
    [`export-${id}`],
  );
  expect(rows.map(({ type }) => type)).toEqual(['ExportRequested', 'ExportCompleted']);
  const files = await site.pool.query('select from export_files where export_id = $1', [id]);
  expect(files.rowCount).toBe(1);
});
