import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { depositBody } from '@atelier/api/testing/testing-bodies.ts';
import { withLogin } from '@atelier/postgres/connection/address.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runningSystem } from '@atelier/host/data-folder.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { freePort } from '@atelier/host/ports.ts';
import { startCluster, type Cluster } from '@atelier/host/postgres/cluster.ts';
import { runSql } from '@atelier/host/postgres/database.ts';
import { chooseRunAs, reachableTmp } from '@atelier/host/run-as.ts';
import { waitForEnd } from '@atelier/host/processes.ts';
import { findInstalledPostgres } from '../harness/installed-postgres.ts';
import { startProgram, type Program } from '../harness/program.ts';
import { startRedis, type TestRedis } from '../harness/redis.ts';
import { readPage, type PageBlock } from './page-blocks.ts';
import { signInAt, webCaller } from './web-caller.ts';

// The first start builds the screens, and each command is a separate program.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 120_000 });

const binaries = findInstalledPostgres();
const folder = join(tmpdir(), `atelier-going-live-${process.pid}`);
const dataFolder = join(folder, 'data');
const passwordFile = join(folder, 'password');
const PASSWORD = 'cobalt rings weigh little';
const OWN_PASSWORD = 'pewter rings weigh more';

let postgres: Cluster;
let redis: TestRedis;
let system: Program | undefined;
let port = 0;
const env: Record<string, string> = {};

/** The page names the usual places; here everything has a separate place and port. */
const placed = (line: string): string =>
  line
    .replace('localhost:5432', `127.0.0.1:${postgres.port}`)
    .replace('redis://localhost:6379', redis.url)
    .replace(' house', ` ${join(folder, 'house')}`);

if (binaries === undefined)
  console.warn(
    'docs/going-live.md is not walked: no PostgreSQL 15 or newer is installed in /usr/lib/postgresql',
  );

describe.skipIf(binaries === undefined)('docs/going-live.md, on the installed PostgreSQL and a Redis', () => {
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    // Named as the harness names its own: what a killed run leaves is swept away.
    const home = join(reachableTmp(chooseRunAs('')), `atelier-test-pg-${process.pid}-live`);
    postgres = await startCluster({ home, durable: false, ...(binaries && { binaries }) });
    redis = await startRedis();
    port = await freePort();
    writeFileSync(passwordFile, `${PASSWORD}\n`, { mode: 0o600 });
    const quiet = { HOME: folder, NPM_CONFIG_UPDATE_NOTIFIER: 'false' };
    Object.assign(env, quiet, { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataFolder });
  });
  afterAll(async () => {
    await stopSystem();
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(join(postgres.dataDir, '..'), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  const url = () => `http://127.0.0.1:${port}`;
  const isEmpty = async () =>
    ((await webCaller(url()).get('/auth/options')).data as { no_account: boolean }).no_account;

  it('leads from an empty server to the first deposit', async () => {
    const { blocks } = readPage();
    const upTo = (step: number) => blocks.filter((block) => block.step <= step);
    for (const block of upTo(3)) await runBlock(block);
    expect(system?.stderr()).toContain('No account exists yet: run npm run admin:create -- you@example.com');
    expect(await isEmpty()).toBe(true);
    for (const name of ['master.key', 'log.key']) expect(existsSync(join(dataFolder, name))).toBe(true);
    for (const block of blocks.slice(upTo(3).length)) await runBlock(block);
    expect(await isEmpty()).toBe(false);
    const number = await depositAt(await openShopAccount());
    expect(number).toMatch(/^PAR/);
    const queues = new Redis(redis.url);
    expect(await queues.dbsize()).toBeGreaterThan(0);
    queues.disconnect();
  });

  it('gives the two administrators what the page says of them', async () => {
    const permissionsOf = async (email: string) => {
      const { data } = await (await signInAt(url(), email, PASSWORD)).get('/auth/session');
      return (data as { allPermission: readonly string[] }).allPermission;
    };
    expect(await permissionsOf('you@example.com')).toContain('request erasure');
    expect(await permissionsOf('colleague@example.com')).toContain('decide erasure');
    const colleague = await signInAt(url(), 'colleague@example.com', PASSWORD);
    await expect(colleague.get('/site/list')).rejects.toThrow('password_change_required');
  });

  it('names the SQL where the login lacks its rights, and goes on once it was run', async () => {
    await stopSystem();
    await runSql(
      postgres.url(),
      `create role newcomer login password 'choose-a-password'`,
      `create database town encoding 'UTF8' template template0`,
    );
    const place = `127.0.0.1:${postgres.port}/town`;
    const town = {
      DATABASE_URL: `postgresql://newcomer:choose-a-password@${place}`,
      DATA_DIR: join(folder, 'town'),
      SERVICE_PASSWORD: 'chosen for the services',
    };
    const migrate = () => bash('npm run --silent migrate', town);
    const refused = await migrate();
    const sql = 'alter role "newcomer" createrole; alter database "town" owner to "newcomer";';
    expect(refused.printed.trim()).toBe(
      `The login of DATABASE_URL lacks rights on ${place}: as a superuser there run ${sql} then start again.`,
    );
    await runSql(postgres.url('town'), sql);
    expect(await migrate()).toEqual({ code: 0, printed: 'the database is up to date\n' });
    const line = `npm run --silent admin:create -- me@example.com --password-file ${passwordFile}`;
    expect((await bash(line, town)).code).toBe(0);
    // The console leaves the running services their login.
    await runSql(withLogin(town.DATABASE_URL, 'atelier_login', town.SERVICE_PASSWORD), 'select 1');
  });

  async function runBlock({ language, lines }: PageBlock): Promise<void> {
    if (language === 'sql') return runSql(postgres.url(), ...lines);
    expect(language).toBe('sh');
    for (const line of lines.map(placed)) await runLine(line);
  }

  async function runLine(line: string): Promise<void> {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) {
      env[name] = value;
    } else if (line === 'npm start') {
      system = startProgram('bash', ['-c', line], { cwd: projectRoot, env });
      await system.line(/^ready /, 300_000);
    } else {
      // There is no terminal here to type a password at.
      const typed = line.includes('admin:create') ? ` --password-file ${passwordFile}` : '';
      const { code, printed } = await bash(`${line}${typed}`, {});
      expect([line, code, printed]).toEqual([line, 0, printed]);
    }
  }

  async function bash(line: string, more: Readonly<Record<string, string>>) {
    const program = startProgram('bash', ['-c', line], { cwd: projectRoot, env: { ...env, ...more } });
    const code = await program.ended(120_000);
    return { code, printed: `${program.stdout()}${program.stderr()}` };
  }

  /** Step 8: what the screen of accounts sends. */
  async function openShopAccount(): Promise<string> {
    const admin = await signInAt(url(), 'you@example.com', PASSWORD);
    const sites = (await admin.get('/site/list')).data as readonly { id: number; code: string }[];
    const email = 'paris@example.com';
    await admin.post('/user/create', {
      email,
      name: 'Camille Fontaine',
      last_name: 'Fontaine',
      user_type: 'shop',
      site_id: sites.find(({ code }) => code === 'PAR')?.id,
      roles: [STANDARD_ROLES.shop.name],
      password: PASSWORD,
    });
    return email;
  }

  /** Step 10: what the shop's person sends, with the product and the certificate of the example rows. */
  async function depositAt(email: string): Promise<string> {
    const first = await signInAt(url(), email, PASSWORD);
    await first.post('/auth/password', { current_password: PASSWORD, password: OWN_PASSWORD });
    const shop = await signInAt(url(), email, OWN_PASSWORD);
    const day = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
    const image = await shop.picture();
    const piece = {
      product_sku: 'R0101-YG',
      purchase_date: day,
      images: [image],
      gold_image: image,
      gold_weight: 3.1,
      certificate_no: 'C5000011',
      sequence_number: 'SQ5000011',
    };
    const { data } = await shop.post('/rma', depositBody(piece, { fulfilled_date: day }));
    return (data as { items: readonly [{ number: string }] }).items[0].number;
  }
});

/** npm hands the signal on; the system that it started is waited for by its own number. */
async function stopSystem(): Promise<void> {
  const pid = runningSystem(dataFolder);
  if (pid !== undefined) {
    process.kill(pid, 'SIGTERM');
    await waitForEnd(pid, 30_000);
  }
  await system?.kill();
  system = undefined;
}
