import { Status } from '@atelier/domain/shared/status.ts';
import { reportInstalled } from '@atelier/application/shared/installed-settings.commands.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bearer,
  openApiWorld,
  signInAs,
  TestClock,
  tryLogin,
  type ApiNode,
  type ApiWorld,
} from '../testing/testing-api.ts';

const DAY = 86_400_000;

describe('configured values', () => {
  let world: ApiWorld;
  let node: ApiNode;
  let other: ApiNode;
  let admin: string;
  const clock = new TestClock();

  beforeAll(async () => {
    world = await openApiWorld();
    node = await world.node({ clock });
    other = await world.node({ clock });
    admin = await signInAs(node.app, 'admin');
  });
  afterAll(() => world.close());

  const read = async () =>
    (await node.app.inject({ method: 'GET', url: '/api/system/config', headers: bearer(admin) })).json();
  const change = (payload: object, headers: Record<string, string> = {}) =>
    node.app.inject({
      method: 'PUT',
      url: '/api/system/config',
      headers: { ...bearer(admin), ...headers },
      payload,
    });
  const settingOf = (answer: { data: { settings: { key: string }[] } }, key: string) =>
    answer.data.settings.find((setting) => setting.key === key);
  const soon = (condition: () => boolean) =>
    expect.poll(condition, { timeout: 1_000, interval: 20 }).toBe(true);

  test('they stand at version 1 as the product came', async () => {
    const answer = await read();
    expect(answer.data).toMatchObject({ version: 1, revision: 0, next_change_at: null });
    expect(settingOf(answer, 'close_after_days')).toMatchObject({ value: 14, initial: 14, since: null });
  });

  test('each names the value in force and where it comes from, also where the configuration leaves it open', async () => {
    const inForce = async (key: string) => {
      const setting = settingOf(await read(), key) as { in_force?: unknown; source?: string } | undefined;
      return [setting?.in_force, setting?.source];
    };
    expect(await inForce('close_after_days')).toEqual([14, 'default']);
    const [limits, source] = await inForce('stage_5');
    expect(source).toBe('reference');
    const { rows } = await sql<object>`
      select target_hours, wip_limit from stage_settings where status_id = ${Status.RepairPolish}`.execute(
      node.deps.db,
    );
    expect(limits).toEqual({ ...rows[0], sites: [] });
    expect(await inForce('schedule_clearing')).toEqual([{ mode: 'off' }, 'default']);
    expect(await inForce('clearing_after_days')).toEqual([90, 'default']);
    await reportInstalled(node.deps.db, { schedule_clearing: '0 3 * * *', clearing_after_days: 120 });
    expect(await inForce('schedule_clearing')).toEqual([{ cron: '0 3 * * *' }, 'environment']);
    expect(await inForce('clearing_after_days')).toEqual([120, 'environment']);
    await reportInstalled(node.deps.db, { schedule_clearing: null, clearing_after_days: null });
    expect(await inForce('clearing_after_days')).toEqual([90, 'default']);
  });

  test('a change holds on every node within a second, and decisions name its version', async () => {
    const answer = await change({ key: 'undo_minutes', value: 20, reason: 'shops asked' });
    expect(answer.statusCode).toBe(200);
    expect(settingOf(answer.json(), 'undo_minutes')).toMatchObject({
      value: 20,
      in_force: 20,
      source: 'changed',
      since: { author: 'admin person', reason: 'shops asked', previous: 10 },
    });
    await soon(() => other.deps.policy().undoMs === 20 * 60_000);
    expect(other.deps.policy().version).toBe(2);
  });

  test('a planned change takes hold at its moment, without any event', async () => {
    const moment = new Date(clock.now().getTime() + DAY).toISOString();
    await change({ key: 'close_after_days', value: 21, effective_at: moment, reason: 'spring' });
    await soon(() => other.deps.nextPolicyAt() === moment);
    clock.advance(DAY - 1);
    expect(other.deps.policy().closeAfterMs).toBe(14 * DAY);
    clock.advance(1);
    expect(other.deps.policy()).toMatchObject({ closeAfterMs: 21 * DAY, version: 3 });
    expect(other.deps.nextPolicyAt()).toBeNull();
    admin = await signInAs(node.app, 'admin');
  });

  test('a planned change can be taken back before it holds', async () => {
    const effective_at = new Date(clock.now().getTime() + DAY).toISOString();
    const planned = await change({ key: 'remark_words', value: 200, effective_at, reason: 'perhaps' });
    const scheduled = JSON.parse(planned.body).data.settings.find(
      (setting: { key: string }) => setting.key === 'remark_words',
    ).scheduled;
    const answer = await node.app.inject({
      method: 'POST',
      url: '/api/system/config/withdraw',
      headers: bearer(admin),
      payload: { change: scheduled[0].change, reason: 'no' },
    });
    expect(settingOf(answer.json(), 'remark_words')).toMatchObject({ scheduled: [], value: 120 });
    await soon(() => other.deps.nextPolicyAt() === null);
  });

  test.each([
    [{ key: 'close_after_days', value: 0 }, 'out_of_range'],
    [{ key: 'schedule_closing', value: { mode: 'daily', at: '25:00' } }, 'bad_schedule'],
    [{ key: 'delivery_countries', value: ['QQ'] }, 'unknown_country'],
    [{ key: 'factories', value: [999_999] }, 'unknown_site'],
  ])('%j is refused at its field', async (wrong, code) => {
    const before = (await read()).data.revision;
    const answer = await change({ ...wrong, reason: 'a test' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toMatchObject([{ path: 'value', code }]);
    expect((await read()).data.revision).toBe(before);
  });

  test('unknown settings, unknown keys and the past are refused', async () => {
    expect((await change({ key: 'colour', value: 1, reason: 'x' })).json().code).toBe('setting_unknown');
    expect((await change({ key: 'image_edge', value: 900, reason: 'x', more: 1 })).statusCode).toBe(400);
    const effective_at = new Date(clock.now().getTime() - 1).toISOString();
    const late = await change({ key: 'image_edge', value: 900, reason: 'x', effective_at });
    expect(late.json().code).toBe('effective_in_past');
  });

  test('of two people who saw the same configuration the second is refused', async () => {
    const { revision } = (await read()).data;
    const seen = { 'if-match': `"${revision}"` };
    expect((await change({ key: 'image_edge', value: 1000, reason: 'x' }, seen)).statusCode).toBe(200);
    expect((await change({ key: 'image_edge', value: 1100, reason: 'x' }, seen)).statusCode).toBe(409);
  });

  test('everybody may read the rules, the administrator alone the configuration', async () => {
    const paris = await signInAs(node.app, 'paris');
    const rules = await node.app.inject({
      method: 'GET',
      url: '/api/system/rules',
      headers: bearer(paris),
    });
    expect(rules.json().data).toMatchObject({ undo_ms: 20 * 60_000, remark_words: 120 });
    const config = await node.app.inject({
      method: 'GET',
      url: '/api/system/config',
      headers: bearer(paris),
    });
    expect(config.statusCode).toBe(403);
  });

  test('sign-in, delivery and pictures follow the values in force', async () => {
    await change({ key: 'login_failures', value: 2, reason: 'x' });
    await change({ key: 'delivery_countries', value: ['JP'], reason: 'x' });
    await soon(() => node.deps.policy().deliveryCountries !== null);
    const wrong = await tryLogin(node.app, 'tokyo@demo.test', 'not the password', '10.0.0.9');
    expect(wrong.json().data).toEqual({ attempts_left: 1 });
    const locked = await tryLogin(node.app, 'tokyo@demo.test', 'not the password', '10.0.0.9');
    expect(locked.json().data).toMatchObject({ attempts_left: 0, locked_for_s: 60 });
    const paris = await signInAs(node.app, 'paris');
    const asked = async (country: string) =>
      (
        await node.app.inject({
          method: 'POST',
          url: '/api/check/deliver/type',
          headers: bearer(paris),
          payload: { items: [], country, type: 'client' },
        })
      ).json().data.reason;
    expect(await asked('FR')).toBe('country_closed_to_clients');
    expect(await asked('JP')).not.toBe('country_closed_to_clients');
  });
});
