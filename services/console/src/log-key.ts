import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '@atelier/api/config.ts';
import { logOriginOf } from '@atelier/transparency-log/proof/log-key.ts';
import { Fault } from '@atelier/host/fault.ts';
import { projectRoot } from '@atelier/host/files.ts';

/** What lies outside the database and says what the log was. */
export interface LogWitnesses {
  /** The key that signs the checkpoints. */
  readonly logKeyFile: string;
  readonly logOrigin: string;
  /** The checkpoint that this machine signed last (decisions/0153). */
  readonly signedLastFile: string;
}

/**
 * The file of the key that signs the log's checkpoints. A named one must exist; without a name it is made
 * once in the data folder. It is never stored in the database: an attacker who changes the log there cannot sign it.
 */
export function ensureLogKey(named: string | undefined, dataFolder: string, mayCreate = true): string {
  if (named !== undefined) return existing(resolve(projectRoot, named));
  const file = join(dataFolder, 'log.key');
  if (existsSync(file)) return file;
  if (!mayCreate)
    throw new Fault(
      `The log key ${file} is gone, but checkpoints of this log are signed with it: put your copy there, or name it in LOG_KEY_FILE, or begin with a new key that cannot verify those ("openssl genpkey -algorithm ed25519 -out ${file}").`,
    );
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  return file;
}

/** What this machine holds of the log outside the database. */
export function witnessesOf(config: Config, dataFolder: string): LogWitnesses {
  return {
    logKeyFile: config.logKeyFile ?? join(dataFolder, 'log.key'),
    logOrigin: originIn(process.env['LOG_ORIGIN']) ?? logOriginOf(config.publicUrl),
    signedLastFile: join(dataFolder, 'log-checkpoint'),
  };
}

const originIn = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

function existing(file: string): string {
  if (existsSync(file)) return file;
  throw new Fault(
    `LOG_KEY_FILE names ${file}, which is not there: put the key there (make one with "openssl genpkey -algorithm ed25519").`,
  );
}
