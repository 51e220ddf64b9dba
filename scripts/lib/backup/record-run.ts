import type { Client } from 'pg';
import { describeError } from '../fault.ts';
import type { Manifest } from './manifest.ts';

/** What a run was about. */
export type RunKind = 'backup' | 'verification';

/** Does the work and writes down what came of it, for the administrators' screen. */
export async function recordRun(
  client: Client,
  kind: RunKind,
  work: () => Promise<Manifest>,
): Promise<Manifest> {
  const begunAt = new Date();
  await client.query(`delete from backup_runs where ended_at < now() - interval '400 days'`);
  try {
    const manifest = await work();
    const { name, bytes, storedBytes, log } = manifest;
    await client.query(
      `insert into backup_runs (kind, begun_at, backup, bytes, stored_bytes, position) values ($1, $2, $3, $4, $5, $6)`,
      [kind, begunAt, name, bytes, storedBytes, log.position],
    );
    return manifest;
  } catch (error) {
    await client
      .query('insert into backup_runs (kind, begun_at, error) values ($1, $2, $3)', [
        kind,
        begunAt,
        describeError(error),
      ])
      .catch(() => undefined);
    throw error;
  }
}
