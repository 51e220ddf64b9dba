import { expect, type Page } from '@playwright/test';
import { captchaAnswer } from '../harness/system.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

const given = 'a sentence of the administrator';
const password = 'a sentence of one’s own';
const expired = 'Token Expire Please login Again';

/** An unused name, also when the tests run again on the same data. */
const fresh = (word: string): string => `${word}${Date.now().toString(36)}`;

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByTestId('email').fill(email);
  await page.getByTestId('password').fill(password);
  await page.getByTestId('captcha').fill(captchaAnswer);
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('user-name')).toBeAttached();
}

/** The first sign-in, with the password that the administrator gave: it leads to choosing one's own. */
async function signInFirst(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByTestId('email').fill(email);
  await page.getByTestId('password').fill(given);
  await page.getByTestId('captcha').fill(captchaAnswer);
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('own-password')).toBeFocused();
  await takePicture(page, 'own-password');
  await page.getByTestId('own-password').fill('password2026!');
  await page.getByTestId('own-password-save').click();
  await expect(page.getByTestId('own-password')).toHaveAttribute('aria-invalid', 'true');
  await page.getByTestId('own-password').fill(password);
  await page.getByTestId('own-password-save').click();
  await expect(page.getByTestId('user-name')).toBeAttached();
}

async function openAccount(admin: Page, name: string, email: string): Promise<void> {
  await admin.getByTestId('user-new').click();
  await admin.getByTestId('user-create').click();
  await expect(admin.getByTestId('user-email')).toHaveAttribute('aria-invalid', 'true');
  await admin.getByTestId('user-name-field').fill(name);
  await admin.getByTestId('user-last-name').fill('Novak');
  await admin.getByTestId('user-email').fill('paris@demo.test');
  await admin.getByTestId('user-site').selectOption({ label: 'Paris Vendôme' });
  await admin.getByTestId('new-user').getByRole('checkbox', { name: 'Shop', exact: true }).check();
  await admin.getByTestId('user-password').fill(given);
  await admin.getByTestId('user-create').click();
  await expect(admin.getByText('Another account uses this email')).toBeVisible();
  await admin.getByTestId('user-email').fill(email);
  await admin.getByTestId('user-create').click();
  await expect(admin.getByTestId('new-user')).toHaveCount(0);
}

test('an account is opened, used at once, and signed out within a second when it is moved', async ({
  windows,
}) => {
  const [name, email] = [fresh('Nina '), `${fresh('nina-')}@demo.test`];
  const admin = await windows.openAs('admin');
  await goTo(admin, '/operation/manage-user');
  await openAccount(admin, name, email);

  const person = await windows.open();
  await signInFirst(person, email);
  await expect(person.getByTestId('user-name')).toHaveText(name);
  await expectLive(person);

  await admin.getByTestId('users-search').fill(name);
  await admin.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await admin.getByTestId('user-site').selectOption({ label: 'Lyon Bellecour' });
  await expect(admin.getByTestId('user-rights-hint')).toBeVisible();
  await takePicture(admin, 'account-moved');
  await admin.getByTestId('user-save').click();
  // The other browser does nothing: it is pushed out.
  await expect(person.getByText(expired).first()).toBeVisible();
  await expect(person).toHaveURL(/\/login/);
  await signIn(person, email);

  await goTo(admin, '/system/changes');
  const moved = admin.locator('[data-type="UserPlaceChanged"]').filter({ hasText: name });
  await expect(moved).toContainText('Lyon Bellecour');
  await expect(moved.locator('del')).toHaveText('Paris Vendôme');
});

test('a stale account is not overwritten, and that is said', async ({ windows }) => {
  const [name, email] = [fresh('Stale '), `${fresh('stale-')}@demo.test`];
  const [admin, other] = [await windows.openAs('admin'), await windows.openAs('admin')];
  await goTo(admin, '/operation/manage-user');
  await openAccount(admin, name, email);
  for (const page of [admin, other]) {
    await goTo(page, `/operation/manage-user?search=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await expect(page.getByTestId('user-last-name')).toHaveValue('Novak');
  }
  await other.getByTestId('user-last-name').fill('Nowak');
  await other.getByTestId('user-save').click();
  await expect(other.getByTestId('user-panel')).toHaveCount(0);
  await admin.getByTestId('user-last-name').fill('Novakova');
  await admin.getByTestId('user-save').click();
  await expect(admin.getByTestId('user-stale')).toBeVisible();
  // What was typed is still there, and the choice has the focus.
  await expect(admin.getByTestId('user-last-name')).toHaveValue('Novakova');
  await expect(admin.getByTestId('user-stale-theirs')).toBeFocused();
  await admin.getByTestId('user-stale-theirs').click();
  await expect(admin.getByTestId('user-last-name')).toHaveValue('Nowak');

  await other.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await other.getByTestId('user-last-name').fill('Nowik');
  await other.getByTestId('user-save').click();
  await expect(other.getByTestId('user-panel')).toHaveCount(0);
  await admin.getByTestId('user-last-name').fill('Novakova');
  await admin.getByTestId('user-save').click();
  await admin.getByTestId('user-stale-mine').click();
  await expect(admin.getByTestId('user-panel')).toHaveCount(0);
  await admin.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(admin.getByTestId('user-last-name')).toHaveValue('Novakova');
});

test('a new sub-reason is offered at once, where a form stands open', async ({ windows }) => {
  const name = fresh('Clasp bent ');
  const shop = await windows.openAs('paris');
  await goTo(shop, '/createRma');
  await expectLive(shop);
  await shop.getByTestId('step-pieces').click();
  await shop.getByTestId('items.0.reason-1').check();

  const admin = await windows.openAs('admin');
  await goTo(admin, '/system/subReasonManage?reason=1');
  await admin.getByTestId('sub-reason-new').click();
  await admin.getByTestId('sub-reason-save').click();
  await expect(admin.getByText('Sub-reason name required')).toBeVisible();
  await admin.getByTestId('sub-reason-name-en').fill(name);
  await admin.getByTestId('sub-reason-save').click();
  await expect(admin.getByText('Sub-reason updated')).toBeVisible();
  await expect(shop.getByTestId('items.0.reasons').getByText(name)).toBeVisible();

  await admin.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await admin.getByTestId('sub-reason-active').uncheck();
  await admin.getByTestId('sub-reason-save').click();
  await expect(shop.getByTestId('items.0.reasons').getByText(name)).toHaveCount(0);
});

test('a refused file says which piece it is about and what its cell holds', async ({ windows }) => {
  const admin = await windows.openAs('admin');
  await goTo(admin, '/system/reference');
  const header = 'sku,name,kind,collection,metal,is_gold,sizes,weight_g';
  const file = `${header}\nSPOON-1,A spoon,spoon,Aurore,gold,maybe,50,3.6\n`;
  await admin
    .getByTestId('reference-file')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await admin.getByTestId('reference-dry-run').click();
  const lines = admin.getByTestId('reference-lines');
  await expect(lines).toContainText('SPOON-1');
  await expect(lines).toContainText('“spoon” is not an allowed kind');
  await expect(lines).toContainText('maybe must be true or false');
});

test('the home of administrators says how the house stands, and finds a setting by a past value', async ({
  windows,
}) => {
  const admin = await windows.openAs('admin');
  await goTo(admin, '/system/home');
  await expect(admin.getByTestId('health-verdict')).toBeVisible();
  await expect(admin.getByTestId('health-backup')).toBeVisible();
  await expect(admin.getByTestId('health-jobs')).toBeVisible();
  // The demo began with another quiet time than the default.
  await admin.getByTestId('settings-query').fill('21 hours');
  const found = admin.getByTestId('found-message_quiet_from');
  await expect(found).toContainText('Was 21 hours until');
  await found.getByTestId('open-message_quiet_from').click();
  await expect(admin.getByTestId('setting-panel')).toBeVisible();
});

test('a shipping fee is edited in its table, with its history, and another window shows it at once', async ({
  windows,
}) => {
  const [admin, other] = [await windows.openAs('admin'), await windows.openAs('admin2')];
  for (const page of [admin, other]) {
    await goTo(page, '/system/reference');
    await page.getByTestId('reference-view').getByText('Fees and sites').click();
    await page.getByTestId('table-set').selectOption('shipping_fees');
    await page.getByTestId('table-filter').fill('MX client');
    await expect(page.getByTestId('table-rows').locator('tbody tr')).toHaveCount(1);
  }
  await admin.getByTestId('table-rows').locator('tbody tr').click();
  const panel = admin.getByTestId('row-panel');
  await panel.getByTestId('cell-amount').fill('much');
  await panel.getByTestId('row-reason').fill('new tariff');
  await panel.getByTestId('row-save').click();
  await expect(panel.getByTestId('cell-amount')).toHaveAttribute('aria-invalid', 'true');
  await panel.getByTestId('cell-amount').fill('777.00');
  await panel.getByTestId('row-save').click();
  await expect(panel).toHaveCount(0);
  await expect(other.getByTestId('table-rows')).toContainText('777.00');
  await admin.getByTestId('table-rows').locator('tbody tr').click();
  await expect(admin.getByTestId('row-history')).toContainText('new tariff');
  await takePicture(admin, 'reference-row');
});
