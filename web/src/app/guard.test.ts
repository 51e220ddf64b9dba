import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { FACTORY_WORKER_ROLE } from '@atelier/domain/shared/factory-worker-role.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterLogin, guard, landingOf } from './guard.ts';

const ORIGIN = 'https://atelier.test';

const session = (
  over: Partial<SessionView> = {},
  type: SessionView['user']['user_type'] = 'shop',
): SessionView => ({
  user: { id: 1, user_type: type, name: 'A', email: 'a@b.test' },
  roles: [],
  allPermission: [],
  userinfo: { data: [] },
  site: null,
  worker: null,
  expires_at: '2026-01-01T00:00:00Z',
  ...over,
});
const station = session({ roles: [{ name: FACTORY_WORKER_ROLE }] }, 'operation');
const worker = session(
  { roles: [{ name: FACTORY_WORKER_ROLE }], worker: { id: 1, WorkerID: 'W0001', WorkerName: 'Wu' } },
  'operation',
);

const PATHS = [
  '/',
  '/home',
  '/login',
  '/dashboard',
  '/operation/dashboard',
  '/listRma',
  '/operation/4/RepairProcess/',
  '/documentation',
  '/operation/rmafactory/login',
  '/nowhere',
  '/login/',
  '/home/',
  '//',
  '//evil.test/',
  '//[',
];
const SESSIONS = [null, session(), session({}, 'operation'), session({}, 'admin'), station, worker];

describe('the guard', () => {
  it('ends every address in one drawing, after at most three steps', () => {
    for (const start of PATHS) {
      for (const who of SESSIONS) {
        let wanted = start;
        let steps = 0;
        for (
          let outcome = guard({ wanted, session: who });
          outcome.kind === 'redirect';
          outcome = guard({ wanted, session: who })
        ) {
          wanted = outcome.to;
          steps += 1;
          expect(steps).toBeLessThanOrEqual(3);
        }
        expect(wanted.startsWith('/login')).toBe(who === null);
      }
    }
  });

  it('sends a visitor to the sign-in with what they wanted', () => {
    expect(guard({ wanted: '/listRma?status=3#x', session: null })).toEqual({
      kind: 'redirect',
      to: '/login?redirect=%2FlistRma%3Fstatus%3D3%23x',
    });
  });

  it('sends who is signed in from the sign-in to the root, and from there home', () => {
    expect(guard({ wanted: '/login?backups=true', session: session() })).toEqual({
      kind: 'redirect',
      to: '/',
    });
    expect(guard({ wanted: '/', session: session() })).toEqual({ kind: 'redirect', to: '/dashboard' });
    expect(guard({ wanted: '/home', session: session() })).toEqual({ kind: 'redirect', to: '/dashboard' });
    expect(guard({ wanted: '/dashboard', session: session({}, 'operation') })).toEqual({
      kind: 'redirect',
      to: '/operation/dashboard',
    });
  });
});

describe('a station before its worker has signed in', () => {
  it.each(['/readRma?id=1', '/operation/4/RepairProcess/', '/operation/dashboard', '/searchRma'])(
    'asks for the badge at %s, where it may read nothing',
    (wanted) => {
      expect(guard({ wanted, session: station })).toEqual({
        kind: 'redirect',
        to: '/operation/rmafactory/login',
      });
      expect(guard({ wanted, session: worker })).toEqual({ kind: 'show' });
    },
  );

  it('still shows the guide and an address that leads nowhere', () => {
    for (const wanted of ['/documentation', '/nowhere', '/operation/rmafactory/login'])
      expect(guard({ wanted, session: station })).toEqual({ kind: 'show' });
  });
});

describe('landing after sign-in', () => {
  it('depends on who it is', () => {
    expect(landingOf(session())).toBe('/dashboard');
    expect(landingOf(session({}, 'operation'))).toBe('/operation/dashboard');
    expect(landingOf(session({}, 'admin'))).toBe('/operation/dashboard');
    expect(landingOf(station)).toBe('/operation/rmafactory/login');
    const withRole = (...allPermission: string[]) => landingOf({ ...worker, allPermission });
    expect(withRole('operation dashboard', 'repair group', 'repair process')).toBe('/operation/dashboard');
    // Who may not see the dashboard begins at their first bench; without any, the sign-in says so.
    expect(withRole('repair group', 'repair process', 'polishing process')).toBe('/sendToRepair');
    expect(withRole()).toBe('/operation/rmafactory/login');
  });

  it('carries backups=true after the old login only, and honours the wanted path', () => {
    expect(afterLogin(session(), null, true, ORIGIN)).toBe('/dashboard?backups=true');
    expect(afterLogin(session(), null, false, ORIGIN)).toBe('/dashboard');
    expect(afterLogin(session(), '/listRma?q=1', true, ORIGIN)).toBe('/listRma?q=1&backups=true');
    expect(afterLogin(session(), '/listRma?q=1#top', true, ORIGIN)).toBe('/listRma?q=1&backups=true#top');
    expect(afterLogin(session(), '/listRma?backups=true', true, ORIGIN)).toBe('/listRma?backups=true');
    expect(afterLogin(session(), '/listRma?q=1', false, ORIGIN)).toBe('/listRma?q=1');
    expect(afterLogin(session(), '/login?redirect=/login', false, ORIGIN)).toBe('/dashboard');
  });

  it('never leaves its own origin', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '//evil.test',
        '/\\evil.test',
        'https://evil.test',
        'javascript:alert(1)',
        '/\t/evil.test',
        '\\\\evil.test',
        '/..//evil.test',
        ' //evil.test',
      ),
      fc.webUrl(),
      fc.string(),
      fc.string().map((text) => `/${text}`),
    );
    fc.assert(
      fc.property(hostile, fc.boolean(), (redirect, oldLogin) => {
        const target = new URL(afterLogin(session(), redirect, oldLogin, ORIGIN), ORIGIN);
        expect(target.origin).toBe(ORIGIN);
      }),
      { numRuns: 200 },
    );
  });
});

it('an auditor begins at what happened everywhere, an administrator at the board', () => {
  const reading = ['operation dashboard', 'view list all rma page for operation', 'audit replay'];
  expect(landingOf(session({ allPermission: reading }, 'admin'))).toBe('/system/audit');
  const more = session({ allPermission: [...reading, 'manage user'] }, 'admin');
  expect(landingOf(more)).toBe('/operation/dashboard');
});
