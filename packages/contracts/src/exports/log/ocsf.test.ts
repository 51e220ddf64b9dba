import { describe, expect, it } from 'vitest';
import { EXPORT_PERSONAL_DATA } from '@atelier/domain/exports/events.ts';
import { IDENTITY_PERSONAL_DATA } from '@atelier/domain/identity/personal-data.ts';
import { OCSF_TYPES } from './ocsf-meanings.ts';
import { toOcsf as mapped } from './ocsf.ts';
import { logged } from './testing-logged.ts';

const toOcsf = (event: Parameters<typeof mapped>[0], ...rules: readonly string[]) => mapped(event, rules);

const at = '2026-11-20T10:00:00.000Z';

describe('an event in OCSF', () => {
  it('is a logon of an account by number, from the keyed digest of an address', () => {
    const data = { userId: 7, how: 'password', account: 'a1', address: 'b2', at };
    expect(toOcsf(logged('session-0a-1b', 'SignedIn', data))).toMatchObject({
      class_uid: 3002,
      category_uid: 3,
      activity_id: 1,
      type_uid: 300201,
      severity_id: 1,
      status_id: 1,
      user: { uid: 'user-7' },
      session: { uid: '0a-1b' },
      service: { name: 'Atelier' },
      src_endpoint: { uid: 'b2', name: 'site-20' },
      metadata: { version: '1.8.0', uid: '3f0e7c1a-0000-4000-8000-000000000001', event_code: 'SignedIn' },
      unmapped: { position: 9 },
    });
  });

  it('says why a sign-in failed, and is of medium severity when a rule names it', () => {
    const failed = (failures: number, ...rules: readonly string[]) =>
      toOcsf(
        logged('sign-in-1', 'SignInFailed', {
          userId: null,
          account: 'a1',
          address: 'b2',
          why: 'unknown_account',
          failures,
          at,
        }),
        ...rules,
      );
    expect(failed(1)).toMatchObject({
      status_id: 2,
      status_detail: 'USER_DOES_NOT_EXIST',
      severity_id: 2,
      user: { uid: 'a1', type_id: 0 },
    });
    expect(failed(5, 'refused_in_a_row')).toMatchObject({
      severity_id: 3,
      metadata: { labels: ['unusual:refused_in_a_row'] },
    });
  });

  it.each([
    ['UserDeactivated', 'user-9', {}, 300105, 'user-9'],
    ['WorkerPinChanged', 'worker-3', { isSet: true }, 300103, 'worker-3'],
    ['UserSessionsRevoked', 'user-9', {}, 300202, 'user-9'],
    ['WorkerSignedOut', 'session-1', { workerId: 12 }, 300202, 'worker-12'],
  ])('%s is about %s', (type, stream, data, typeUid, uid) => {
    expect(toOcsf(logged(stream, type, data))).toMatchObject({ type_uid: typeUid, user: { uid } });
  });

  it('names the rights that were given, and says whether they were given or taken', () => {
    const roles = (list: string[]) => toOcsf(logged('user-9', 'UserPlaceChanged', { roles: list }));
    expect(roles(['shop'])).toMatchObject({ type_uid: 300501, privileges: ['shop'] });
    expect(roles([])).toMatchObject({ type_uid: 300502, privileges: [] });
    expect(toOcsf(logged('role-3', 'RolePermissionsChanged', { permissions: ['export'] }))).toMatchObject({
      type_uid: 300601,
      group: { uid: 'role-3' },
      privileges: ['export'],
    });
  });

  it('names what was read, and what an export or an erasure was about, by number alone', () => {
    expect(
      toOcsf(logged('audit-reading-1', 'AuditReading', { subject: 'item-42', call: 'GET /x' })),
    ).toMatchObject({
      type_uid: 600501,
      table: { name: 'item', uid: 'item-42' },
      unmapped: { call: 'GET /x' },
    });
    const requested = { customerRef: 'customer-5', note: 'Ada Byron', reason: 'request' };
    const line = toOcsf(logged('privacy-request-4', 'ErasureRequested', requested));
    expect(line).toMatchObject({ type_uid: 600301, api: { operation: 'privacy.erasure.request' } });
    expect(JSON.stringify(line)).not.toMatch(/customer-5|Ada/);
  });

  it('names the account and the worker at its station, the system, and a source where none is recorded', () => {
    expect(toOcsf(logged('export-1', 'ExportRequested', {}))?.actor.user).toEqual({
      uid: 'user-7',
      uid_alt: 'worker-12',
      type_id: 1,
    });
    const metadata = { actor: { id: 'exports', kind: 'system' }, commandId: 'c', occurredAt: at };
    const bySystem = toOcsf(logged('export-1', 'ExportCompleted', { rows: 3 }, { metadata }));
    expect(bySystem?.actor.user).toEqual({ uid: 'exports', type_id: 3 });
    expect(bySystem?.src_endpoint).toEqual({ svc_name: 'atelier' });
    expect(bySystem?.unmapped).toMatchObject({ rows: 3 });
  });

  it('is nothing of the process of repair', () => {
    expect(toOcsf(logged('item-42', 'ItemStatusChanged', { from: 1, to: 2 }))).toBeNull();
    expect(toOcsf(logged('item-42', 'toString', {}))).toBeNull();
  });

  it('has a line for every event of accounts and exports', () => {
    const all = Object.keys({ ...IDENTITY_PERSONAL_DATA, ...EXPORT_PERSONAL_DATA });
    expect(all.filter((type) => !OCSF_TYPES.includes(type))).toEqual([]);
  });
});
