import { expect } from '@playwright/test';
import { isGenuine, startWebhookReceiver } from '../harness/webhook-receiver.ts';
import { colleague, depositIn } from './support/caller.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

test('an endpoint is made, a deposit arrives signed, the log shows it, and a replay sends it again', async ({
  windows,
}) => {
  const receiver = await startWebhookReceiver();
  const name = `Web shop ${Date.now().toString(36)}`;
  try {
    const admin = await windows.openAs('admin');
    await goTo(admin, '/operation/manage-user');
    await admin.getByTestId('accounts-view').getByText('Webhooks').click();
    await admin.getByTestId('webhook-new').click();
    await admin.getByTestId('webhook-name').fill(name);
    await admin.getByTestId('webhook-url').fill('https://10.0.0.1/in');
    await admin.getByTestId('webhook-all').click();
    await admin.getByTestId('webhook-save').click();
    await expect(admin.getByTestId('webhook-url')).toHaveAttribute('aria-invalid', 'true');
    await takePicture(admin, 'webhook-new');
    await admin.getByTestId('webhook-url').fill(receiver.url);
    await admin.getByTestId('webhook-save').click();
    const panel = admin.getByTestId('webhook-panel');
    const publicKey = await panel.getByTestId('webhook-key').inputValue();
    expect(publicKey).toMatch(/^whpk_/);

    await panel.getByTestId('webhook-ping').click();
    await expect.poll(() => receiver.received().map(({ payload }) => payload.type)).toEqual(['ping']);

    const { itemId } = await depositIn(await colleague('paris'));
    const created = () =>
      receiver
        .received()
        .filter(({ payload: { type, data } }) => type === 'piece.created' && data['item_id'] === itemId);
    await expect.poll(() => created().length).toBe(1);
    const [webhook] = created();
    expect(webhook && isGenuine(webhook, publicKey)).toBe(true);
    await expect(panel.getByTestId('webhook-deliveries')).toContainText('piece.created');
    await expect(panel.getByTestId('webhook-deliveries')).toContainText('Accepted (204)');
    await takePicture(admin, 'webhook-panel');

    // A deposit also names a date, so the newest delivery may be another one.
    const delivery = panel
      .getByTestId('webhook-deliveries')
      .locator('li')
      .filter({ hasText: 'piece.created' })
      .getByTestId(/^delivery-show-/)
      .first();
    await delivery.click();
    await expect(panel.locator('.webhook-payload')).toContainText(`"item_id": ${itemId}`);
    await takePicture(admin, 'webhook-payload');
    await panel.getByTestId(/^delivery-again-/).click();
    await expect.poll(() => created().length).toBe(2);
    expect(created()[1]?.id).toBe(webhook?.id);

    await panel.getByTestId('webhook-replay').click();
    await admin.getByTestId('replay-position').fill(String(webhook?.payload.data['position']));
    await takePicture(admin, 'webhook-replay');
    await admin.getByTestId('replay-send').click();
    await expect.poll(() => created().length).toBe(3);
    expect(created()[2]?.id).toBe(webhook?.id);

    await admin.setViewportSize(PHONE);
    await takePicture(admin, 'webhook-panel-phone');
    await admin.setViewportSize(DESK);
    await panel.getByTestId('webhook-switch').click();
    await admin.getByTestId('confirm-switch').getByRole('button', { name: 'Switch off' }).click();
    await expect(admin.locator('.webhook-row').filter({ hasText: name })).toContainText('Off');
    await admin.keyboard.press('Escape');
    await takePicture(admin, 'webhooks');
  } finally {
    await receiver.close();
  }
});
