import { randomBytes } from 'node:crypto';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTextIfThere } from '../files.ts';
import { makePrivateFolder } from '../private-files.ts';
import { chooseRunAs, giveTo, type RunAs } from '../run-as.ts';

/** Where one server keeps its things, and who runs it. */
export interface Place {
  readonly dataDir: string;
  readonly log: string;
  readonly password: string;
  readonly user: RunAs | undefined;
}

/** Makes the folder, gives it to the user that will run the server, and draws its password once. */
export function preparePlace(wanted: string): Place {
  makePrivateFolder(wanted);
  const home = realpathSync(wanted);
  const dataDir = join(home, 'data');
  const user = chooseRunAs(dataDir);
  giveTo(home, user);
  return { dataDir, log: join(home, 'postgres.log'), password: ensurePassword(home, user), user };
}

function ensurePassword(home: string, user: RunAs | undefined): string {
  const file = join(home, 'password');
  const known = readTextIfThere(file);
  if (known !== undefined && known !== '') return known;
  const password = randomBytes(24).toString('hex');
  writeFileSync(file, password, { mode: 0o600 });
  giveTo(file, user);
  return password;
}

/** The part of spawn's options that makes a child run as that user. */
export function asUser(user: RunAs | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}
