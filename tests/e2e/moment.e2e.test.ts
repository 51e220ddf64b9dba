import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { takePicture } from './support/windows.ts';

test('a past moment is chosen in the menu of the person, said over the screen and kept in the address', async ({
  windows,
}) => {
  const page = await windows.openAs('paris');
  await page.getByTestId('person').click();
  await page.getByTestId('menu-past').click();
  await page.getByTestId('moment-as-of').fill('2026-09-01T10:00:00');
  await page.getByTestId('moment-show').click();
  await expect(page.getByTestId('moment-words')).toBeVisible();
  await expect(page).toHaveURL(/as_of=2026-09-01T/);
  await expect(page.getByTestId('freshness')).toHaveCount(0);
});

const DAY_MS = 86_400_000;

/** `oldest 3 d` → the days; ages below a day count as none. */
const daysIn = (words: string): number => Number(/(\d+)\s*d/.exec(words)?.[1] ?? 0);

test('a board of the past counts ages and lateness to its moment', async ({ windows }) => {
  const page = await windows.openAs('factory');
  const oldest = page.locator('[data-testid^="lane-oldest-"]').filter({ hasText: /\d/ });
  await expect(oldest.first()).toBeVisible();
  const today = (await oldest.allTextContents()).map(daysIn);
  const moment = new Date(Date.now() - 20 * DAY_MS).toISOString();
  await page.goto(`/operation/dashboard?as_of=${moment}`);
  await expect(page.getByTestId('moment-words')).toBeVisible();
  await expect(oldest.first()).toBeVisible();
  // Counted from today, each piece that stood there twenty days ago would be older than twenty days. Lanes come one by one.
  const youngest = async () => Math.min(...(await oldest.allTextContents()).map(daysIn));
  await expect.poll(youngest).toBeLessThan(20);
  expect(today.length).toBeGreaterThan(0);
  await takePicture(page, 'board-past');
});
