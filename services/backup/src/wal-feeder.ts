import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveTo, type RunAs } from '@atelier/host/run-as.ts';
import { readSealed, type Archive, type ArchivedWal } from './archive.ts';
import { segmentAfter } from './wal-shipper.ts';

/** Hands archived segments to a server that recovers: it asks for one by its name, and waits. */
export interface WalFeeder {
  /** For the server's `restore_command`. */
  readonly command: string;
  /** Settles with what went wrong, if anything did; the server then gets no more segments. */
  readonly stop: () => Promise<void>;
}

export interface FeederOptions {
  readonly archive: Archive;
  readonly wal: readonly ArchivedWal[];
  /** Must not be there yet. */
  readonly folder: string;
  readonly user: RunAs | undefined;
  readonly segmentBytes: number;
  /** The server's log as a lost data folder still holds it: what was not archived yet. */
  readonly remains: string | undefined;
}

/** So many lie ready: reading the next ones goes on while the server applies one. */
const AHEAD = 4;
const POLL_MS = 15;

// Asks with an empty file, and takes what is put there. Gives up when no feeder answers any more.
const SCRIPT = `cd "$(dirname "$0")" || exit 200
[ -f "$1" ] || : > "$1.wanted"
left=2400
while [ $left -gt 0 ]; do
  if [ -f "$1" ]; then mv "$1" "$2"; exit; fi
  if [ -f "$1.absent" ]; then exit 1; fi
  if [ -f ended ]; then exit 200; fi
  left=$((left - 1))
  sleep 0.05
done
exit 200
`;

export function startWalFeeder(options: FeederOptions): WalFeeder {
  const { folder, user } = options;
  mkdirSync(folder, { mode: 0o700 });
  giveTo(folder, user);
  const script = join(folder, 'fetch.sh');
  writeFileSync(script, SCRIPT, { mode: 0o600 });
  giveTo(script, user);
  const files = new Map(options.wal.map((wal) => [wal.file, wal]));
  const stopping = new AbortController();
  let failure: unknown;
  const serving = serve(options, files, stopping.signal).catch((error: unknown) => {
    failure = error;
    writeFileSync(join(folder, 'ended'), '');
  });
  return {
    // The server's folder is where the command runs, so the place of the file is named in full.
    command: `sh "${script}" "%f" "$PWD/%p"`,
    stop: async () => {
      stopping.abort();
      await serving;
      rmSync(folder, { recursive: true, force: true });
      if (failure !== undefined) throw failure;
    },
  };
}

async function serve(
  options: FeederOptions,
  files: ReadonlyMap<string, ArchivedWal>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const wanted = readdirSync(options.folder).filter((name) => name.endsWith('.wanted'));
    for (const name of wanted) await answer(options, files, name.slice(0, -'.wanted'.length));
    await sleep(POLL_MS);
  }
}

async function answer(
  options: FeederOptions,
  files: ReadonlyMap<string, ArchivedWal>,
  file: string,
): Promise<void> {
  const isThere = await provide(options, files, file);
  if (!isThere) writeFileSync(join(options.folder, `${file}.absent`), '');
  rmSync(join(options.folder, `${file}.wanted`), { force: true });
  if (!isThere || file.length !== 24) return;
  for (let ahead = 1; ahead < AHEAD; ahead += 1)
    if (!(await provide(options, files, segmentAfter(file, options, ahead)))) return;
}

/** Whether it lies there now for the server to take. */
async function provide(
  { archive, folder, user, remains }: FeederOptions,
  files: ReadonlyMap<string, ArchivedWal>,
  file: string,
): Promise<boolean> {
  const path = join(folder, file);
  if (existsSync(path)) return true;
  const beside = `${path}.coming`;
  const archived = files.get(file);
  const remaining = remains === undefined ? undefined : join(remains, file);
  if (archived !== undefined)
    writeFileSync(beside, await readSealed(archive, archived.name), { mode: 0o600 });
  else if (remaining !== undefined && existsSync(remaining)) copyFileSync(remaining, beside);
  else return false;
  giveTo(beside, user);
  renameSync(beside, path);
  return true;
}
