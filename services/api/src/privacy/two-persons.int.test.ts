import { erasureResponse, personsResponse } from '@atelier/contracts/privacy/schema.ts';
import { NO_RETENTION } from '@atelier/domain/shared/retention.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, openPerson, PASSWORD, tryLogin } from '../testing/testing-api.ts';
import { contactOf, depositOf, openPrivacyWorld, type PrivacyWorld } from './testing-privacy.ts';

let world: PrivacyWorld;

beforeAll(async () => {
  world = await openPrivacyWorld();
});
afterAll(() => world.api.close());

async function refOf(name: string): Promise<string> {
  await world.api.world.settle();
  const found = await world.call('asker', 'POST', '/privacy/find', { words: contactOf(name).email });
  const [person] = personsResponse.parse(found).data;
  if (person === undefined) throw new Error(`${name} was not found`);
  return person.customer_ref;
}

async function asked(name: string) {
  const body = { customer_refs: [await refOf(name)], reason: 'customer_request' };
  return erasureResponse.parse(await world.call('asker', 'POST', '/privacy/erase', body)).data;
}

const decide = (request_id: number) =>
  world.call('decider', 'POST', '/privacy/erase/decide', { request_id, decision: 'approve' });

describe('four eyes are two persons (product/privacy.md §1)', () => {
  const GIVEN = 'a password that was given';
  const OWN = 'a password of one’s own';
  const roles = ['#INTRANET::FRONT_deciding administrator'];

  async function post(token: string, url: string, payload: object) {
    const answer = await world.node.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: bearer(token),
      payload,
    });
    return { status: answer.statusCode, ...answer.json() };
  }

  /** An administrator who decides, opened by the one who asks, with a password that is their own. */
  async function puppet(email: string): Promise<{ readonly id: number; readonly token: string }> {
    const account = { email, name: email, last_name: email, user_type: 'admin', site_id: null, roles };
    const made = await post(world.tokens.asker, '/user/create', { ...account, password: GIVEN });
    expect(made.status).toBe(200);
    const { token } = (await tryLogin(world.node.app, email, GIVEN)).json().data;
    const changed = await post(token, '/auth/password', { current_password: GIVEN, password: OWN });
    expect(changed.status).toBe(200);
    return { id: made.data.id, token };
  }

  it('refuses an account that the asker opened, whatever it does with its password', async () => {
    await depositOf(world, 'twoeyes', { taken: true });
    const { id } = await asked('twoeyes');
    const { token } = await puppet('puppet@demo.test');
    for (const decision of ['approve', 'refuse']) {
      const refused = await post(token, '/privacy/erase/decide', { request_id: id, decision, note: 'fine' });
      expect(refused).toMatchObject({ status: 400, code: 'decider_not_independent' });
    }
    expect((await decide(id)).data.stage).toBe('approved');
  });

  it.each([
    ['was unlocked by the asker', '/user/unlock', {}],
    ['was given a password by the asker', '/user/password', { password: 'another given one' }],
    ['was given its roles by the asker', '/user/update', { roles }],
  ])('refuses an account that %s', async (name, url, body) => {
    const email = `${name.replaceAll(' ', '.')}@demo.test`;
    const decidingId = await openPerson(world.api, {
      profile: { email, name, lastName: '' },
      userType: 'admin',
      siteId: null,
      roles: url === '/user/update' ? ['#INTRANET::FRONT_auditor'] : roles,
    });
    expect((await post(world.tokens.asker, url, { id: decidingId, ...body })).status).toBe(200);
    const password = url === '/user/password' ? 'another given one' : PASSWORD;
    const { token, password_change_required } = (await tryLogin(world.node.app, email, password)).json().data;
    if (password_change_required === true)
      await post(token, '/auth/password', { current_password: password, password: OWN });
    await depositOf(world, name.replaceAll(' ', ''), { taken: true });
    const { id } = await asked(name.replaceAll(' ', ''));
    const refused = await post(token, '/privacy/erase/decide', { request_id: id, decision: 'approve' });
    expect(refused).toMatchObject({ status: 400, code: 'decider_not_independent' });
  });

  it('refuses a decider who opened the account that asked', async () => {
    const account = {
      email: 'asks@demo.test',
      name: 'asks',
      last_name: '',
      user_type: 'admin',
      site_id: null,
    };
    const admins = ['#INTRANET::FRONT_administrator'];
    const made = await post(world.tokens.decider, '/user/create', {
      ...account,
      last_name: 'asks',
      roles: admins,
      password: GIVEN,
    });
    expect(made.status).toBe(200);
    const { token } = (await tryLogin(world.node.app, 'asks@demo.test', GIVEN)).json().data;
    await post(token, '/auth/password', { current_password: GIVEN, password: OWN });
    await depositOf(world, 'reversed', { taken: true });
    const body = { customer_refs: [await refOf('reversed')], reason: 'customer_request' };
    const { data } = await post(token, '/privacy/erase', body);
    expect((await decide(data.id)).code).toBe('decider_not_independent');
  });

  it('refuses such an account for a retention schedule too', async () => {
    const schedule = { ...NO_RETENTION, on: true };
    const proposed = await world.call('asker', 'POST', '/privacy/retention/propose', {
      schedule,
      reason: 'the new law',
    });
    const { proposal } = proposed.data.proposal;
    const { token } = await puppet('puppet.of.schedule@demo.test');
    const decision = { proposal, note: 'fine' };
    for (const word of ['approve', 'refuse'])
      expect(await post(token, '/privacy/retention/decide', { ...decision, decision: word })).toMatchObject({
        status: 400,
        code: 'decider_not_independent',
      });
    const after = await world.call('decider', 'GET', '/privacy/retention');
    expect(after.data).toMatchObject({ schedule: { on: false }, proposal: { stage: 'proposed' } });
  });
});
