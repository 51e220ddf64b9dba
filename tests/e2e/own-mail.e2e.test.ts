import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { colleague } from './support/caller.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

const ADDRESS = `chef.${Date.now().toString(36)}@maison.test`;

/** The code in the mail that the demo's catcher holds. */
async function codeFor(address: string): Promise<string> {
  const admin = await colleague('admin');
  const { caught_at: at } = await admin.get<{ caught_at: string }>('/system/messages');
  const mails: readonly { to: readonly string[]; text: string }[] = JSON.parse(
    await (await fetch(`${at}/mails.json`)).text(),
  );
  const text = mails.find(({ to }) => to.includes(address))?.text ?? '';
  return /\b\d{8}\b/.exec(text)?.[0] ?? '';
}

test('a person names an address, types the code that was mailed to it, and wants a weekly summary', async ({
  windows,
}) => {
  const page = await windows.openAs('paris');
  await goTo(page, '/insight');
  await page.getByTestId('own-mail-link').click();
  await expect(page).toHaveURL(/\/insight\/mail/);
  await page.getByTestId('own-mail-field').fill(ADDRESS);
  await page.getByTestId('own-mail-send').click();
  await expect(page.getByTestId('own-mail-weekly')).toHaveCount(0);
  await page.getByTestId('own-mail-code').fill('1');
  await page.getByTestId('own-mail-confirm').click();
  await expect(page.getByTestId('own-mail-weekly')).toHaveCount(0);
  await page.getByTestId('own-mail-code').fill(await codeFor(ADDRESS));
  await page.getByTestId('own-mail-confirm').click();
  const want = page.getByTestId('own-mail-want');
  // What is read again comes late: the next choice is not made from what was shown before.
  await page.route(/\/api\/insight\/mail$/, async (route) => {
    if (route.request().method() === 'GET') await sleep(700);
    await route.continue();
  });
  // The server's answer ticks it.
  await want.click();
  await expect(want).toBeChecked();
  await expect(want).toBeEnabled();
  await page.getByTestId('own-mail-language').selectOption('fr');
  await takePicture(page, 'own-mail');
  await page.reload();
  await expect(page.getByTestId('own-mail-want')).toBeChecked();
  await expect(page.getByTestId('own-mail-language')).toHaveValue('fr');
  await page.getByTestId('own-mail-remove').click();
  await expect(page.getByTestId('own-mail-field')).toBeVisible();
  await expect(page.getByTestId('own-mail-weekly')).toHaveCount(0);
});

test('an auditor is offered no mails', async ({ windows }) => {
  const page = await windows.openAs('auditor');
  await goTo(page, '/insight/mail');
  await expect(page.getByTestId('own-mail-none')).toBeVisible();
});
