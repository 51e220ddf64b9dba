import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signCheckpoint } from '@atelier/transparency-log/proof/checkpoint.ts';
import { readSignerKey } from '@atelier/transparency-log/proof/log-key.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { machineWithKeys, runBackupScript } from '@atelier/tests/faults/support/backups.ts';
import type { FaultDatabase } from '@atelier/tests/faults/support/database.ts';
import type { FaultWorld } from '@atelier/tests/faults/support/world.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensureLogKey } from '@atelier/console/log-key.ts';
import { startBackedUp, type BackedUp } from './testing-backups.ts';
import { runScriptOn, type ScriptEnd } from '@atelier/host/testing-script.ts';

// Each call is a separate program, and each restore a server.
vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });

let database: FaultDatabase;
let world: FaultWorld;
let close: BackedUp['close'];
beforeAll(async () => {
  ({ database, world, close } = await startBackedUp((folder) => void ensureLogKey(undefined, folder)));
});
afterAll(() => close());

const signer = () => readSignerKey(join(database.folder, 'log.key'), 'localhost:3000/api/log', 'log');

/** As a worker does it: the head it signed last lies beside its key. Answers its size. */
async function seal(): Promise<number> {
  const sealed = await sealLog(world.world.projectorPool, { signer: await signer() });
  if (sealed.state !== 'sealed') throw new Error(sealed.state);
  writeFileSync(join(database.folder, 'log-checkpoint'), sealed.latest.note);
  return sealed.latest.size;
}

/** Another machine that has the log's key, and the checkpoint that was signed last. */
function machineThatSigned(note?: string) {
  const machine = machineWithKeys(database);
  copyFileSync(join(database.folder, 'log.key'), join(machine.folder, 'log.key'));
  const checkpoint = join(machine.folder, 'log-checkpoint');
  if (note === undefined) copyFileSync(join(database.folder, 'log-checkpoint'), checkpoint);
  else writeFileSync(checkpoint, note);
  return machine;
}

const restore = (folder: string, ...args: string[]): Promise<ScriptEnd> =>
  runScriptOn('services/backup/src/restore.ts', args, {
    DATA_DIR: folder,
    BACKUP_TARGET: join(database.folder, 'backups'),
  });

test('a restore verifies tree and checkpoints, compares them with what was signed, and reports each', async () => {
  await world.sentPieces(2, 'SEALED');
  const atBackup = await seal();
  await runBackupScript('backup.ts', database);
  await world.sentPieces(1, 'UNSEALED');
  const at = new Date();
  await world.sentPieces(2, 'AFTER');
  const signed = await seal();
  await runBackupScript('backup.ts', database);

  const newest = machineThatSigned();
  const whole = await restore(newest.folder);
  expect(whole.said).toMatch(/ chain {8}the hashes of \d+ events in \d+ streams are right/);
  expect(whole.said).toMatch(
    `  tree         ${signed} sealed events, 2 checkpoints and 0 cosignatures fit\n`,
  );
  expect(whole.said).toContain(
    `the tree continues the checkpoint of ${signed} events that it was taken with`,
  );
  expect(whole.said).toContain(
    `the tree continues the checkpoint of ${signed} events that this machine signed`,
  );
  expect(whole.said).toMatch(/ erasures {5}the ledger names nobody/);
  expect(whole.said).toMatch(/ read models {2}equal the log in \d+ streams/);
  expect(whole.code).toBe(0);
  expect(existsSync(join(newest.folder, 'log-checkpoint'))).toBe(true);
  newest.remove();

  const earlier = machineThatSigned();
  const back = await restore(earlier.folder, '--at', at.toISOString());
  expect(back.said).toContain(
    `this machine had signed ${signed} events, ${signed - atBackup} more than are left`,
  );
  expect(back.said).toContain('each witness refuses until its operator starts it once with --accept');
  expect(back.code).toBe(0);
  // What it signed is kept, and keeps the log from being sealed no more.
  expect(readdirSync(earlier.folder).filter((name) => name.startsWith('log-checkpoint'))).toEqual([
    expect.stringMatching(/^log-checkpoint-before-/),
  ]);
  earlier.remove();
});

test('a restore builds again only the read models that differ, and says which others do', async () => {
  const owner = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  await owner.query(`update item_row set sku = 'SPOILT' where id = (select min(id) from item_row)`);
  await owner.query(`update users set name = name || ' (spoilt)' where id = (select max(id) from users)`);
  await runBackupScript('backup.ts', database);
  const machine = machineThatSigned();
  const { said, code } = await restore(machine.folder);
  expect(said).toContain('read models built anew (item_row): 1 differences\n');
  expect(said).toMatch(
    / read models {2}2 rows differed, item_row were built anew; they equal the log in \d+ streams; rows of users differ, the workers correct them/,
  );
  expect(code).toBe(0);
  machine.remove();
  await owner.query(`update users set name = replace(name, ' (spoilt)', '')`);
  await owner.query(
    `update item_row set sku = (select sku from item_row where sku <> 'SPOILT' limit 1) where sku = 'SPOILT'`,
  );
  await owner.end();
});

test('a log that is not the one this machine signed is restored only when the operator accepts it', async () => {
  const another = signCheckpoint(await signer(), {
    origin: 'localhost:3000/api/log',
    size: 3,
    root: Buffer.alloc(32, 1),
  });
  const machine = machineThatSigned(another);
  const refused = await restore(machine.folder);
  expect(refused.said).toContain('The restored log is not the one whose 3 events this machine signed');
  expect(refused.code).toBe(1);
  expect(existsSync(join(machine.folder, 'postgres', 'data'))).toBe(false);
  const accepted = await restore(machine.folder, '--accept');
  expect(accepted.said).toContain('this machine had signed another log of 3 events, as was accepted');
  expect(accepted.code).toBe(0);
  machine.remove();
});

test('a restore without the key vault that the database was used with ends before anything is copied', async () => {
  const owner = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  await owner.query(`insert into key_vault (id, wraps_from) values ('a-vault', now())`);
  await runBackupScript('backup.ts', database);
  await owner.query('delete from key_vault');
  await owner.end();
  const machine = machineThatSigned();
  const { said, code } = await restore(machine.folder);
  expect(said).toContain(
    `The key vault of this database, ${join(machine.folder, 'key-vault.sqlite')}, is not there`,
  );
  expect(said).not.toContain('copied');
  expect(code).toBe(1);
  machine.remove();
});

test('an event that was changed before the backup is named, and nothing is put in place', async () => {
  const owner = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  await owner.query('set session_replication_role = replica');
  const { rows } = await owner.query<{ position: number; stream_id: string }>(
    `update events set recorded_at = recorded_at + interval '1 minute'
      where position = (select min(position) from events where stream_id like 'item-%') returning position, stream_id`,
  );
  await owner.end();
  await runBackupScript('backup.ts', database);
  const machine = machineThatSigned();
  const { said, code } = await restore(machine.folder);
  expect(said).toContain('The log is not whole');
  expect(said).toContain(`${rows[0]?.stream_id}  version 1  position ${rows[0]?.position}  recorded_at`);
  expect(code).toBe(1);
  expect(existsSync(join(machine.folder, 'postgres', 'data'))).toBe(false);
  machine.remove();
});
