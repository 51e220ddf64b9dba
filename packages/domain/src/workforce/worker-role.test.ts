import { describe, expect, it } from 'vitest';
import type { PermissionName } from '../shared/permissions.ts';
import {
  WORKER_PERMISSIONS,
  decideWorkerRole,
  evolveWorkerRole,
  initialWorkerRole,
  toWorkerRoleRow,
} from './worker-role.ts';
import type { WorkerRoleCommand, WorkerRoleState } from './worker-role.ts';

const now = '2026-11-20T08:00:00.000Z';
const define: WorkerRoleCommand = { type: 'DefineWorkerRole', roleId: 3, key: 'polish', name: 'Polishing' };

function given(...commands: readonly WorkerRoleCommand[]): WorkerRoleState {
  return commands.reduce<WorkerRoleState>((state, command) => {
    const decision = decideWorkerRole(command, state, { now });
    if (!decision.ok) throw new Error(decision.rejection.code);
    return decision.events.reduce(evolveWorkerRole, state);
  }, initialWorkerRole);
}
const permissions = (...names: PermissionName[]): WorkerRoleCommand => ({
  type: 'ChangeWorkerRole',
  permissions: names,
});

describe('a role of workers', () => {
  it('begins without any permission', () => {
    expect(given(define)).toMatchObject({ key: 'polish', permissions: [], deleted: false });
  });

  it('keeps its key whatever else is changed', () => {
    const state = given(define, { type: 'ChangeWorkerRole', name: 'Polish & shine' });
    expect(state).toMatchObject({ key: 'polish', name: 'Polish & shine' });
  });

  it('holds what a worker may hold, once each, in the order of the list', () => {
    const state = given(define, permissions('QC final', 'polishing process', 'QC final'));
    expect(state).toMatchObject({ permissions: ['polishing process', 'QC final'] });
    const again = decideWorkerRole(permissions('polishing process', 'QC final'), state, { now });
    expect(again).toEqual({ ok: true, events: [] });
  });

  it.each([
    'manage user',
    'engine system config',
    'order clear',
    'view manage factory worker permission',
  ] as const)('never holds "%s": a role must not give more than its editor has', (name) => {
    expect(WORKER_PERMISSIONS).not.toContain(name);
    expect(decideWorkerRole(permissions(name), given(define), { now })).toMatchObject({
      rejection: { code: 'invalid_input', details: { value: name } },
    });
  });

  it.each([
    [1, 'role_in_use'],
    [11, 'role_in_use'],
  ])('is not deleted while %i workers hold it', (holders, code) => {
    const decision = decideWorkerRole({ type: 'DeleteWorkerRole', holders }, given(define), { now });
    expect(decision).toMatchObject({ rejection: { code, details: { workers: holders } } });
  });

  it('allows nothing once it is deleted, and cannot be changed any more', () => {
    const gone = given(define, permissions('QC final'), { type: 'DeleteWorkerRole', holders: 0 });
    if (gone.kind === 'none') throw new Error('it was defined');
    expect(toWorkerRoleRow(gone)).toMatchObject({ permissions: [], deleted: true });
    expect(decideWorkerRole(permissions('QC final'), gone, { now })).toMatchObject({
      rejection: { code: 'not_found' },
    });
  });
});

describe('a change that changes nothing', () => {
  it('is recorded only where the permissions are others, as many or not', () => {
    const state = given(define, permissions('QC final'));
    const events = (command: WorkerRoleCommand) => {
      const decision = decideWorkerRole(command, state, { now });
      return decision.ok ? decision.events.length : decision.rejection.code;
    };
    expect(events(permissions('QC final'))).toBe(0);
    expect(events(permissions('polishing process'))).toBe(1);
    expect(events(permissions('QC final', 'polishing process'))).toBe(1);
    expect(events(permissions())).toBe(1);
  });
});

it('a role is defined once', () => {
  expect(decideWorkerRole(define, given(define), { now })).toMatchObject({
    rejection: { code: 'already_exists' },
  });
});
