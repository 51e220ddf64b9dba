import { Client } from 'pg';
import { ITEM_ROWS, LIVES, MESSAGES, RMA_ROWS, STEPS, WORLD } from './insight-lives.ts';
import { FACTS, INTERVALS, STAYS } from './insight-rows.ts';

const FILLED = ['item_row', 'rma_row', 'message_row', 'piece_facts', 'stage_stays', 'weight_intervals'];

/**
 * The read models of the figures as they stand after so many deposits in eighteen months, made in the database itself: a million
 * pieces through the domain would take hours and read no differently.
 */
export async function fillInsight(adminUrl: string, items: number, now: Date): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(
    `set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`,
  );
  const indexes = await dropIndexes(client);
  for (const statement of WORLD) await client.query(statement);
  await client.query(LIVES, [items, now.toISOString()]);
  for (const statement of [STEPS, ITEM_ROWS, RMA_ROWS, MESSAGES, STAYS, FACTS, INTERVALS]) {
    const values = statement.includes('$1') ? [now.toISOString()] : [];
    await client.query(statement, values);
    process.stderr.write('+');
  }
  for (const index of indexes) await client.query(index);
  await client.query('drop table bench_steps, bench_lives, bench_routes');
  await client.query(`insert into projection_checkpoints (name, position)
    select unnest(array['piece_facts', 'stage_stays', 'weight_intervals']), 1000000000
    on conflict (name) do update set position = excluded.position`);
  for (const table of FILLED) await client.query(`vacuum (analyze) ${table}`);
  await client.end();
  process.stderr.write('\n');
}

/** Answers how to make them again: over rows that stand, that is several times faster. */
async function dropIndexes(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes i
      where tablename = any($1) and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [FILLED],
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}
