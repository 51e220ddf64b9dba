import { defineRole } from '@atelier/application/identity/roles.commands.ts';
import { revokeSessions } from '@atelier/application/identity/sessions.commands.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  TestClock,
  bearer,
  openApiWorld,
  signInAs,
  testMetadata,
  tryLogin,
  type ApiWorld,
} from '../testing/testing-api.ts';

let api: ApiWorld;
let app: FastifyInstance;
let clock: TestClock;

beforeAll(async () => {
  api = await openApiWorld();
});
afterAll(() => api.close());
beforeEach(async () => {
  clock = new TestClock();
  app = (await api.node({ clock })).app;
});

const me = (token: string) => app.inject({ method: 'GET', url: '/api/auth/session', headers: bearer(token) });

describe('a session', () => {
  it('is known by its digest only', async () => {
    const token = await signInAs(app, 'paris');
    const { rows } = await api.world.pool.query('select * from sessions');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await me(token)).json().data.user.email).toBe('paris@demo.test');
  });

  it.each(['GET', 'POST'] as const)('ends by %s /auth/logout', async (method) => {
    const token = await signInAs(app, 'paris');
    const logout = await app.inject({ method, url: '/api/auth/logout', headers: bearer(token) });
    expect([logout.statusCode, logout.headers['cache-control']]).toEqual([200, 'no-store']);
    const after = await me(token);
    expect([after.statusCode, after.json().code]).toEqual([499, 'session_revoked']);
  });

  it('cannot be ended without its token', async () => {
    expect((await app.inject({ method: 'GET', url: '/api/auth/logout' })).statusCode).toBe(401);
  });

  it('ends after thirty idle minutes', async () => {
    const token = await signInAs(app, 'paris');
    clock.advance(29 * 60_000);
    expect((await me(token)).statusCode).toBe(200);
    clock.advance(30 * 60_000 - 1);
    expect((await me(token)).statusCode).toBe(200);
    clock.advance(30 * 60_000);
    const late = await me(token);
    expect([late.statusCode, late.json().code]).toEqual([499, 'session_expired']);
    expect(late.json().message).toBe('Token Expire Please login Again');
  });

  it('ends after twelve hours whatever happens', async () => {
    const token = await signInAs(app, 'paris');
    for (let quarter = 0; quarter < 47; quarter += 1) {
      clock.advance(15 * 60_000);
      expect((await me(token)).statusCode).toBe(200);
    }
    clock.advance(15 * 60_000);
    expect((await me(token)).statusCode).toBe(499);
  });

  it('is revoked on every node', async () => {
    const token = await signInAs(app, 'paris');
    const other = (await api.node({ clock })).app;
    const ask = () => other.inject({ method: 'GET', url: '/api/auth/session', headers: bearer(token) });
    expect((await ask()).statusCode).toBe(200);
    await revokeSessions(api.world.db, { userId: api.users.paris }, clock.now());
    await expect.poll(async () => (await ask()).statusCode).toBe(499);
  });

  it('ends when the account’s rights change', async () => {
    const token = await signInAs(app, 'auditor');
    await defineRole(
      api.world.store,
      {
        roleId: await roleIdOf('#INTRANET::FRONT_auditor'),
        name: '#INTRANET::FRONT_auditor',
        permissions: ['audit replay'],
      },
      testMetadata(),
    );
    const codes = async () => {
      const after = await me(token);
      return [after.statusCode, after.json().code];
    };
    await expect.poll(codes).toEqual([499, 'session_rights_changed']);
  });
});

async function roleIdOf(name: string): Promise<number> {
  const { rows } = await api.world.pool.query('select id from roles where name = $1', [name]);
  return rows[0].id;
}

describe('permissions', () => {
  it('are listed by name, word for word', async () => {
    const token = await signInAs(app, 'paris');
    const answer = await app.inject({
      method: 'GET',
      url: '/api/auth/permissionlist',
      headers: bearer(token),
    });
    const names = answer.json().data.map((permission: { name: string }) => permission.name);
    expect(names).toContain('send to planting');
    expect(new Set(names).size).toBe(names.length);
  });

  it('of a station are none until a worker signs in', async () => {
    const answer = await tryLogin(app, 'station@demo.test', PASSWORD);
    expect(answer.json().data.allPermission).toEqual([]);
    expect(answer.json().data.roles).toEqual([{ name: '#INTRANET::FRONT_factory worker' }]);
  });
});
