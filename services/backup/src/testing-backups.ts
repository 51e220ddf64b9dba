import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginVault, freshRoot } from '@atelier/key-vault/carried-vault.ts';
import { openSqliteVault } from '@atelier/key-vault/sqlite-vault.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { newFolder, startFaultDatabase, type FaultDatabase } from '@atelier/tests/faults/support/database.ts';
import { prepareWorld, type FaultWorld } from '@atelier/tests/faults/support/world.ts';
import { expect } from 'vitest';
import { startEmbedded } from '@atelier/console/database.ts';
import { writeTestKey, type ScriptEnd } from '@atelier/host/testing-script.ts';

/** A separate server whose data folder may be deleted, and a world of pieces on it. */
export interface BackedUp {
  readonly database: FaultDatabase;
  readonly world: FaultWorld;
  readonly close: () => Promise<void>;
}

/** @param prepare gives the folder further keys, before the world is made */
export async function startBackedUp(prepare?: (folder: string) => unknown): Promise<BackedUp> {
  const database = await startFaultDatabase();
  writeTestKey(database.folder);
  await prepare?.(database.folder);
  const world = await prepareWorld(database);
  return {
    database,
    world,
    close: async () => {
      await world.close();
      await database.remove();
    },
  };
}

/** What a restored folder holds, read through a separate server as its owner. */
export async function askRestored<Row extends object>(folder: string, sql: string): Promise<readonly Row[]> {
  const cluster = await startEmbedded(folder);
  const pool = createPool({ connectionString: cluster.url('atelier'), role: 'owner', max: 1 });
  try {
    return (await pool.query<Row>(sql)).rows;
  } finally {
    await pool.end();
    await cluster.stop();
  }
}

/** A vault of keys that was never used, under this id. */
export async function writeVault(file: string, id: string): Promise<void> {
  const database = await openSqliteVault(file, { makes: true });
  await database.transaction((sql) => beginVault(sql, id, { persons: freshRoot(), files: undefined }));
  await database.close();
}

export const namesIn = (folder: string): readonly string[] =>
  statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);

/** One sentence at the end, no stack, a code that says so, and nothing of a database left behind in these folders. */
export function endsInSentence(
  { code, said }: ScriptEnd,
  sentence: RegExp,
  folders: readonly string[],
): void {
  const lines = said.trim().split('\n');
  expect(lines.at(-1)).toMatch(sentence);
  expect(lines.at(-1)).toMatch(/\.$/);
  expect(said).not.toMatch(/^\s+at /m);
  expect(said).not.toMatch(/node:internal|Error:/);
  expect(code).toBe(1);
  for (const folder of folders)
    expect(namesIn(folder).filter((name) => /^(data|data-restored.*|backup-check.*)$/.test(name))).toEqual(
      [],
    );
}

/** A file in a new folder, which is noted among those to be removed. */
export function fileOfItsOwn(folders: string[], name: string, text: string): string {
  const folder = newFolder();
  folders.push(folder);
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
