import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeWorker } from '@atelier/application/workforce/workers.commands.ts';
import { REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';
import { CONSOLE_SETS } from '@atelier/domain/processes/console-sets.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withImportServices, type ImportServices } from './import-file.ts';
import { readSecrets } from '@atelier/host/secrets.ts';
import { runScript } from '@atelier/host/testing-script.ts';

// Each call is a separate program.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-import-people-'));
const templates = join(folder, 'templates');
const SETS = [...REFERENCE_SETS, ...CONSOLE_SETS].map(({ name }) => name);
const NOW = new Date().toISOString();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  writeFileSync(join(folder, 'master.key'), '5a'.repeat(32));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runScript('services/console/src/reference-import.ts', { database, folder }, args);

async function rowsOf<Row>(query: string): Promise<Row[]> {
  const admin = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  try {
    return (await admin.query(query)).rows as Row[];
  } finally {
    await admin.end();
  }
}

const onStore = async <T>(work: (services: ImportServices) => Promise<T>): Promise<T> =>
  withImportServices(database.appUrl, await readSecrets(join(folder, 'master.key')), work);

function importOf(set: string, ...lines: string[]) {
  const path = join(folder, `${set}-${lines.length}.csv`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return run(set, path);
}

const workerHeader = 'work_id,name,department,role,store,active';
const worker = (id: string, rest = 'Ines Diaz,Setting,polishing,FAC,true') => `${id},${rest}`;

describe('templates', () => {
  it('are printed, or written where nothing is yet', async () => {
    const { said } = await run('workers', '--template');
    expect(said).toBe(`${workerHeader}\r\nW0001,Camille Fontaine,Polishing,polishing,FAC,true\r\n`);
    const path = join(folder, 'mine.csv');
    expect((await run('workers', path, '--template')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(`\uFEFF${said}`);
    const again = await run('workers', path, '--template');
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('cannot be written')]);
  });

  it('of every set can be imported as they are, in the order of the sets, into an empty database', async () => {
    expect((await run('all', templates, '--template')).code).toBe(0);
    for (const name of SETS) expect(existsSync(join(templates, `${name}.csv`))).toBe(true);
    const first = await run('all', templates);
    expect(
      first.said
        .trim()
        .split('\n')
        .map((line) => line.replace(/ \d+ new.*wrong/, '')),
    ).toEqual(SETS.map((name) => `${name}:: imported`));
    const again = await run('all', templates);
    expect([again.code, again.said.match(/ 0 new, 0 changed, [1-9]\d* unchanged, 0 wrong/g)?.length]).toEqual(
      [0, SETS.length],
    );
  });
});

describe('workers from a file', () => {
  it('are registered by the operator, with a separate barcode, no PIN, and a known badge', async () => {
    const [found] = await rowsOf<Record<string, unknown>>(
      `select w.work_id, w.role_key, s.code, b.pin_hash, b.barcode_digest is not null as has_badge
         from worker_row w join sites s on s.id = w.site_id left join worker_badges b on b.worker_id = w.id`,
    );
    expect(found).toEqual({
      work_id: 'W0001',
      role_key: 'polishing',
      code: 'FAC',
      pin_hash: null,
      has_badge: true,
    });
    const events = await rowsOf<{ data: unknown; metadata: { actor: unknown } }>(
      `select data, metadata from events where type = 'WorkerRegistered'`,
    );
    expect(events.map(({ metadata }) => metadata.actor)).toEqual([
      { id: 'reference:import', kind: 'system', name: 'operator' },
    ]);
    // The name is sealed under the worker's key.
    expect(JSON.stringify(events)).not.toContain('Camille');
    const imports = await rowsOf<{ data: { set: string; inserted: number } }>(
      `select data from events where type = 'ReferenceImported' and data ->> 'set' = 'workers'`,
    );
    expect(imports[0]?.data).toMatchObject({ set: 'workers', inserted: 1 });
  });

  it('are changed by their work id, and keep barcode and PIN', async () => {
    const badge = 'select barcode_digest from worker_badges';
    const before = await rowsOf(badge);
    const { said } = await importOf(
      'workers',
      workerHeader,
      worker('W0001', 'Camille Fontaine,Assembly,polishing,WHS,yes'),
    );
    expect(said).toBe('0 new, 1 changed, 0 unchanged, 0 wrong: imported\n');
    expect(await rowsOf(badge)).toEqual(before);
    const off = await importOf(
      'workers',
      workerHeader,
      worker('W0001', 'Camille Fontaine,Assembly,polishing,WHS,no'),
    );
    expect(off.code).toBe(0);
    expect(await rowsOf(badge)).toEqual([]);
  });

  it('are all refused for one line, without showing a name', async () => {
    const { code, said } = await importOf(
      'workers',
      workerHeader,
      worker('W0100'),
      worker('W0101', 'Ines Diaz,Setting,goldsmith,FAC,true'),
      worker('W0102', 'Ines Diaz,Setting,polishing,PAR,true'),
      worker('W0103', 'Ines Diaz,Setting,polishing,FAC,perhaps'),
    );
    expect(code).toBe(1);
    expect(said).not.toContain('Ines');
    const later = await importOf(
      'workers',
      workerHeader,
      worker('W0100'),
      worker('W0102', 'Ines Diaz,Setting,polishing,PAR,true'),
    );
    expect(later.said).toContain('line 3, store: There is no such record.');
    expect(await rowsOf(`select 1 from worker_row where work_id <> 'W0001'`)).toEqual([]);
  });

  it('are found by a work id that was used before, and stay erased', async () => {
    await onStore(async (services) => {
      const [siteId = 0] = (await rowsOf<{ id: number }>(`select id from sites where code = 'FAC'`)).map(
        ({ id }) => id,
      );
      const post = { department: '', roleKey: 'polishing', siteId };
      const metadata = { actor: { id: 'test', kind: 'system' }, commandId: 'x', occurredAt: NOW } as const;
      for (const [workerId, active] of [
        [91, true],
        [92, false],
      ] as const) {
        const facts = { workId: 'W0500', profile: { name: 'Ines', barcode: `4711${workerId}` }, ...post };
        await changeWorker(
          services.store,
          workerId,
          { type: 'RegisterWorker', workerId, ...facts },
          metadata,
        );
        if (!active) await changeWorker(services.store, workerId, { type: 'DeactivateWorker' }, metadata);
        // The later one would be a second active worker with the work id.
        if (workerId === 91) await changeWorker(services.store, 91, { type: 'DeactivateWorker' }, metadata);
      }
      await changeWorker(services.store, 91, { type: 'ChangeWorker', active: true }, metadata);
    });
    expect(
      (await importOf('workers', workerHeader, worker('W0500', 'Ines,Setting,polishing,FAC,true'))).said,
    ).toContain('0 new, 1 changed');
    expect(
      await rowsOf(`select id::int as id, department from worker_row where work_id = 'W0500' order by id`),
    ).toEqual([
      { id: 91, department: 'Setting' },
      { id: 92, department: '' },
    ]);
    await onStore(({ store }) => store.erase(['worker-91'], 'Art. 17(1)(b)'));
    const refused = await importOf(
      'workers',
      workerHeader,
      worker('W0500', 'Ines,Assembly,polishing,FAC,true'),
    );
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringContaining('line 2, work_id: This cannot change'),
    ]);
  });

  it('come by the hundreds in one file', async () => {
    const ids = Array.from({ length: 500 }, (_, at) => worker(`B${String(at).padStart(4, '0')}`));
    const { said } = await importOf('workers', workerHeader, ...ids);
    expect(said).toBe('500 new, 0 changed, 0 unchanged, 0 wrong: imported\n');
    const [counts] = await rowsOf(
      "select count(*)::int as workers, count(distinct b.barcode_digest)::int as badges from worker_row w left join worker_badges b on b.worker_id = w.id where work_id like 'B%'",
    );
    expect(counts).toEqual({ workers: 500, badges: 500 });
  });
});

describe('roles from a file', () => {
  const header = 'name,permissions';

  it('are defined and changed, and leave the administrators’ roles alone', async () => {
    const roles = [
      `${STANDARD_ROLES.auditor.name},operation dashboard|audit replay`,
      'Counter,client search',
    ];
    expect((await importOf('roles', header, ...roles)).said).toContain('1 new, 1 changed');
    expect(
      await rowsOf(`select permissions from roles where name = '${STANDARD_ROLES.auditor.name}'`),
    ).toEqual([{ permissions: ['operation dashboard', 'audit replay'] }]);
    const refused = await importOf('roles', header, ...roles, `${STANDARD_ROLES.admin.name},export`);
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringContaining('line 4, name: This cannot change'),
    ]);
  });

  it.each(['manage user', 'request erasure', 'decide erasure'])('never give "%s"', async (permission) => {
    const { code, said } = await importOf('roles', header, `Counter,client search|${permission}`);
    expect([code, said]).toEqual([1, expect.stringContaining('line 2, permissions')]);
    expect(await rowsOf(`select permissions from roles where name = 'Counter'`)).toEqual([
      { permissions: ['client search'] },
    ]);
  });

  it('of workers hold what stations do', async () => {
    const key = 'key,name,permissions';
    const beyond = await importOf('worker_roles', key, 'boss,Boss,repair group|manage user');
    expect([beyond.code, beyond.said]).toEqual([1, expect.stringContaining('line 2, permissions')]);
    const changed = await importOf('worker_roles', key, 'polishing,Polish,QC process|repair group');
    expect(changed.said).toContain('0 new, 1 changed');
    expect(await rowsOf(`select name, permissions from worker_role_row where key = 'polishing'`)).toEqual([
      { name: 'Polish', permissions: ['repair group', 'QC process'] },
    ]);
  });
});
