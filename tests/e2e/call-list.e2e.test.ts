import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { expectLive, goTo } from './support/windows.ts';

/** The call list (product/reminders.md §4): the demo's Paris has clients whose pieces wait for weeks. */
test('a clerk calls up to three clients without the mouse, and a colleague sees each leave the list', async ({
  windows,
}) => {
  const page = await windows.openAs('paris');
  await goTo(page, '/callList');
  await expectLive(page);
  const other = await windows.openAs('paris');
  await goTo(other, '/callList');
  const rows = page.getByTestId('to-call-list').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  expect(count).toBeGreaterThan(0);
  const called = Math.min(count, 3);
  const left = Number(await page.getByTestId('left-today').textContent());

  // The press would leave the page for the phone: the test reads which number it dials.
  await page.bringToFront();
  await page.evaluate(() => {
    HTMLAnchorElement.prototype.click = function dial() {
      document.body.setAttribute('data-dialed', this.getAttribute('href') ?? '');
    };
  });
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const outcomes = [
    ['1', 'will_come'],
    ['2', 'no_answer'],
    ['3', 'left_message'],
  ] as const;
  for (const [key, outcome] of outcomes.slice(0, called)) {
    const name = await page.getByTestId('call-name').textContent();
    const number = ((await page.getByTestId('dial-number').textContent()) ?? '').replaceAll(/[^+\d]/g, '');
    // A key right after another one may be a scanner's: a hand has read the name meanwhile.
    await page.waitForTimeout(500);
    await press('Space');
    await expect(page.locator('body')).toHaveAttribute('data-dialed', `tel:${number}`);
    await page.waitForTimeout(500);
    await press(key);
    await expect(page.getByTestId(`outcome-${outcome}`)).toHaveAttribute('aria-checked', 'true');
    await press('Enter');
    await expect(page.getByTestId('call-name').filter({ hasText: name ?? '' })).toHaveCount(0);
  }
  expect(keys).toBe(3 * called);
  await expect(rows).toHaveCount(count - called);
  await expect(page.getByTestId('left-today')).toHaveText(String(left + called));
  await expect(other.getByTestId('to-call-list').getByRole('listitem')).toHaveCount(count - called);
});
