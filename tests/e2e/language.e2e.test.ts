import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';

const expectArabic = async (page: Page): Promise<void> => {
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
};

/** A menu stands above or below its button, the first time too. */
const expectAtButton = async (page: Page, button: string): Promise<void> => {
  const [opener, menu] = [page.getByTestId(button), page.getByRole('menu')];
  const gap = async (): Promise<number> => {
    const [from, to] = [await opener.boundingBox(), await menu.boundingBox()];
    if (from === null || to === null) return Number.MAX_SAFE_INTEGER;
    const isAcross = to.x < from.x + from.width && to.x + to.width > from.x;
    const below = Math.abs(to.y - from.y - from.height);
    return isAcross ? Math.min(below, Math.abs(to.y + to.height - from.y)) : Number.MAX_SAFE_INTEGER;
  };
  await expect.poll(gap).toBeLessThan(12);
};

test('the language is switched in place, mirrors the page in Arabic, and is remembered', async ({
  windows,
}) => {
  const page = await windows.openAs('paris');
  await expect(page.getByTestId('page-title')).toHaveText('Dashboard');
  await page.getByTestId('language').click();
  await expectAtButton(page, 'language');
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
