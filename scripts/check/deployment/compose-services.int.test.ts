import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '@atelier/tests/faults/support/caller.ts';
import { until } from '@atelier/tests/faults/support/until.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { projectRoot } from '@atelier/host/files.ts';
import { runSql } from '@atelier/host/postgres/database.ts';
import { RunningCompose, type Started } from './testing-compose.ts';
import { whyNotContained } from './testing-container.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');
const settings = {
  OWNER_PASSWORD: 'first0test',
  SERVICE_PASSWORD: 'second0test',
  REDIS_PASSWORD: 'third0test',
  VAULT_PASSWORD: 'fourth0test',
};
/** As the first version had it: its data folder is one that the image does not make. */
const MISPLACED = `  misplaced:
    <<: *backups
    environment: { <<: *backups-environment, DATA_DIR: /work }
    volumes: [data:/keys:ro, misplaced:/work]

  proxy:
`;
const files = {
  compose: read('docker-compose.yml').replace(/^ {2}proxy:\n/m, MISPLACED),
  dockerfile: read('Dockerfile'),
  settings,
};
const LASTING = ['api-1', 'api-2', 'worker-1', 'worker-2', 'backups'];
const ADMINISTRATOR = { username: 'first@atelier.test', password: 'a-Long-first-Pass-77' };

const reason = whyNotContained();
if (reason !== undefined) console.warn(`services of docker-compose.yml not started: ${reason}`);

describe.skipIf(reason !== undefined)(
  'the services of docker-compose.yml, in the layout of their images',
  () => {
    let compose: RunningCompose;
    let migration: { code: number | null; log: string };
    const started = new Map<string, Started>();
    const logOf = (name: string): string => started.get(name)?.log() ?? '';
    /** Long enough for a busy machine; what fails is said with the logs of these services. */
    const patiently = <T>(what: string, names: readonly string[], look: () => Promise<T> | T): Promise<T> =>
      until(what, look, 90_000).catch((error: unknown) => {
        throw new Error([what, ...names.map(logOf)].join('\n'), { cause: error });
      });

    beforeAll(async () => {
      compose = new RunningCompose(files);
      await compose.startStores();
      migration = await compose.run('migrate');
      for (const name of LASTING) started.set(name, await compose.start(name));
    });
    afterAll(() => compose.close());

    it('are all started here', () => {
      expect(compose.names.toSorted()).toEqual(['migrate', 'misplaced', 'restore', ...LASTING].toSorted());
    });

    it('migrate once and make the keys, of which the API gets one', () => {
      expect(migration).toEqual({ code: 0, log: expect.stringContaining('the database is up to date') });
      expect(readdirSync(compose.volume('data')).toSorted()).toEqual(['log.key', 'master.key']);
      expect(readdirSync(compose.volume('master-key'))).toEqual(['master.key']);
    });

    it.each(['api-1', 'api-2'])('make %s ready', async (name) => {
      const answer = await patiently(`${name} to be ready`, [name], () => readiness(compose.url(name)));
      expect(answer).toMatchObject({ database: 'up' });
    });

    it('let a worker take the job that the first administrator asks an API node for', async () => {
      const token = await signInFirst(compose);
      const asked = await ask(compose.url('api-2'), token, {
        method: 'POST',
        path: '/audit/verify',
        body: {},
      });
      expect(asked.status).toBe(200);
      const done = await patiently('the verification to end', ['worker-1', 'worker-2'], () =>
        endedVerification(compose.url('api-1'), token),
      );
      expect(done).toMatchObject({ state: 'done', fault_count: 0, verified: { signatures: true } });
    });

    it('keep their files on separate volumes', async () => {
      const has = (volume: string, name: string): boolean =>
        readdirSync(compose.volume(volume)).includes(name);
      const mark = await patiently('both API nodes to note the position of the log', ['api-1', 'api-2'], () =>
        ['api-1', 'api-2'].every((name) => has(name, 'log-mark.json')),
      );
      const checkpoint = await patiently(
        'a worker to keep the checkpoint that it signed',
        ['worker-1', 'worker-2'],
        () => ['worker-1', 'worker-2'].some((name) => has(name, 'log-checkpoint')),
      );
      expect([mark, checkpoint]).toEqual([true, true]);
    });

    it('archive the log, take a first backup and restore it beside', async () => {
      await patiently(
        'the log to be archived',
        ['backups'],
        () => filesIn(compose.volume('backups')).length > 0,
      );
      const backup = await compose.run('backups', ['node', 'services/backup/src/backup.ts']);
      expect(backup).toMatchObject({ code: 0 });
      const verified = await compose.run('backups', ['node', 'services/backup/src/backup-verify.ts']);
      expect(verified).toEqual({ code: 0, log: expect.stringMatching(/backup \S+ verified\n$/) });
    });

    it('restore a backup into a folder and erase again the person erased since', async () => {
      const erased = { subject: 'customer-1', reason: 'asked', erasedAt: new Date().toISOString() };
      await runSql(
        compose.vaultUrl,
        `insert into vault_erasures values (1, '${erased.subject}', '${erased.reason}', '${erased.erasedAt}')`,
      );
      const { code, log } = await compose.run('restore');
      expect(log).toContain('1 persons erased again, as the ledger names them');
      expect(code).toBe(0);
      expect(readdirSync(join(compose.volume('backup-work'), 'restored'))).toContain('PG_VERSION');
      rmSync(join(compose.volume('backup-work'), 'restored'), { recursive: true });
    });

    it('keep their password when a command connects as the owner without knowing it', async () => {
      expect(await compose.run('backups', ['node', 'services/witness/src/audit-verify.ts'])).toMatchObject({
        code: 0,
      });
      const connecting =
        'const c = new (await import("pg")).default.Client(process.env.DATABASE_URL); await c.connect(); await c.end();';
      const program = ['node', '--input-type=module', '-e', connecting];
      expect(await compose.run('worker-1', program)).toEqual({ code: 0, log: '' });
    });

    it.each([
      ['api-1', '/keys/log.key'],
      ['api-1', '/keys/master.key'],
      ['worker-1', '/keys/log.key'],
      ['worker-2', '/app/scripts/another.ts'],
      ['backups', '/keys/master.key'],
    ])('do not let %s write %s', async (name, path) => {
      const { code, log } = await compose.run(name, ['sh', '-c', `echo >> ${path}`]);
      expect(code).not.toBe(0);
      expect(log).toContain('Read-only file system');
    });

    it('end where the image does not make the data folder and give it to its user', async () => {
      const { code, log } = await compose.run('misplaced');
      expect(code).toBe(1);
      expect(log).toMatch(/The data folder \/work cannot be used \(.*EACCES/);
    });

    it('go on without one refused write, and end when they are asked to', async () => {
      const ends = await Promise.all([...started.values()].map((service) => service.stop()));
      expect(ends).toEqual(LASTING.map(() => 0));
      for (const name of LASTING)
        expect(logOf(name)).not.toMatch(/EROFS|EACCES|EPERM|read-only|Permission denied/);
      expect(written(compose)).toEqual({
        data: ['log.key', 'master.key'],
        'master-key': ['master.key'],
        vault: [],
        'api-1': ['log-mark.json'],
        'api-2': ['log-mark.json'],
        'backup-work': ['backup.key'],
      });
    });
  },
);

async function readiness(url: string): Promise<unknown> {
  const answer = await ask(url, '', { method: 'GET', path: '/health/ready' }).catch(() => undefined);
  return answer?.status === 200 ? answer.body.data : undefined;
}

async function endedVerification(url: string, token: string): Promise<unknown> {
  const { body } = await ask(url, token, { method: 'GET', path: '/audit/verifications' });
  const [newest] = Array.isArray(body.data) ? body.data : [];
  return newest?.state === 'running' ? undefined : newest;
}

/** Makes the first administrator as docker-compose.yml says, signs in and answers the token. */
async function signInFirst(compose: RunningCompose): Promise<string> {
  const file = placeFile(compose.volume('data'), 'password', ADMINISTRATOR.password);
  const made = await compose
    .run('migrate', [
      'node',
      'services/console/src/admin-create.ts',
      ADMINISTRATOR.username,
      '--password-file',
      '/keys/password',
    ])
    .finally(() => rmSync(file));
  expect(made).toMatchObject({ code: 0 });
  const url = compose.url('api-1');
  const { captcha_id, captcha } = await solvedPuzzle(url);
  const body = { ...ADMINISTRATOR, captcha_id, captcha };
  const answer = await ask(url, '', { method: 'POST', path: '/auth/loginold', body });
  expect(answer).toMatchObject({ status: 200 });
  const { token }: { token?: string } = Object(answer.body.data);
  return token ?? '';
}

/** Puts a file into a volume, as the user that the volume belongs to. */
function placeFile(volume: string, name: string, text: string): string {
  const file = join(volume, name);
  const { uid, gid } = statSync(volume);
  writeFileSync(file, text, { mode: 0o600 });
  chownSync(file, uid, gid);
  return file;
}

async function solvedPuzzle(url: string): Promise<{ captcha_id: string; captcha: string }> {
  const answer = await fetch(`${url}/api/captcha/getOne?kind=pow`);
  const { CaptchaId, PicPath }: { CaptchaId: string; PicPath: string } = Object(await answer.json());
  const text = Buffer.from(PicPath.split(',')[1] ?? '', 'base64').toString();
  const { salt, challenge, maxnumber }: { salt: string; challenge: string; maxnumber: number } =
    JSON.parse(text);
  for (let number = 0; number <= maxnumber; number += 1)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return { captcha_id: CaptchaId, captcha: String(number) };
  throw new Error('the puzzle has no answer');
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** The files of each volume but the backups themselves and the checkpoint that one of the workers signed. */
function written(compose: RunningCompose): Record<string, readonly string[]> {
  const names = ['data', 'master-key', 'vault', 'api-1', 'api-2', 'backup-work'];
  return Object.fromEntries(names.map((name) => [name, filesIn(compose.volume(name)).toSorted()]));
}
