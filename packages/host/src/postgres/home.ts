import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../fault.ts';
import { readTextIfThere } from '../files.ts';
import { canReach, chooseRunAs, reachablePlace } from '../run-as.ts';

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
  const known = homeOutside(dataFolder);
  if (known !== undefined && !existsSync(known))
    throw new Fault(
      `The database of ${dataFolder} lay in ${known}, which is gone: put it back, or remove ${noteIn(dataFolder)} to begin with an empty one.`,
    );
  if (known === undefined) return newHome(dataFolder);
  refuseForeign(known, dataFolder);
  writeOwner(known, dataFolder);
  return known;
}

const noteIn = (dataFolder: string): string => join(dataFolder, 'postgres-home');

/** Where the PostgreSQL of a data folder lies when it is not inside; undefined when it is, or is not made yet. */
const homeOutside = (dataFolder: string): string | undefined => readTextIfThere(noteIn(dataFolder))?.trim();

function newHome(dataFolder: string): string {
  const home = join(reachablePlace(chooseRunAs('')), randomBytes(6).toString('hex'));
  mkdirSync(home, { recursive: true });
  writeFileSync(noteIn(dataFolder), `${home}\n`);
  writeOwner(home, dataFolder);
  return home;
}

const ownerFile = (home: string): string => join(home, 'data-folder');
const ownerOf = (home: string): string | undefined => readTextIfThere(ownerFile(home))?.trim();
const writeOwner = (home: string, dataFolder: string): void =>
  writeFileSync(ownerFile(home), `${dataFolder}\n`);

/** A data folder that was copied names the database of the first one; one that was moved takes it along. */
function refuseForeign(home: string, dataFolder: string): void {
  const owner = ownerOf(home);
  if (owner === undefined || owner === dataFolder || homeOutside(owner) !== home) return;
  throw new Fault(
    `The database in ${home} belongs to the data folder ${owner}: start that one, or remove ${noteIn(dataFolder)} to begin with an empty database here.`,
  );
}

/** What to know of a database that does not lie in its data folder, which is removed with it or not at all. */
export function placeLines(dataFolder: string): readonly string[] {
  const home = clusterHome(dataFolder);
  if (home !== homeOutside(dataFolder)) return [];
  return [
    `the database lies in ${home}, since PostgreSQL's user cannot enter ${dataFolder}: remove both to begin with an empty one`,
    ...abandonedHomes(dataFolder).map(
      (old) => `${old} holds an earlier database of this data folder: remove it when it is not needed`,
    ),
  ];
}

/** Databases outside that were made for this data folder and are not its own: it was removed and made again. */
function abandonedHomes(dataFolder: string): readonly string[] {
  const own = homeOutside(dataFolder);
  if (own === undefined) return [];
  const beside = readdirSync(dirname(own)).map((name) => join(dirname(own), name));
  return beside.filter((home) => home !== own && ownerOf(home) === dataFolder);
}

function refuseOtherVersion(home: string): void {
  const found = readTextIfThere(join(home, 'data', 'PG_VERSION'))?.trim();
  if (found === undefined || found === major) return;
  throw new Fault(
    `The database in ${home} was made by PostgreSQL ${found}, this is ${major}: upgrade it, or set DATA_DIR to another folder.`,
  );
}
