import type { Client } from 'pg';
import { describeError } from '@atelier/host/fault.ts';
import type { Manifest } from './manifest.ts';
import { troubleOf } from './trouble.ts';

/** What a run was about. */
export type RunKind = 'backup' | 'verification';

/**
 * Does the work and writes down what came of it, for the administrators' screen.
 *
 * @param target where the backup lies or goes, without secrets: only what is where the schedule's backups go counts there
 */
export async function recordRun(
  client: Client,
  kind: RunKind,
  target: string,
  work: () => Promise<Manifest>,
): Promise<Manifest> {
  const begunAt = new Date();
  await client.query(`delete from backup_runs where ended_at < now() - interval '400 days'`);
  try {
    const manifest = await work();
    const { name, bytes, storedBytes, log } = manifest;
    await client.query(
      `insert into backup_runs (kind, begun_at, target, backup, bytes, stored_bytes, position)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [kind, begunAt, target, name, bytes, storedBytes, log.position],
    );
    return manifest;
  } catch (error) {
    await client
      .query('insert into backup_runs (kind, begun_at, target, error, trouble) values ($1, $2, $3, $4, $5)', [
        kind,
        begunAt,
        target,
        describeError(error),
        troubleOf(error),
      ])
      .catch(() => undefined);
    throw error;
  }
}
