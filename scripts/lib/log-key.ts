import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from './fault.ts';
import { projectRoot } from './files.ts';

/**
 * The file of the key that signs the log's checkpoints. A named one must be there; without a name the data folder has its
 * own, made once. It never lies in the database: who can change the log there cannot sign it.
 */
export function ensureLogKey(named: string | undefined, dataFolder: string): string {
  if (named !== undefined) return existing(resolve(projectRoot, named));
  const file = join(dataFolder, 'log.key');
  if (existsSync(file)) return file;
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  return file;
}

function existing(file: string): string {
  if (existsSync(file)) return file;
  throw new Fault(
    `LOG_KEY_FILE names ${file}, which is not there: put the key there (make one with "openssl genpkey -algorithm ed25519").`,
  );
}
