import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { loadConfig } from '@atelier/api/config.ts';
import { isCommonPassword } from '@atelier/api/identity/common-passwords.ts';
import { digestsOf } from '@atelier/api/shared/attempt-digests.ts';
import { hashPassword } from '@atelier/api/shared/passwords.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import {
  AdministratorRefused,
  createAdministrator,
  type AdministratorReport,
  type AdministratorRole,
} from '@atelier/application/identity/first-administrator.commands.ts';
import { emailText } from '@atelier/domain/contract/codes.ts';
import { EMAIL } from '@atelier/domain/contract/limits.ts';
import { PASSWORD_LENGTH } from '@atelier/domain/identity/contract.ts';
import { normaliseEmail } from '@atelier/domain/identity/sign-in.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import { prepareDataFolder, runningSystem } from '@atelier/host/data-folder.ts';
import { Fault } from '@atelier/host/fault.ts';
import { masterKeyFor } from './used-keys.ts';
import { readSecrets } from '@atelier/host/secrets.ts';
import { runMain } from '@atelier/host/run-main.ts';

const USAGE =
  'Say whom to create, npm run admin:create -- EMAIL [--password-file FILE] [--role admin|decider] [--must-change] [--reset-second-factor] [--restore-role].';

interface Asked {
  readonly email: string;
  readonly passwordFile: string | undefined;
  readonly role: AdministratorRole | undefined;
  readonly resetSecondFactor: boolean;
  readonly restoreRole: boolean;
  readonly mustChange: boolean;
}

/** The password is never an argument: other users of the machine can read those. */
function asked(args: readonly string[]): Asked {
  const { values, positionals } = parsed(args);
  const [email = '', ...rest] = positionals;
  const { role } = values;
  const isKnownRole = role === undefined || role === 'admin' || role === 'decider';
  if (!EMAIL.test(emailText(email)) || rest.length > 0 || !isKnownRole) throw new Fault(USAGE);
  return {
    email: emailText(email),
    passwordFile: values['password-file'],
    role,
    resetSecondFactor: values['reset-second-factor'] === true,
    restoreRole: values['restore-role'] === true,
    mustChange: values['must-change'] === true,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'password-file': { type: 'string' },
        role: { type: 'string' },
        'must-change': { type: 'boolean' },
        'reset-second-factor': { type: 'boolean' },
        'restore-role': { type: 'boolean' },
      },
    });
  } catch {
    throw new Fault(USAGE);
  }
}

/** From a file at once; at a terminal when it is needed, since the order may be refused before. */
async function passwordFor(order: Asked): Promise<() => Promise<string>> {
  const { passwordFile } = order;
  if (passwordFile === undefined) {
    if (!process.stdin.isTTY)
      throw new Fault('There is no terminal to ask for the password: name a file with --password-file.');
    return async () => checked(order, await askTwice());
  }
  const password = await checked(order, firstLineOf(passwordFile));
  return () => Promise.resolve(password);
}

async function checked({ email }: Asked, password: string): Promise<string> {
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

async function create(
  order: Asked,
  password: () => Promise<string>,
  issuer: string | undefined,
  database: OpenDatabase,
  masterKeyFile: string,
): Promise<AdministratorReport> {
  const pool = createPool({
    connectionString: database.serviceUrl,
    role: 'atelier_app',
    unattended: true,
    max: 3,
  });
  const secrets = await readSecrets(masterKeyFile);
  const store = await openStore({ pool, ...secrets, registry: EVENT_REGISTRY });
  try {
    const services = { db: createDatabase(pool, store.sealing), store, clock: { now: () => new Date() } };
    const attempts = digestsOf(secrets, normaliseEmail(order.email), '').account;
    const passwordHash = async () => hashPassword(await password());
    return await createAdministrator(services, { ...order, passwordHash, attempts, issuer });
  } catch (error) {
    if (!(error instanceof AdministratorRefused)) throw error;
    throw new Fault(`Nothing was changed: ${error.message}.`);
  } finally {
    await store.close();
    await pool.end();
  }
}

function print({ email, role = 'admin' }: Asked, report: AdministratorReport, signIn: string): void {
  if (report.defined.length > 0) console.log(`roles defined: ${report.defined.join(', ')}`);
  if (report.isNew) {
    const kind = role === 'decider' ? 'a deciding administrator' : 'an administrator';
    console.log(`${email} is ${kind}: sign in at ${signIn}`);
    return;
  }
  console.log(`${email} has a new password; its sessions have ended`);
  if (report.unlocked) console.log('its lock is lifted');
  for (const line of [SECOND_FACTOR[report.secondFactor], ROLE[report.role]])
    if (line !== '') console.log(line);
}

const SECOND_FACTOR = {
  none: '',
  reset: 'its second factor is reset: the person enrols another device',
  kept: 'its second factor stays: where the device is lost, run this again with --reset-second-factor',
} satisfies Record<AdministratorReport['secondFactor'], string>;

const ROLE = {
  held: '',
  restored: 'its role is restored',
  lacking:
    'it does not hold the role of an administrator: run this again with --restore-role to give it back',
} satisfies Record<AdministratorReport['role'], string>;

/**
 * `npm run admin:create -- EMAIL …`: the administrators of a new server, or a way back in for one. Its rules stand in product/identity.md §11.
 */
await runMain(async () => {
  const order = asked(process.argv.slice(2));
  const config = loadConfig(process.env);
  const password = await passwordFor(order);
  const dataFolder = prepareDataFolder(config.dataDir);
  const isRunning = runningSystem(dataFolder) !== undefined;
  const masterKeyFile = await masterKeyFor(config, dataFolder);
  const database = await openDatabase(config, dataFolder);
  try {
    const report = await create(order, password, config.oidc?.issuer, database, masterKeyFile);
    print(order, report, `${config.publicUrl}/login?backups=true`);
    return 0;
  } finally {
    if (!isRunning) await database.cluster?.stop();
  }
}, USAGE);
