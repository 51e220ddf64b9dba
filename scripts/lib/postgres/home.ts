import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../fault.ts';
import { readTextIfThere } from '../files.ts';
import { canReach, chooseRunAs, reachablePlace } from './run-as.ts';

/** The major version whose files the installed binaries read. */
const major = '18';

/**
 * The folder of a data folder's PostgreSQL. It lies inside, unless PostgreSQL's user cannot walk there
 * (root with a private home): then it lies where that user can, and a note in the data folder names it.
 *
 * @throws Fault when the database is there but cannot be used
 */
export function clusterHome(dataFolder: string): string {
  const inside = join(dataFolder, 'postgres');
  const home = isReachable(dataFolder, inside) ? inside : outside(dataFolder, inside);
  refuseOtherVersion(home);
  return home;
}

function isReachable(dataFolder: string, inside: string): boolean {
  const user = chooseRunAs(join(inside, 'data'));
  return user === undefined || canReach(dataFolder, user);
}

function outside(dataFolder: string, inside: string): string {
  if (existsSync(join(inside, 'data', 'PG_VERSION'))) {
    throw new Fault(
      `PostgreSQL's user cannot reach the database in ${inside}: let others pass through the folders above it (chmod o+x).`,
    );
  }
  const note = join(dataFolder, 'postgres-home');
  const known = readTextIfThere(note)?.trim();
  if (known !== undefined && !existsSync(known)) {
    throw new Fault(
      `The database of ${dataFolder} lay in ${known}, which is gone: put it back, or remove ${note} to begin anew.`,
    );
  }
  return known ?? newHome(note);
}

function newHome(note: string): string {
  const home = join(reachablePlace(chooseRunAs('')), randomBytes(6).toString('hex'));
  mkdirSync(home, { recursive: true });
  writeFileSync(note, `${home}\n`);
  return home;
}

function refuseOtherVersion(home: string): void {
  const found = readTextIfThere(join(home, 'data', 'PG_VERSION'))?.trim();
  if (found === undefined || found === major) return;
  throw new Fault(
    `The database in ${home} was made by PostgreSQL ${found}, this is ${major}: upgrade it, or set DATA_DIR to another folder.`,
  );
}
