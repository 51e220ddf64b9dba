import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from './fault.ts';
import { projectRoot } from './files.ts';

/**
 * The file of the key that wraps the customers' keys. A named one must be there: to make a new one beside
 * an old database would hide every name in it. Without a name the data folder has its own, made once.
 */
export function ensureMasterKey(named: string | undefined, dataFolder: string, mayCreate: boolean): string {
  if (named !== undefined) return existing(resolve(projectRoot, named));
  const file = join(dataFolder, 'master.key');
  if (existsSync(file)) return file;
  if (!mayCreate) {
    throw new Fault(
      `The master key ${file} is gone, but the database holds keys that only it opens: put your copy there, or name it in MASTER_KEY_FILE; a new key needs a new database.`,
    );
  }
  writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  return file;
}

function existing(file: string): string {
  if (existsSync(file)) return file;
  throw new Fault(
    `MASTER_KEY_FILE names ${file}, which is not there: put your copy of the key there, or for a new database make one ("openssl rand -hex 32").`,
  );
}
