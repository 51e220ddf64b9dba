import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { loadConfig } from '@atelier/api/config.ts';
import { isCommonPassword } from '@atelier/api/identity/common-passwords.ts';
import { hashPassword } from '@atelier/api/shared/passwords.ts';
import { createDatabase } from '@atelier/application/database.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { createAdministrator } from '@atelier/application/identity/first-administrator.commands.ts';
import { emailText } from '@atelier/domain/contract/codes.ts';
import { EMAIL } from '@atelier/domain/contract/limits.ts';
import { PASSWORD_LENGTH } from '@atelier/domain/identity/contract.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { openDatabase, type OpenDatabase } from './lib/database.ts';
import { prepareDataFolder, runningSystem } from './lib/data-folder.ts';
import { Fault } from './lib/fault.ts';
import { masterKeyFor } from './lib/used-keys.ts';
import { readSecrets } from './lib/secrets.ts';
import { runMain } from './lib/run-main.ts';

interface Asked {
  readonly email: string;
  readonly passwordFile: string | undefined;
}

/** The password is never an argument: other users of the machine can read those. */
function asked(args: readonly string[]): Asked {
  const [email = '', option, passwordFile, ...rest] = args;
  const isKnown = option === undefined || (option === '--password-file' && passwordFile !== undefined);
  if (!EMAIL.test(emailText(email)) || !isKnown || rest.length > 0)
    throw new Fault('Say whom to create, npm run admin:create -- EMAIL [--password-file FILE].');
  return { email: emailText(email), passwordFile };
}

async function passwordFor({ email, passwordFile }: Asked): Promise<string> {
  const password = passwordFile === undefined ? await askTwice() : firstLineOf(passwordFile);
  if (password.length < PASSWORD_LENGTH.least || password.length > PASSWORD_LENGTH.most)
    throw new Fault(`The password must have ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters.`);
  if (await isCommonPassword(password, email.toLowerCase()))
    throw new Fault('This password is easy to guess: choose another one.');
  return password;
}

function firstLineOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[0] ?? '';
  } catch {
    throw new Fault(`The password file ${file} cannot be read.`);
  }
}

async function askTwice(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Fault('There is no terminal to ask for the password: name a file with --password-file.');
  const password = await askHidden('Password: ');
  if ((await askHidden('Again: ')) !== password)
    throw new Fault('The two passwords differ: nothing was changed.');
  return password;
}

/** What is typed is not echoed. */
function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise((resolve) => {
    lines.question('', (answer) => {
      lines.close();
      process.stderr.write('\n');
      resolve(answer);
    });
  });
}

async function create(email: string, password: string, database: OpenDatabase, masterKeyFile: string) {
  const pool = createPool({
    connectionString: database.serviceUrl,
    role: 'atelier_app',
    unattended: true,
    max: 2,
  });
  const store = await openStore({ pool, ...(await readSecrets(masterKeyFile)), registry: EVENT_REGISTRY });
  try {
    const services = { db: createDatabase(pool, store.sealing), store, clock: { now: () => new Date() } };
    return await createAdministrator(services, { email, passwordHash: await hashPassword(password) });
  } catch (error) {
    throw new Fault(
      `No administrator was created: ${error instanceof Error ? error.message : String(error)}.`,
    );
  } finally {
    await store.close();
    await pool.end();
  }
}

/** `npm run admin:create -- EMAIL [--password-file FILE]`: the first administrator of a server, or a new password for one. */
await runMain(async () => {
  const order = asked(process.argv.slice(2));
  const config = loadConfig(process.env);
  const password = await passwordFor(order);
  const dataFolder = prepareDataFolder(config.dataDir);
  const isRunning = runningSystem(dataFolder) !== undefined;
  const masterKeyFile = await masterKeyFor(config, dataFolder);
  const database = await openDatabase(config, dataFolder);
  try {
    const made = await create(order.email, password, database, masterKeyFile);
    if (made.roles.length > 0) console.log(`roles defined: ${made.roles.join(', ')}`);
    console.log(
      made.isNew
        ? `${order.email} is an administrator: sign in at ${config.publicUrl}/login?backups=true`
        : `${order.email} has a new password; its sessions have ended`,
    );
    return 0;
  } finally {
    if (!isRunning) await database.cluster?.stop();
  }
});
