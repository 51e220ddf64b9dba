import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';

const expectArabic = async (page: Page): Promise<void> => {
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
};

test('the language is switched in place, mirrors the page in Arabic, and is remembered', async ({
  windows,
}) => {
  const page = await windows.openAs('paris');
  await expect(page.getByTestId('page-title')).toHaveText('Dashboard');
  await page.getByTestId('language').click();
  await page.getByTestId('menu-ar').click();
  await expectArabic(page);
  await expect(page.getByTestId('page-title')).not.toHaveText('Dashboard');
  await expect(page.getByTestId('tiles')).toBeVisible();
  const [bar, tiles] = await Promise.all([
    page.getByTestId('sidebar').boundingBox(),
    page.getByTestId('tiles').boundingBox(),
  ]);
  expect(bar?.x ?? 0).toBeGreaterThan(tiles?.x ?? Number.MAX_SAFE_INTEGER);
  // Numbers of pieces read from left to right in every language.
  const number = page
    .getByTestId('needs-you')
    .locator('bdi', { hasText: /PAR-\d{6}/ })
    .first();
  await expect(number).toHaveText(/^PAR-\d{6}$/);

  await page.reload();
  await expectArabic(page);
  await page.getByTestId('logout').click();
  await expect(page).toHaveURL(/\/login/);
  await expectArabic(page);
});

test('an address can say the language, and beats what the browser prefers', async ({ windows }) => {
  const page = await windows.open({ locale: 'fr-FR' });
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.goto('/login?language=ja');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await page.goto('/customerStatus?language=zh-TW');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW');
  await page.goto('/customerStatus?language=ar');
  await expectArabic(page);
});
