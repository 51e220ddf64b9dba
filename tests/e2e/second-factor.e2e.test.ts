import { codeAt } from '@atelier/api/identity/second-factor/testing-codes.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { expect, type Page } from '@playwright/test';
import { captchaAnswer } from '../harness/system.ts';
import { colleague } from './support/caller.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

const given = 'a sentence of the administrator';
const own = 'a sentence of one’s own';
const fresh = Date.now().toString(36);
const email = `factor-${fresh}@demo.test`;

async function fillLogin(page: Page, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByTestId('email').fill(email);
  await page.getByTestId('password').fill(password);
  await page.getByTestId('captcha').fill(captchaAnswer);
  await page.getByTestId('login-submit').click();
}

/** These tests' installation requires no enrolment: the response of one sign-in is changed to do so. */
async function requireSecondFactor(page: Page): Promise<void> {
  await page.route('**/api/auth/password', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({
      response,
      json: { ...answer, data: { ...answer.data, second_factor_required: true } },
    });
  });
}

test('an administrator sets up a second factor, signs in with its codes, and has it reset', async ({
  windows,
}) => {
  const admin = await colleague('admin');
  await admin.post('/user/create', {
    email,
    name: `Sam Factor ${fresh}`,
    last_name: 'Factor',
    user_type: 'admin',
    site_id: null,
    roles: [STANDARD_ROLES.admin.name],
    password: given,
  });
  const page = await windows.open();
  await requireSecondFactor(page);
  await fillLogin(page, given);
  await page.getByTestId('own-password').fill(own);
  await page.getByTestId('own-password-save').click();
  const shown = page.getByTestId('enrol-secret');
  await expect(shown).toBeVisible();
  await takePicture(page, 'second-factor-enrol');
  const secret = (await shown.innerText()).replaceAll(' ', '');
  await page.getByTestId('enrol-code').fill('000000');
  await page.getByTestId('enrol-confirm').click();
  await expect(page.getByTestId('enrol-code')).toHaveAttribute('aria-invalid', 'true');
  await page.getByTestId('enrol-code').fill(codeAt(secret, Date.now()));
  await page.getByTestId('enrol-confirm').click();
  await expect(page.getByTestId('recovery-codes').getByRole('listitem')).toHaveCount(10);
  await takePicture(page, 'second-factor-recovery');
  const [recovery = ''] = await page.getByTestId('recovery-codes').getByRole('listitem').allInnerTexts();
  await page.getByTestId('recovery-done').click();
  await expect(page.getByTestId('user-name')).toBeAttached();

  const other = await windows.open({ viewport: { width: 390, height: 844 }, locale: 'ar' });
  await fillLogin(other, own);
  await expect(other.getByTestId('second-factor-code')).toBeFocused();
  await takePicture(other, 'second-factor-code-arabic');
  await other.getByTestId('second-factor-code').fill('000000');
  await other.getByTestId('second-factor-submit').click();
  await expect(other.getByTestId('second-factor-code')).toHaveAttribute('aria-invalid', 'true');
  await other.getByTestId('second-factor-code').fill(recovery);
  await other.getByTestId('second-factor-submit').click();
  await expect(other.getByTestId('user-name')).toBeAttached();

  const manager = await windows.openAs('admin');
  await goTo(manager, '/operation/manage-user');
  await manager.getByTestId('users-search').fill(email);
  await manager.getByRole('button', { name: /^Sam Factor/ }).click();
  await manager.getByTestId('user-resetFactor').click();
  await takePicture(manager, 'second-factor-reset');
  await manager.getByTestId('confirm-accept').click();
  await expect(manager.getByTestId('user-resetFactor')).toHaveCount(0);
  await fillLogin(page, own);
  await expect(page.getByTestId('user-name')).toBeAttached();
});
