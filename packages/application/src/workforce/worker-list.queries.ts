import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { workerStream, type WorkerEvent } from '@atelier/domain/workforce/events.ts';
import { maskBarcode } from '@atelier/domain/workforce/worker.ts';
import { WORKER_PERMISSIONS } from '@atelier/domain/workforce/worker-role.ts';
import type { WorkerRoleView, WorkerView } from '@atelier/contracts/workforce/schema.ts';
import { type Kysely, sql, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { badgeDigest, type BadgeServices } from './badge.table.ts';
import { workerOf } from './workers.queries.ts';

export interface WorkerFilter {
  readonly page: number;
  readonly pageSize: number;
  /** Part of a name, a work id or a department. */
  readonly search?: string | undefined;
  readonly id?: number | undefined;
  readonly workId?: string | undefined;
  /** Part of a name. */
  readonly name?: string | undefined;
  /** Whole: the table holds its digest. */
  readonly barcode?: string | undefined;
  /** Part of a department. */
  readonly department?: string | undefined;
  readonly siteId?: number | undefined;
  readonly roleId?: number | undefined;
  readonly active?: boolean | undefined;
}

export interface WorkerPage {
  readonly workers: readonly WorkerView[];
  readonly total: number;
}

type Reader = Pick<EventStore, 'readStreams'>;

/** The workers of the caller's site, or of all, the newest first (product/workforce.md §2: by id descending). */
export async function listWorkers(
  { db, store, masterKey }: BadgeServices & { readonly store: Reader },
  scope: DataScope,
  filter: WorkerFilter,
): Promise<WorkerPage> {
  const chosen = conditionsOf(masterKey, filter).reduce(
    (query, condition) => query.where(condition),
    inView(workersOf(db), scope),
  );
  const rows = await chosen
    .select([...COLUMNS])
    .orderBy('w.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
  const { total } = await chosen
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { workers: await withBarcodes(store, rows), total };
}

/** One worker in the caller's view; undefined for any other. */
export async function findWorker(
  db: Kysely<Database>,
  store: Reader,
  scope: DataScope,
  workerId: number,
): Promise<WorkerView | undefined> {
  const row = await inView(workersOf(db), scope)
    .select([...COLUMNS])
    .where('w.id', '=', workerId)
    .executeTakeFirst();
  return row === undefined ? undefined : (await withBarcodes(store, [row]))[0];
}

const COLUMNS = [
  'w.id',
  'w.work_id',
  'w.name',
  'w.department',
  'w.role_key',
  'w.active',
  'w.version',
  'r.id as role_id',
  'r.name as role_name',
  's.id as site_id',
  's.code as site_code',
  's.name as site_name',
] as const;

function workersOf(db: Kysely<Database>) {
  return db
    .selectFrom('worker_row as w')
    .innerJoin('sites as s', 's.id', 'w.site_id')
    .leftJoin('worker_role_row as r', 'r.key', 'w.role_key');
}

type Workers = ReturnType<typeof workersOf>;

function inView(query: Workers, scope: DataScope): Workers {
  switch (scope.kind) {
    case 'all':
      return query;
    case 'none':
      return query.where(sql<boolean>`false`);
    case 'site':
    case 'store':
      return query.where('w.site_id', '=', scope.siteId);
    default:
      return scope satisfies never;
  }
}

function conditionsOf(masterKey: MasterKey, filter: WorkerFilter): readonly RawBuilder<boolean>[] {
  const { search, id, workId, name, barcode, department, siteId, roleId, active } = filter;
  const said = <T>(value: T | undefined, condition: (value: T) => RawBuilder<boolean>) =>
    value === undefined || value === '' ? [] : [condition(value)];
  return [
    ...said(
      search,
      (text) =>
        sql<boolean>`(${hasPart('name', text)} or ${hasPart('work_id', text)} or ${hasPart('department', text)})`,
    ),
    ...said(id, (value) => sql<boolean>`w.id = ${value}`),
    ...said(workId, (value) => sql<boolean>`w.work_id = ${value}`),
    ...said(name, (text) => hasPart('name', text)),
    ...said(department, (text) => hasPart('department', text)),
    ...said(
      barcode,
      (value) =>
        sql<boolean>`exists (select from worker_badges b where b.worker_id = w.id and b.barcode_digest = ${badgeDigest(masterKey, value)})`,
    ),
    ...said(siteId, (value) => sql<boolean>`w.site_id = ${value}`),
    ...said(roleId, (value) => sql<boolean>`r.id = ${value}`),
    ...said(active, (value) => sql<boolean>`w.active = ${value}`),
  ];
}

/** In any case; `%` and `_` are letters like others. */
function hasPart(column: 'name' | 'work_id' | 'department', text: string): RawBuilder<boolean> {
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${sql.ref(`w.${column}`)} ilike ${part}`;
}

interface WorkerRecord {
  readonly id: number;
  readonly work_id: string;
  readonly name: string;
  readonly department: string;
  readonly role_key: string;
  readonly active: boolean;
  readonly version: number;
  readonly role_id: number | null;
  readonly role_name: string | null;
  readonly site_id: number;
  readonly site_code: string;
  readonly site_name: string;
}

/** The barcode stands in the log alone, encrypted: a page of workers reads it there, and shows it masked. */
async function withBarcodes(store: Reader, rows: readonly WorkerRecord[]): Promise<WorkerView[]> {
  const histories = await store.readStreams<WorkerEvent>(rows.map(({ id }) => workerStream(id)));
  return rows.map((row) => {
    const worker = workerOf(histories, workerStream(row.id));
    const known = worker.kind === 'registered' ? worker : undefined;
    return {
      ID: row.id,
      WorkerID: row.work_id,
      WorkerName: row.name,
      Barcode: maskBarcode(known?.profile?.barcode ?? ''),
      Department: row.department,
      Role: { ID: row.role_id ?? 0, Key: row.role_key, Name: row.role_name ?? '' },
      store: { id: row.site_id, code: row.site_code, name: row.site_name },
      IsActive: row.active,
      HasPin: known?.hasPin ?? false,
      version: row.version,
    };
  });
}

/** Every role that is not deleted, with how many active workers hold it. */
export async function listWorkerRoles(db: Kysely<Database>): Promise<WorkerRoleView[]> {
  const rows = await db
    .selectFrom('worker_role_row as r')
    .select((select) => [
      'r.id',
      'r.key',
      'r.name',
      'r.permissions',
      'r.version',
      select
        .selectFrom('worker_row as w')
        .whereRef('w.role_key', '=', 'r.key')
        .where('w.active', '=', true)
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('workers'),
    ])
    .where('r.deleted', '=', false)
    .orderBy('r.id')
    .execute();
  return rows.map(({ id, key, name, permissions, version, workers }) => ({
    ID: id,
    Key: key,
    Name: name,
    Permission: permissions,
    Permissions: WORKER_PERMISSIONS.map((each) => ({ Name: each, Selected: holds(permissions, each) })),
    Workers: workers ?? 0,
    version,
  }));
}

const holds = (permissions: readonly PermissionName[], name: PermissionName): boolean =>
  permissions.includes(name);

/** The key of a role that may be given to a worker; undefined for none, or a deleted one. */
export async function findRoleKey(db: Kysely<Database>, roleId: number): Promise<string | undefined> {
  const role = await db
    .selectFrom('worker_role_row')
    .select('key')
    .where('id', '=', roleId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  return role?.key;
}
