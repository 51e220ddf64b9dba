import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '@atelier/host/fault.ts';
import { runSql } from '@atelier/host/postgres/database.ts';
import { findOrInstall } from '../../../scripts/lib/programs.ts';
import { eventData, eventMetadata, eventType, eventsPerStream } from './event.ts';
import { sampleOf, type Sample } from './stats.ts';

// The columns and indexes of our events, without everything else: no versions checked, no chain, one table.
const tableSql = `
  create sequence bench_position;
  create table bench_events (
    position bigint primary key default nextval('bench_position'), recorded_at timestamptz not null default now(),
    version integer not null, schema_version integer not null, event_id uuid not null,
    stream_id text collate "C" not null, type text collate "C" not null, data jsonb not null,
    metadata jsonb not null, hash bytea not null);
  create unique index on bench_events (stream_id, version)`;

const script = `\\set writer random(1, 1000000000)
\\set turn random(1, ${eventsPerStream})
insert into bench_events (version, schema_version, event_id, stream_id, type, data, metadata, hash)
values (:turn, 1, gen_random_uuid(), 'item-' || :writer, '${eventType}', '${JSON.stringify(eventData)}',
  '${JSON.stringify(eventMetadata)}', '\\\\xd3d73533120de0728aa67535555eb77845c7926881419bed6b2954a339d4a658')
on conflict do nothing;
`;

/** M0, the physical limit: how fast this machine's PostgreSQL inserts such rows one per transaction. */
export async function preparePgbench(url: string): Promise<(seconds: number) => Promise<Sample>> {
  const program = findOrInstall('postgresql', 'pgbench');
  if (program === undefined)
    throw new Fault('The benchmark needs pgbench: install PostgreSQL (Debian: apt-get install postgresql).');
  await runSql(url, tableSql);
  return (seconds) => runPgbench(program, url, seconds);
}

async function runPgbench(program: string, url: string, seconds: number): Promise<Sample> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-pgbench-'));
  try {
    const file = join(folder, 'insert.sql');
    await writeFile(file, script);
    const common = ['-n', '-M', 'prepared', '-c16', '-j2', `-T${Math.ceil(seconds)}`, '-f', file, '-l'];
    await promisify(execFile)(program, [...common, url], { cwd: folder });
    return sampleOf(await readLatencies(folder), Math.ceil(seconds), 0);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Milliseconds of every transaction, out of pgbench's own log (third column: microseconds). */
async function readLatencies(folder: string): Promise<readonly number[]> {
  const logs = (await readdir(folder)).filter((name) => name.startsWith('pgbench_log.'));
  const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Number(line.split(' ')[2]) / 1_000),
  );
}
