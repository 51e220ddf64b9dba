import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, canInstall } from '../../scripts/lib/apt.ts';
import { Fault } from '@atelier/host/fault.ts';
import type { Binaries } from '@atelier/host/postgres/binaries.ts';

/** Where Debian puts each major version's programs. */
const debianFolder = '/usr/lib/postgresql';
const oldest = 15;

/**
 * The newest PostgreSQL server that is installed on this machine, for tests on another one than the embedded.
 * On Debian as root it is installed when there is none.
 *
 * @throws Fault when there is none of a version that Atelier runs on
 */
export function installedPostgres(): Binaries {
  const found =
    findInstalledPostgres() ??
    (canInstall() && aptInstall('postgresql') ? findInstalledPostgres() : undefined);
  if (found !== undefined) return found;
  throw new Fault(
    `No PostgreSQL ${oldest} or newer is installed in ${debianFolder}: install one, or run the tests on the embedded.`,
  );
}

/** The same without installing one; undefined when there is none. */
export function findInstalledPostgres(): Binaries | undefined {
  if (!existsSync(debianFolder)) return undefined;
  const [major] = readdirSync(debianFolder)
    .map(Number)
    .filter((version) => version >= oldest && isComplete(binariesOf(version)))
    .sort((one, other) => other - one);
  return major === undefined ? undefined : binariesOf(major);
}

function binariesOf(major: number): Binaries {
  const folder = join(debianFolder, String(major), 'bin');
  return { major, initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

const isComplete = ({ initdb, postgres }: Binaries): boolean => existsSync(initdb) && existsSync(postgres);
