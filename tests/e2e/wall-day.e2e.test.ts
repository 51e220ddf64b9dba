import { expect } from '@playwright/test';
import {
  beforeClockChange,
  clockFacts,
  hasGrown,
  openWall,
  passHours,
  sizeOf,
  untilTone,
} from '../faults/support/wall-week.ts';
import { colleague, depositIn } from './support/caller.ts';
import { systemUrl } from './support/system.ts';
import { test } from './support/test.ts';
import { expectLive, fillSignIn } from './support/windows.ts';

test('a shop’s wall lives through a day and its night: it stays right, and grows by nothing', async ({
  windows,
}) => {
  const page = await windows.openAlone();
  const wall = await openWall(page, beforeClockChange());
  await page.goto(`${systemUrl}/login?backups=true&redirect=${encodeURIComponent('/dashboard?kiosk=1')}`);
  await fillSignIn(page, 'paris');
  await page.getByTestId('login-submit').click();
  const total = page.getByTestId('wall-pack-total');
  await expect(total).toHaveText(/\d/);
  await expectLive(page);
  const paris = await colleague('paris');
  const packing = async () => (await paris.get<{ pack: { total: number } }>('/wall/shop')).pack.total;
  expect(await passHours(wall, 2)).toBe(true);
  const first = await sizeOf(wall);
  for (let hour = 4; hour <= 24; hour += 2) {
    if (hour === 4) await depositIn(paris);
    if (hour === 10) {
      await page.context().setOffline(true);
      await depositIn(paris);
      expect(await untilTone(page, 'stale')).toBe(true);
      await expect(page.locator('html')).toHaveAttribute('data-stale');
      await page.context().setOffline(false);
    }
    expect([hour, await passHours(wall, 2)]).toEqual([hour, true]);
    const { shown, expected } = await clockFacts(wall);
    expect(shown).toEqual(expected);
  }
  await expect(total).toHaveText(String(await packing()));
  const last = await sizeOf(wall);
  expect({ first, last, grown: hasGrown(first, last) }).toMatchObject({ grown: false });
});
