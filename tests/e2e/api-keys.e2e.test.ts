import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** A call as another system makes it: with the key alone, outside every window's session. */
async function callWith(page: Page, secret: string, path: string) {
  const response = await fetch(new URL(`/api${path}`, page.url()), {
    headers: { authorization: `Bearer ${secret}` },
  });
  return { status: response.status, body: await response.json() };
}

test('a key is made, used by another system for what it may, and refused from its revoking on', async ({
  windows,
}) => {
  const name = `Web shop ${Date.now().toString(36)}`;
  const admin = await windows.openAs('admin');
  await goTo(admin, '/operation/manage-user');
  await admin.getByTestId('accounts-view').getByText('API keys').click();
  await admin.getByTestId('api-key-new').click();
  await admin.getByTestId('api-key-make').click();
  await expect(admin.getByTestId('api-key-name')).toHaveAttribute('aria-invalid', 'true');
  await admin.getByTestId('api-key-name').fill(name);
  await admin.getByTestId('api-key-site').selectOption({ label: 'Paris Vendôme' });
  await admin.getByTestId('api-key-role').selectOption({ label: 'Shop' });
  await takePicture(admin, 'api-key-new');
  await admin.getByTestId('api-key-make').click();
  const secret = await admin.getByTestId('api-key-secret').inputValue();
  expect(secret).toMatch(/^atl_\d+_/);
  await takePicture(admin, 'api-key-secret');
  await admin.getByTestId('api-key-done').click();

  const row = admin.locator('.key-row').filter({ hasText: name });
  await expect(row).toContainText('Never used');
  const session = await callWith(admin, secret, '/auth/session');
  expect(session.body.data.site.name).toBe('Paris Vendôme');
  expect((await callWith(admin, secret, '/rma')).status).toBe(200);
  expect((await callWith(admin, secret, '/user/list')).status).toBe(403);

  await admin.reload();
  await expect(row).toContainText('Last used');
  await takePicture(admin, 'api-keys');
  await admin.setViewportSize(PHONE);
  await takePicture(admin, 'api-keys-phone');
  await admin.setViewportSize(DESK);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await admin.getByTestId('confirm-api-key').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  const refused = await callWith(admin, secret, '/auth/session');
  expect([refused.status, refused.body.code]).toEqual([401, 'api_key_revoked']);

  await goTo(admin, '/system/changes');
  const change = admin.locator('[data-type="ApiKeyRevoked"]').filter({ hasText: name });
  await expect(change).toContainText('API key revoked');
});
