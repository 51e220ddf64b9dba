import { describe, expect, it } from 'vitest';
import { specify } from '../testing.ts';
import type { PermissionName } from '../shared/permissions.ts';
import {
  WORKER_PERMISSIONS,
  decideWorkerRole,
  evolveWorkerRole,
  initialWorkerRole,
  toWorkerRoleRow,
  type WorkerRoleCommand,
} from './worker-role.ts';

const now = '2026-11-20T08:00:00.000Z';
const define: WorkerRoleCommand = { type: 'DefineWorkerRole', roleId: 3, key: 'polish', name: 'Polishing' };

const decider = { initialState: initialWorkerRole, evolve: evolveWorkerRole, decide: decideWorkerRole };
const { given, eventsOf } = specify(decider, { now });
const permissions = (...names: PermissionName[]): WorkerRoleCommand => ({
  type: 'ChangeWorkerRole',
  permissions: names,
});

describe('a role of workers', () => {
  it('begins without any permission', () => {
    expect(given(...eventsOf(define)).state).toMatchObject({
      key: 'polish',
      permissions: [],
      deleted: false,
    });
  });

  it('is not found before it is defined', () => {
    given().when(permissions('QC final')).thenRejected('not_found');
    given().when({ type: 'DeleteWorkerRole', holders: 0 }).thenRejected('not_found');
  });

  it('keeps its key whatever else is changed', () => {
    const { state } = given(...eventsOf(define, { type: 'ChangeWorkerRole', name: 'Polish & shine' }));
    expect(state).toMatchObject({ key: 'polish', name: 'Polish & shine' });
  });

  it('holds what a worker may hold, once each, in the order of the list', () => {
    const role = given(...eventsOf(define, permissions('QC final', 'polishing process', 'QC final')));
    expect(role.state).toMatchObject({ permissions: ['polishing process', 'QC final'] });
    role.when(permissions('polishing process', 'QC final')).thenNothing();
  });

  it.each([
    'manage user',
    'engine system config',
    'order clear',
    'view manage factory worker permission',
  ] as const)('never holds "%s": a role must not give more than its editor has', (name) => {
    expect(WORKER_PERMISSIONS).not.toContain(name);
    given(...eventsOf(define))
      .when(permissions(name))
      .thenRejected('invalid_input', { field: 'Permission', value: name });
  });

  it.each([1, 11])('is not deleted while %i workers hold it', (holders) => {
    given(...eventsOf(define))
      .when({ type: 'DeleteWorkerRole', holders })
      .thenRejected('role_in_use', { workers: holders });
  });

  it('allows nothing once it is deleted, and cannot be changed any more', () => {
    const deleted = given(
      ...eventsOf(define, permissions('QC final'), { type: 'DeleteWorkerRole', holders: 0 }),
    );
    if (deleted.state.kind === 'none') throw new Error('it was defined');
    expect(toWorkerRoleRow(deleted.state)).toMatchObject({ permissions: [], deleted: true });
    deleted.when(permissions('QC final')).thenRejected('not_found');
  });
});

describe('a change that changes nothing', () => {
  it('is recorded only where the permissions are others, as many or not', () => {
    const held = eventsOf(define, permissions('QC final'));
    given(...held)
      .when(permissions('QC final'))
      .thenNothing();
    given(...held)
      .when(permissions('polishing process'))
      .thenTypes('WorkerRoleChanged');
    given(...held)
      .when(permissions('QC final', 'polishing process'))
      .thenTypes('WorkerRoleChanged');
    given(...held)
      .when(permissions())
      .thenTypes('WorkerRoleChanged');
  });

  it('is no second definition: a role is defined once', () => {
    given(...eventsOf(define))
      .when(define)
      .thenRejected('already_exists');
  });
});
