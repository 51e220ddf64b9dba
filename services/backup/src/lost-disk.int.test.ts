import { join } from 'node:path';
import {
  machineWithKeys,
  runBackupScript,
  startKeeper,
  untilArchived,
} from '@atelier/tests/faults/support/backups.ts';
import type { FaultDatabase } from '@atelier/tests/faults/support/database.ts';
import type { FaultWorld } from '@atelier/tests/faults/support/world.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rmSync } from 'node:fs';
import { askRestored, startBackedUp, type BackedUp } from './testing-backups.ts';

// A restore is a separate server.
vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });

let database: FaultDatabase;
let world: FaultWorld;
let close: BackedUp['close'];
beforeAll(async () => {
  ({ database, world, close } = await startBackedUp());
});
afterAll(() => close());

async function piecesIn(folder: string): Promise<readonly number[]> {
  const rows = await askRestored<{ id: number }>(folder, 'select id from item_row order by id');
  return rows.map(({ id }) => id);
}

test('what was written by the moment that the archive names survives the loss of the disk', async () => {
  const before = await world.sentPieces(2, 'BEFORE');
  await runBackupScript('backup.ts', database);
  const keeper = startKeeper(database);
  const after = await world.sentPieces(3, 'AFTER');
  // Not a backup: only the log, which the keeper closes and archives.
  await untilArchived({ pool: world.world.projectorPool }, new Date());
  await keeper.kill('SIGKILL');
  await database.kill();
  rmSync(join(database.folder, 'postgres'), { recursive: true });
  const { folder, remove } = machineWithKeys(database);
  await runBackupScript('restore.ts', database, folder);
  expect(await piecesIn(folder)).toEqual([...before, ...after].toSorted((a, b) => a - b));
  remove();
});
