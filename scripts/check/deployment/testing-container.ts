import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FOLDER, SYSTEM_FOLDERS, type LaidOutImage } from './testing-image.ts';
import type { Mount } from './written-paths.ts';

/** A process in an image's file system, which it cannot write but for its mounts: a container without an engine. */
export interface Contained {
  readonly image: LaidOutImage;
  /** Sources are folders of this machine. */
  readonly mounts: readonly Mount[];
  readonly tmpfs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

/** Why this machine cannot run any; undefined where it can. */
export function whyNotContained(): string | undefined {
  if (process.platform !== 'linux') return 'mount namespaces are of Linux';
  if (process.getuid?.() !== 0) return 'only root may mount and become another user';
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return status === 0 ? undefined : 'this machine lets no process mount anything, not even for itself';
}

/** The mounts are the process's own and vanish with it; it ends with this one. */
export function startContained(contained: Contained): ChildProcess {
  const root = mkdtempSync(join(tmpdir(), 'atelier-container-'));
  const child = spawn('unshare', ['--mount', 'sh', '-euc', scriptFor(contained, root)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  });
  child.once('exit', () => rmSync(root, { recursive: true, force: true }));
  return child;
}

function scriptFor({ image, mounts, tmpfs, environment, command }: Contained, root: string): string {
  const { user } = image;
  const variables = Object.entries({ PATH: `${NODE_FOLDER}:/usr/bin:/bin`, ...environment });
  return [
    ...mounted(image.root, root, true),
    ...SYSTEM_FOLDERS.flatMap((name) => mounted(`/${name}`, join(root, name), true)),
    ...['proc', 'dev'].map((name) => `mount --rbind /${name} ${quoted(join(root, name))}`),
    ...mounted(process.execPath, join(root, NODE_FOLDER, 'node'), true),
    // As Docker mounts them.
    ...tmpfs.map(
      (path) => `mount -t tmpfs -o noexec,nosuid,nodev,mode=1777 tmpfs ${quoted(join(root, path))}`,
    ),
    ...mounts.flatMap(({ source, target, isReadOnly }) => mounted(source, join(root, target), isReadOnly)),
    [
      `exec chroot ${quoted(root)}`,
      `setpriv --reuid=${user?.uid} --regid=${user?.gid} --clear-groups --no-new-privs --pdeathsig=KILL`,
      'env -i --chdir=/app',
      ...variables.map(([name, value]) => quoted(`${name}=${value}`)),
      ...command.map(quoted),
    ].join(' '),
  ].join('\n');
}

function mounted(source: string, target: string, isReadOnly: boolean): string[] {
  const mount = `mount --bind ${quoted(source)} ${quoted(target)}`;
  return isReadOnly ? [mount, `mount -o remount,bind,ro ${quoted(target)}`] : [mount];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
