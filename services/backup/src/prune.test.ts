import { createSecretKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  baseName,
  listBackups,
  listWal,
  once,
  putSealed,
  stampOf,
  walName,
  type Archive,
} from './archive.ts';
import { archivedUntil, chooseBackup } from './choose-backup.ts';
import { openFolderStorage } from './folder-storage.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { pruneBackups } from './prune.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-11-23T12:00:00Z');
const day = (before: number): Date => new Date(now.getTime() - before * DAY_MS);

let folder: string;
let archive: Archive;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-prune-'));
  const storage = openFolderStorage(folder);
  archive = { storage, key: createSecretKey(Buffer.alloc(32, 1)), system: '7711307210550024874' };
});
afterEach(() => rmSync(folder, { recursive: true }));

const segment = (number: number, timeline = 1): string =>
  `${String(timeline).padStart(8, '0')}00000000${number.toString(16).toUpperCase().padStart(8, '0')}`;

async function backUp(before: number, first: number, timeline = 1): Promise<string> {
  const name = stampOf(day(before));
  await putSealed(archive, baseName(archive, name), once(Buffer.from('files')));
  const manifest: Manifest = {
    format: 1,
    name,
    database: 'atelier',
    startedAt: day(before).toISOString(),
    endedAt: new Date(day(before).getTime() + 60_000).toISOString(),
    server: { version: '18.0', major: 18, system: archive.system, segmentBytes: 16 * 1024 * 1024 },
    wal: { timeline, first: segment(first, timeline), last: segment(first, timeline) },
    product: { version: '0', migration: 37 },
    log: { epoch: '', position: 0, events: 0, digest: '0', archives: [] },
    checkpoint: null,
    vault: null,
    files: [],
    folders: [],
    bytes: 0,
    storedBytes: 0,
  };
  await writeManifest(archive, manifest);
  return name;
}

const ship = (file: string, before: number): Promise<number> =>
  putSealed(archive, walName(archive, file, day(before)), once(Buffer.from(file)));

test('keeps the newest backups and the young ones, and the log from the oldest that stays', async () => {
  const names: string[] = [];
  for (const [index, before] of [20, 10, 9, 3, 2, 1].entries())
    names.push(await backUp(before, 10 * (index + 1)));
  for (let number = 5; number < 65; number += 5) await ship(segment(number), 5);
  await ship('00000002.history', 9);

  expect(await pruneBackups(archive, { keep: 2, keepMs: 0 }, now)).toBe(4);
  expect(await listBackups(archive)).toEqual(names.slice(-2));
  expect((await listWal(archive)).map(({ file }) => file)).toEqual(
    ['00000002.history', segment(50), segment(55), segment(60)].toSorted(),
  );
  expect(await pruneBackups(archive, { keep: 1, keepMs: 7 * DAY_MS }, now)).toBe(0);
});

test('removes a copy whose backup was never whole, after two days', async () => {
  await backUp(1, 10);
  for (const before of [3, 0])
    await putSealed(archive, baseName(archive, stampOf(day(before))), once(Buffer.from('half')));
  await pruneBackups(archive, { keep: 5, keepMs: 0 }, now);
  const left = (await archive.storage.list(`${archive.system}/base/`)).filter(({ name }) =>
    name.includes('.tar.'),
  );
  expect(left.map(({ name }) => name)).toEqual([day(1), day(0)].map((at) => baseName(archive, stampOf(at))));
});

test('restores from the newest backup that had ended, on the timeline in use at the moment', async () => {
  const old = await backUp(10, 10);
  const newer = await backUp(4, 20);
  for (const [number, before] of [
    [21, 4],
    [22, 3],
  ] as const)
    await ship(segment(number), before);
  await ship('00000002.history', 2);
  await ship(segment(22, 2), 1);

  const at = (before: number) => chooseBackup(archive, day(before));
  expect(await at(5)).toMatchObject({ manifest: { name: old }, timeline: 1 });
  // The moment when it began is not yet one that it can be restored to.
  expect(await at(4)).toMatchObject({ manifest: { name: old } });
  const before = await at(2.5);
  expect(before).toMatchObject({ manifest: { name: newer }, timeline: 1 });
  expect(archivedUntil(before)).toEqual(day(3));
  const after = await chooseBackup(archive, undefined);
  expect(after).toMatchObject({ manifest: { name: newer }, timeline: 2 });
  expect(archivedUntil(after)).toEqual(day(1));
  await expect(at(11)).rejects.toThrow(/nothing earlier can be restored/);
});
