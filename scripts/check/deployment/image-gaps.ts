import { dirname } from 'node:path/posix';
import type { SourceFile } from '../sources.ts';
import { readImage, type Image } from './dockerfile.ts';
import { broken } from './fields.ts';

/** Stages whose packages npm installs. */
const INSTALLING = ['modules', 'web', 'backup-modules'];
const RUNNING = [undefined, 'backups'];

/** Names a version, or the bytes. */
export const isExactImage = (image: string): boolean =>
  /:\d+\.\d+(\.\d+)?(-[\w.-]+)?$/.test(image) || image.includes('@sha256:');

/** What keeps the image from being built of the locked packages alone, and from running as an ordinary user. */
export function imageGaps(text: string, files: readonly SourceFile[]): string[] {
  return [
    ...INSTALLING.map((stage) => readImage(text, stage)).flatMap((image) => installGaps(image, files)),
    ...RUNNING.map((stage) => readImage(text, stage)).flatMap(runGaps),
  ].filter((gap, index, all) => all.indexOf(gap) === index);
}

function installGaps({ runs, copies }: Image, files: readonly SourceFile[]): string[] {
  const manifests = files
    .map(({ path }) => path)
    .filter((path) => /^(packages\/[\w-]+|services\/[\w-]+|web|tests)\/package\.json$/.test(path));
  const copied = copies.flatMap(({ sources }) => sources);
  const missing = manifests.filter((path) => !copied.includes(path) && !copied.includes(dirname(path)));
  return [
    ...missing.map((path) => `does not copy ${path}, so that npm sees another project than the lock file's`),
    ...(runs.some((run) => /\bnpm (install|i)\b/.test(run))
      ? ['may install other packages than the lock file has: npm ci']
      : []),
  ];
}

const runGaps = ({ base, user, volumes }: Image): string[] =>
  broken('the image', [
    [isExactImage(base), `is based on ${base}, a tag that moves`],
    [user !== undefined && user.uid > 0 && user.gid > 0, 'names no ordinary user by number'],
    [
      volumes.length === 0,
      `declares ${volumes.join(', ')} as volumes: what is written there unmounted is lost unnoticed`,
    ],
  ]);
