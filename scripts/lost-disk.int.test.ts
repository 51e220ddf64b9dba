import { join } from 'node:path';
import { createPool } from '@atelier/event-store/pool.ts';
import {
  machineWithKeys,
  runBackupScript,
  startKeeper,
  untilArchived,
} from '@atelier/tests/faults/support/backups.ts';
import { startFaultDatabase, type FaultDatabase } from '@atelier/tests/faults/support/database.ts';
import { prepareWorld, type FaultWorld } from '@atelier/tests/faults/support/world.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rmSync } from 'node:fs';
import { startEmbedded } from './lib/database.ts';
import { writeTestKey } from './testing-script.ts';

// A restore is a server of its own.
vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });

let database: FaultDatabase;
let world: FaultWorld;
beforeAll(async () => {
  database = await startFaultDatabase();
  writeTestKey(database.folder);
  world = await prepareWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.remove();
});

async function piecesIn(folder: string): Promise<readonly number[]> {
  const cluster = await startEmbedded(folder);
  const pool = createPool({ connectionString: cluster.url('atelier'), role: 'owner', max: 1 });
  try {
    const { rows } = await pool.query<{ id: number }>('select id from item_row order by id');
    return rows.map(({ id }) => id);
  } finally {
    await pool.end();
    await cluster.stop();
  }
}

test('what was written by the moment that the archive names survives the loss of the disk', async () => {
  const before = await world.sentPieces(2, 'BEFORE');
  await runBackupScript('backup.ts', database);
  const keeper = startKeeper(database);
  const after = await world.sentPieces(3, 'AFTER');
  // Not a backup: only the log, which the keeper closes and archives by itself.
  await untilArchived({ pool: world.world.projectorPool }, new Date());
  await keeper.kill('SIGKILL');
  await database.kill();
  rmSync(join(database.folder, 'postgres'), { recursive: true });
  const { folder, remove } = machineWithKeys(database);
  await runBackupScript('restore.ts', database, folder);
  expect(await piecesIn(folder)).toEqual([...before, ...after].toSorted((a, b) => a - b));
  remove();
});
