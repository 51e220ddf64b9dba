import { findAccountForSignIn } from '@atelier/application/identity/account.queries.ts';
import { insertSession, type SignInProof } from '@atelier/application/identity/sessions.commands.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  openApiWorld,
  PASSWORD,
  signInAs,
  TestClock,
  testMetadata,
  tryLogin,
  type ApiNode,
  type ApiWorld,
} from '../testing/testing-api.ts';

const GIVEN = 'a password that was given';
const OWN = 'a password of one’s own';

let api: ApiWorld;
let node: ApiNode;
let admin: string;

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ clock: new TestClock(), live: true });
  admin = await signInAs(node.app, 'admin');
});
afterAll(() => api.close());

async function call(token: string, method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = bearer(token);
  const answer = await node.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, ...answer.json() };
}
const tokenOf = async (email: string, password: string): Promise<string> =>
  (await tryLogin(node.app, email, password)).json().data.token;
const create = (email: string, password: string | undefined = GIVEN) =>
  call(admin, 'POST', '/user/create', {
    email,
    name: 'Nina Novak',
    last_name: 'Novak',
    user_type: 'shop',
    site_id: api.sites.get('LYN'),
    roles: ['#INTRANET::FRONT_shop'],
    password,
  });
const change = (token: string, current: string, password: string) =>
  call(token, 'POST', '/auth/password', { current_password: current, password });

describe('a password that another person set', () => {
  it('opens nothing but its change', async () => {
    await create('given@demo.test');
    const login = (await tryLogin(node.app, 'given@demo.test', GIVEN)).json();
    expect(login.data.password_change_required).toBe(true);
    const { token } = login.data;
    for (const [method, url] of [
      ['GET', '/rma'],
      ['GET', '/rmastatuslist'],
      ['POST', '/live/ticket'],
      ['GET', '/openapi.json'],
    ] as const) {
      expect(await call(token, method, url)).toMatchObject({ status: 403, code: 'password_change_required' });
    }
    expect(await call(token, 'GET', '/auth/session')).toMatchObject({
      status: 200,
      data: { password_change_required: true },
    });
  });

  it('opens everything once it is changed, in the same session', async () => {
    const token = await tokenOf('given@demo.test', GIVEN);
    const other = await tokenOf('given@demo.test', GIVEN);
    const changed = await change(token, GIVEN, OWN);
    expect(changed).toMatchObject({ status: 200, message: 'password changed' });
    expect(changed.data.password_change_required).toBeUndefined();
    expect((await call(token, 'GET', '/rma')).status).toBe(200);
    expect((await call(other, 'GET', '/auth/session')).status).toBe(499);
    expect((await tryLogin(node.app, 'given@demo.test', GIVEN)).statusCode).toBe(400);
    const again = (await tryLogin(node.app, 'given@demo.test', OWN)).json();
    expect(again.data.password_change_required).toBeUndefined();
  });

  it('is one again after an administrator set another', async () => {
    const { data } = await create('again@demo.test');
    await change(await tokenOf('again@demo.test', GIVEN), GIVEN, OWN);
    await call(admin, 'POST', '/user/password', { id: data.id, password: 'another given password' });
    const token = await tokenOf('again@demo.test', 'another given password');
    expect((await call(token, 'GET', '/rma')).code).toBe('password_change_required');
  });

  it('is none of an account that set its own, and none of those of the demo', async () => {
    expect((await tryLogin(node.app, 'paris@demo.test', PASSWORD)).json().data).not.toHaveProperty(
      'password_change_required',
    );
  });
});

describe('changing one’s own password', () => {
  it.each([
    ['a wrong present one', 'not the present one', OWN, 'current_password', 'password_wrong'],
    ['the same one', GIVEN, GIVEN, 'password', 'password_unchanged'],
    ['a common one', GIVEN, 'password2026!', 'password', 'password_common'],
    ['a short one', GIVEN, 'short', 'password', 'invalid_input'],
  ])('is refused with %s, naming the field', async (name, current, wanted, path, code) => {
    const email = `${name.replaceAll(' ', '-')}@demo.test`;
    await create(email);
    const token = await tokenOf(email, GIVEN);
    expect(await change(token, current, wanted)).toMatchObject({ status: 400, code, errors: [{ path }] });
    expect((await call(token, 'GET', '/rma')).code).toBe('password_change_required');
    expect((await tryLogin(node.app, email, GIVEN)).statusCode).toBe(200);
  });

  it('counts guesses of the present one, and locks', async () => {
    await create('guessed@demo.test');
    const token = await tokenOf('guessed@demo.test', GIVEN);
    for (let guess = 0; guess < 5; guess += 1) await change(token, `a wrong guess ${guess}`, OWN);
    expect(await change(token, GIVEN, OWN)).toMatchObject({ status: 400, code: 'login_suspended' });
  });

  it('is an event by the account itself', async () => {
    const { data } = await create('logged@demo.test');
    await change(await tokenOf('logged@demo.test', GIVEN), GIVEN, OWN);
    const { events } = await api.world.store.readStream(`user-${data.id}`);
    expect(events.at(-1)).toMatchObject({
      type: 'UserPasswordChanged',
      metadata: { actor: { id: data.id } },
    });
  });
});

describe('a sign-in under way', () => {
  const race = async (email: string, meanwhile: () => Promise<unknown>, password = OWN) => {
    const signingIn = tryLogin(node.app, email, password);
    const [login] = await Promise.all([signingIn, meanwhile()]);
    if (login.statusCode !== 200) return 'refused';
    return (await call(login.json().data.token, 'GET', '/auth/session')).status;
  };

  it('does not survive a change of the password', async () => {
    const { data } = await create('race@demo.test');
    await change(await tokenOf('race@demo.test', GIVEN), GIVEN, OWN);
    for (let round = 0; round < 5; round += 1) {
      const [present, next] = [`the password ${round}!`, `the password ${round + 1}!`];
      await call(admin, 'POST', '/user/password', { id: data.id, password: present });
      const set = () => call(admin, 'POST', '/user/password', { id: data.id, password: next });
      expect(['refused', 499]).toContain(await race('race@demo.test', set, present));
    }
  });

  it('does not survive a deactivation, also not once the account is active again', async () => {
    const { data } = await create('gone@demo.test');
    await change(await tokenOf('gone@demo.test', GIVEN), GIVEN, OWN);
    const before = await tokenOf('gone@demo.test', OWN);
    const off = { id: data.id, active: false };
    expect(['refused', 499]).toContain(
      await race('gone@demo.test', () => call(admin, 'POST', '/user/update', off)),
    );
    await call(admin, 'POST', '/user/update', { id: data.id, active: true });
    expect((await call(before, 'GET', '/auth/session')).status).toBe(499);
  });

  it('is refused between the check of the password and the session', async () => {
    const { data } = await create('between@demo.test');
    const { db } = api.world;
    const account = await findAccountForSignIn(db, 'between@demo.test');
    if (account?.password_hash == null) throw new Error('no account');
    const now = node.deps.clock.now();
    const proof = { passwordHash: account.password_hash, begunAt: now };
    const session = { kind: 'password', account, now, endsAt: now } as const;
    const insert = (judged: SignInProof) =>
      insertSession(db, { ...session, id: crypto.randomUUID(), token: crypto.randomUUID(), proof: judged });
    expect(await insert(proof)).toBe(true);
    await call(admin, 'POST', '/user/password', { id: data.id, password: 'another given password' });
    expect(await insert(proof)).toBe(false);
    const renewed = await findAccountForSignIn(db, 'between@demo.test');
    const renewedProof = { passwordHash: renewed?.password_hash ?? '', begunAt: now };
    await changeUser(api.world.store, data.id, { type: 'DeactivateUser' }, { metadata: testMetadata() });
    expect(await insert(renewedProof)).toBe(false);
  });
});
