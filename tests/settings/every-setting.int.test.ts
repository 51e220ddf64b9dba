import { dataOf } from '@atelier/api/testing/testing-reply.ts';
import { systemConfigResponse } from '@atelier/contracts/system/schema.ts';
import { RETENTION } from '@atelier/domain/system/setting-schema.ts';
import { SETTINGS } from '@atelier/domain/system/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casesOf, type Case } from './setting-cases.ts';
import { openSettings, type SettingsWorld } from './testing-settings.ts';

/** Every configured value is changed, and what depends on it is looked at before and after (product/system.md §2). */

/** The retention schedule is changed by two people: `privacy/retention.int.test.ts`. */
const CONFIGURED = SETTINGS.filter(({ key }) => key !== RETENTION.key);

let world: SettingsWorld;
let cases: Readonly<Record<string, Case>>;
beforeAll(async () => {
  world = await openSettings();
  cases = casesOf(world);
});
afterAll(() => world.api.close());

async function configure(key: string, value: unknown): Promise<void> {
  const answer = await world.call('admin', 'PUT', '/system/config', { key, value, reason: 'a test' });
  expect(answer).toMatchObject({ status: 200 });
  const { version } = dataOf(systemConfigResponse.shape.data, answer);
  await expect.poll(() => world.node.deps.policy().version, { timeout: 60_000, interval: 10 }).toBe(version);
}

describe('every setting has an effect (product/system.md §2)', () => {
  it('has a case here', () => {
    expect(CONFIGURED.map(({ key }) => key).filter((key) => !(key in cases))).toEqual([]);
    expect(Object.keys(cases).filter((key) => !SETTINGS.some((setting) => setting.key === key))).toEqual([]);
  });

  it.each(CONFIGURED.map(({ key }) => key))('%s', async (key) => {
    const setting = SETTINGS.find((each) => each.key === key);
    const example = cases[key];
    if (setting === undefined || example === undefined) throw new Error(`no case for ${key}`);
    const usual = setting.read(world.node.deps.policy());
    const value = key === 'factories' ? [world.api.sites.get('FVZ') ?? 0] : example.value;
    const before = await example.look();
    await configure(key, value);
    const after = await example.look();
    await configure(key, usual);
    expect(after, `${key} changes nothing: ${JSON.stringify(before)}`).not.toEqual(before);
  });
});
