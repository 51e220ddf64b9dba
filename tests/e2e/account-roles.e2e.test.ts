import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

test('an administrator makes a role in words, changes it, and reads why the administrators’ role is fixed', async ({
  windows,
}) => {
  const name = `Stock desk ${Date.now().toString(36)}`;
  const admin = await windows.openAs('admin');
  await goTo(admin, '/operation/manage-user?view=roles');
  await admin.getByTestId('account-role-new').click();
  await admin.getByTestId('account-role-make').click();
  await expect(admin.getByTestId('account-role-name')).toHaveAttribute('aria-invalid', 'true');
  await admin.getByTestId('account-role-name').fill('#INTRANET::FRONT_shop');
  await admin.getByTestId('account-role-make').click();
  await expect(admin.getByText('Another role has this name')).toBeVisible();
  await admin.getByTestId('account-role-name').fill(name);
  await admin.getByTestId('account-role-make').click();

  const panel = admin.getByTestId('account-role-panel');
  await expect(panel.getByTestId('account-role-save')).toBeDisabled();
  await panel.getByLabel('Client search').check();
  await panel.getByLabel('Export').check();
  await takePicture(admin, 'account-role');
  await admin.setViewportSize(PHONE);
  await takePicture(admin, 'account-role-phone');
  await admin.setViewportSize(DESK);
  await panel.getByTestId('account-role-save').click();
  await expect(admin.getByText(`${name}: permissions saved`)).toBeVisible();
  await admin.keyboard.press('Escape');

  const row = admin.locator('.account-role-row').filter({ hasText: name });
  await expect(row).toContainText('0 accounts');
  await expect(row).toContainText('Client search');
  await takePicture(admin, 'account-roles');

  await admin
    .locator('.account-role-row')
    .filter({ hasText: 'FRONT_administrator' })
    .getByRole('button')
    .click();
  await expect(panel).toContainText('Only the product defines such roles');
  await expect(panel.getByLabel('Export')).toBeDisabled();
  await takePicture(admin, 'account-role-fixed');
  await admin.keyboard.press('Escape');

  await goTo(admin, '/system/changes');
  await expect(admin.locator('[data-type="RolePermissionsChanged"]').first()).toContainText(name);
});
