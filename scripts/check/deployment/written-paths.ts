import { broken } from './fields.ts';

/** A volume in a container. */
export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly isReadOnly: boolean;
}

/** One process of a deployment, whatever runs it. */
export interface Placed {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly mounts: readonly Mount[];
  /** Makes the keys where they are missing. */
  readonly makesKeys: boolean;
}

/** Which variable names something that the process writes. */
const WRITTEN = ['DATA_DIR', 'BACKUP_TARGET', 'KEY_VAULT_FILE'];
const KEYS = ['MASTER_KEY_FILE', 'LOG_KEY_FILE', 'BACKUP_KEY_FILE'];

/** Every path that the environment names lies on a volume; what is written on a writable one, keys on one that is not. */
export function pathGaps(placed: Placed): string[] {
  return Object.entries(placed.environment)
    .filter(([name, path]) => isPath(name, path))
    .flatMap(([name, path]) => gapsOf(placed, name, path));
}

const isPath = (name: string, path: string): boolean =>
  path.startsWith('/') && (name.endsWith('_FILE') || WRITTEN.includes(name));

function gapsOf({ name, mounts, makesKeys }: Placed, variable: string, path: string): string[] {
  const mount = mounts.find(({ target }) => path === target || path.startsWith(`${target}/`));
  if (mount === undefined) return [`${name} names ${path} in ${variable}, on none of its volumes`];
  const isWritten = WRITTEN.includes(variable);
  const isKey = KEYS.includes(variable) && !makesKeys;
  return broken(name, [
    [!isWritten || !mount.isReadOnly, `cannot write ${path}, which ${variable} names`],
    [!isKey || mount.isReadOnly, `may change the key ${path}`],
  ]);
}
