import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { expectLive, goTo } from './support/windows.ts';

/** The call list (product/reminders.md §4): the demo's Paris has clients whose pieces wait for weeks. */
test('a clerk calls three clients without the mouse, and a colleague sees each leave the list', async ({
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
  expect(count).toBeGreaterThanOrEqual(3);
  const left = Number(await page.getByTestId('left-today').textContent());

  // A press of Space would leave the page for the phone: only that it presses the number is looked at.
  await page.evaluate(() => {
    document.addEventListener(
      'click',
      (event) => {
        const link = event.target instanceof Element ? event.target.closest('a[href^="tel:"]') : null;
        if (link === null) return;
        event.preventDefault();
        document.body.dataset['dialed'] = link.getAttribute('href') ?? '';
      },
      true,
    );
  });
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  for (const [key, outcome] of [
    ['1', 'will_come'],
    ['2', 'no_answer'],
    ['3', 'left_message'],
  ] as const) {
    const name = await page.getByTestId('call-name').textContent();
    const number = ((await page.getByTestId('dial-number').textContent()) ?? '').replaceAll(/[^+\d]/g, '');
    await press('Space');
    await expect(page.locator('body')).toHaveAttribute('data-dialed', `tel:${number}`);
    await press(key);
    await expect(page.getByTestId(`outcome-${outcome}`)).toHaveAttribute('aria-checked', 'true');
    await press('Enter');
    await expect(page.getByTestId('call-name')).not.toHaveText(name ?? '');
  }
  expect(keys).toBe(9);
  await expect(rows).toHaveCount(count - 3);
  await expect(page.getByTestId('left-today')).toHaveText(String(left + 3));
  await expect(other.getByTestId('to-call-list').getByRole('listitem')).toHaveCount(count - 3);
});
