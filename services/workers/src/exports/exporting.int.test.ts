import { DAY_MS, exportStream } from '@atelier/domain/kernel.ts';
import { runJobOf } from '../jobs/job-slice.ts';
import type { ExportType } from '@atelier/domain/exports/contract.ts';
import type { ExportAudience, ExportSelection } from '@atelier/domain/exports/events.ts';
import type { Caller, CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  deposit,
  handClock,
  lyon,
  must,
  newDeposit,
  paris,
  servicesOf,
  warehouse,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import { announceFile } from '@atelier/application/exports/export-files.commands.ts';
import { askForExport, cancelAskedExport } from '@atelier/application/exports/export.commands.ts';
import { findExport, listParts, toExportView } from '@atelier/application/exports/export.queries.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { startRedis, type TestRedis } from '@atelier/tests/harness/redis.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs, type RunningJobs } from '../jobs/start-jobs.ts';
import { exportSlice } from './export.job.ts';
import { sweepExports } from './sweep-exports.ts';

const FORMULA = '=HYPERLINK("http://evil.test")';

describe.each(['PostgreSQL', 'Redis'] as const)('exports with queues on %s', (backend) => {
  let world: World;
  let clock: HandClock;
  let services: CommandServices;
  let redis: TestRedis | undefined;
  let jobs: RunningJobs | undefined;
  let itemId = 0;

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    world = await openWorld();
    clock = handClock(TEST_NOW);
    services = servicesOf(world, clock);
    const given = await newDeposit(world);
    const contact = { ...given.contact, lastName: FORMULA, email: '+cmd@laurent.test' };
    ({ itemId } = await deposit(services, { ...given, contact }));
    jobs = await start();
  });
  const start = () =>
    startJobs({
      services,
      queues: { databaseUrl: world.database.appUrl, redisUrl: redis?.url, onError: () => undefined },
      slices: [exportSlice],
      reconcileMs: 60_000,
      onError: () => undefined,
    });
  afterAll(async () => {
    await jobs?.stop();
    await world.close();
    await redis?.stop();
  });

  interface Asked {
    readonly caller?: Caller;
    readonly type?: ExportType;
    readonly selection?: ExportSelection;
    readonly audience?: ExportAudience;
    readonly search?: string;
  }
  const ask = ({ caller = paris(), selection, type = 'list', audience = 'shop', search }: Asked = {}) =>
    askForExport(services, caller, {
      type,
      language: 'fr',
      selection: selection ?? { kind: 'items', ids: [itemId] },
      search: search ?? null,
      audience,
    });
  const requester = (caller: Caller) => ({ userId: caller.actor.userId ?? 0, workerId: null });
  const built = async (asked: Asked = {}) => {
    const id = Number(must(await ask(asked)).answer?.['export_id']);
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const record = await findExport(world.db, requester(asked.caller ?? paris()), id);
      if (record !== undefined && record.state !== 'requested') return record;
      await sleep(25);
    }
    throw new Error('the file was not built within ten seconds');
  };
  const rowsOf = async (blob: string | null) => {
    const content = await services.blobs.getPassing(blob ?? '');
    return readSheet(content?.bytes ?? Buffer.alloc(0));
  };

  it('builds a sheet in the language asked for, with text, real dates and money as numbers', async () => {
    const record = await built();
    const [head, row] = await rowsOf(record.blob);
    expect(head).toContain('Numéro');
    const cell = (name: string) => row?.[head?.indexOf(name) ?? -1];
    expect(cell('Numéro')).toMatch(/^PAR-\d+$/);
    // 10:00 UTC is eleven on the clock of Paris in November.
    expect(minuteOf(cell('Reçue le'))).toBe('2026-11-20T11:00');
    expect(cell('Achetée le')).toEqual(new Date('2026-01-10T00:00:00.000Z'));
    expect([typeof cell('Frais de réparation'), cell('Devise')]).toEqual(['number', 'EUR']);
    expect(record).toMatchObject({ state: 'done', format: 'xlsx', rows: 1, done: 1, total: 1 });
  });

  it('writes a span of the log in parts that together are the file, and counts its events', async () => {
    const auditor = paris({ scope: { kind: 'all' } });
    const record = await built({
      caller: auditor,
      type: 'events',
      audience: 'operation',
      selection: { kind: 'span', from: null, to: null },
    });
    const parts = await listParts(world.db, record.id);
    const texts = await Promise.all(
      parts.map(async ({ blob }) =>
        gunzipSync((await services.blobs.getPassing(blob))?.bytes ?? Buffer.alloc(0)),
      ),
    );
    const lines = Buffer.concat(texts).toString().trimEnd().split('\r\n');
    expect(record).toMatchObject({ state: 'done', format: 'csv', rows: lines.length - 1 });
    expect(record.size).toBe(Buffer.concat(texts).length);
    expect(lines.some((line) => line.includes('ItemDeposited'))).toBe(true);
    expect(lines.join()).not.toContain('laurent.test');
  });

  it('stops when its requester cancels it, and what it wrote is taken away', async () => {
    const auditor = paris({ scope: { kind: 'all' } });
    const asked = {
      type: 'ocel',
      audience: 'operation',
      selection: { kind: 'span', from: null, to: null },
    } as const;
    await jobs?.stop();
    const id = Number(must(await ask({ caller: auditor, ...asked })).answer?.['export_id']);
    must(await cancelAskedExport(services, auditor, id));
    jobs = await start();
    await sweepExports(services);
    const record = await findExport(world.db, requester(auditor), id);
    expect(record).toMatchObject({ state: 'cancelled', failure: null, blob: null });
    expect(await listParts(world.db, id)).toEqual([]);
  });

  it('leaves text that begins like a formula text', async () => {
    const { blob } = await built();
    const [head, row] = await rowsOf(blob);
    expect(row?.[head?.indexOf('E-mail') ?? -1]).toBe('+cmd@laurent.test');
    expect(row?.[head?.indexOf('Client') ?? -1]).toBe(`Camille ${FORMULA}`);
    const { bytes } = (await services.blobs.getPassing(blob ?? '')) ?? {};
    expect(await sheetXml(bytes)).not.toContain('<f>');
  });

  it('shows operation the name on the bag, and neither mail nor phone', async () => {
    const caller = paris();
    const { blob } = await built({ caller, audience: 'operation' });
    const [head, row] = await rowsOf(blob);
    expect(head).not.toContain('E-mail');
    expect(head).not.toContain('Téléphone');
    expect(row).toContain(`Camille ${FORMULA}`);
    const [workersHead] = await rowsOf((await built({ audience: 'worker' })).blob);
    for (const name of ['Client', 'E-mail', 'Frais de réparation', 'Facture'])
      expect(workersHead).not.toContain(name);
  });

  it('makes nothing of pieces that stand elsewhere, and files of what the caller sees alone', async () => {
    expect(await ask({ caller: lyon() })).toEqual({ ok: false, rejection: { code: 'not_found' } });
    const everything = { kind: 'filter', filter: { status: '1' } } as const;
    expect((await built({ caller: lyon(), selection: everything })).rows).toBe(0);
    expect((await built({ caller: warehouse(), selection: everything, audience: 'operation' })).rows).toBe(0);
    expect((await built({ selection: everything })).rows).toBe(1);
  });

  it('exports what a search finds without the words standing readable in the log', async () => {
    await world.settle();
    const everything = { kind: 'filter', filter: {} } as const;
    const record = await built({ selection: everything, search: 'camille@laurent.test' });
    expect(record.state).toBe('done');
    const { rows } = await world.projectorPool.query<{ data: object }>(
      'select data from events where stream_id = $1',
      [exportStream(record.id)],
    );
    expect(JSON.stringify(rows)).not.toContain('camille@');
  });

  it('is built once, also when the job is delivered again', async () => {
    const { id } = await built();
    const queue = runJobOf(exportSlice, services);
    const job = { name: 'build', data: { export_id: id }, id: 'again', isLastAttempt: true };
    await queue({ ...job, progress: async () => undefined });
    const { events } = await services.store.readStream(exportStream(id));
    expect(events.map(({ type }) => type)).toEqual(['ExportRequested', 'ExportCompleted']);
  });

  it('gives up after the last attempt only, and still builds the file when it is retried', async () => {
    await jobs?.stop();
    jobs = undefined;
    const id = Number(must(await ask()).answer?.['export_id']);
    const types = async () =>
      (await services.store.readStream(exportStream(id))).events.map(({ type }) => type);
    const attempt = (isLastAttempt: boolean, put = services.blobs.put) =>
      runJobOf(exportSlice, { ...services, blobs: { ...services.blobs, put } })({
        name: 'build',
        data: { export_id: id },
        id: 'x',
        isLastAttempt,
        progress: async () => undefined,
      });
    const full = () => Promise.reject(new Error('no room'));
    await expect(attempt(false, full)).rejects.toThrow('no room');
    expect(await types()).toEqual(['ExportRequested']);
    await expect(attempt(true, full)).rejects.toThrow('no room');
    expect(await types()).toEqual(['ExportRequested', 'ExportFailed']);
    await attempt(true);
    expect(await types()).toEqual(['ExportRequested', 'ExportFailed', 'ExportCompleted']);
  });

  it('takes the file away after its day, and what a dead worker left', async () => {
    const { id, blob } = await world.db
      .selectFrom('export_row')
      .select(['id', 'blob'])
      .where('state', '=', 'done')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const left = (await services.blobs.put(Buffer.from('left behind'), 'application/gzip')).hash;
    await announceFile(world.db, id, left);
    await sweepExports(services);
    expect(await services.blobs.getPassing(blob ?? '')).toBeDefined();
    clock.advance(DAY_MS);
    const now = clock.now();
    const record = await findExport(world.db, requester(paris()), id);
    expect(record && toExportView(record, now).state).toBe('expired');
    await sweepExports(services);
    await sweepExports(services);
    expect(await services.blobs.getPassing(blob ?? '')).toBeUndefined();
    expect(await services.blobs.getPassing(left)).toBeUndefined();
    const { events } = await services.store.readStream(exportStream(id));
    expect(events.map(({ type }) => type)).toEqual([
      'ExportRequested',
      'ExportCompleted',
      'ExportFileRemoved',
    ]);
  });
});

/** Excel's dates are fractions of a day: the reader is a thousandth of a second off. */
const minuteOf = (cell: unknown): string =>
  cell instanceof Date ? new Date(Math.round(cell.getTime() / 1_000) * 1_000).toISOString().slice(0, 16) : '';

/** The sheet as it stands in the file: the reader gives a formula's last value, and would hide one. */
async function sheetXml(bytes: Buffer | undefined): Promise<string> {
  const { unzipSync, strFromU8 } = await import('fflate');
  const files = unzipSync(bytes ?? Buffer.alloc(0));
  return Object.entries(files)
    .filter(([name]) => name.includes('worksheets/'))
    .map(([, content]) => strFromU8(content))
    .join('');
}
