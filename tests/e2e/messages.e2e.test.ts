import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { colleague, depositIn, freshMobile } from './support/caller.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

/** Messages to a client, as the demo sends them to its mail catcher (product/messages.md). */
const fresh = Date.now().toString(36);
const phone = { width: 390, height: 844 };
const WAIT = { timeout: 30_000 };

interface Caught {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** What the mail catcher holds for an address, the newest first. */
async function mailsTo(address: string): Promise<readonly Caught[]> {
  const admin = await colleague('admin');
  const { caught_at: at } = await admin.get<{ caught_at: string }>('/system/messages');
  const mails: readonly Caught[] = JSON.parse(await (await fetch(`${at}/mails.json`)).text());
  return mails.filter(({ to }) => to.includes(address));
}

const isFeeMail = ({ text }: Caught): boolean => text.includes('/fee/');

test('a client is written to at the deposit, ends messages by their link, and gets no more', async ({
  windows,
}) => {
  const email = `vera.${fresh}@messages.test`;
  const paris = await colleague('paris');
  const piece = await depositIn(paris, { email, firstname: 'Vera', language: 'fr' });
  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${piece.rmaId}&item=${piece.itemId}&work=1`);
  const messages = shop.getByTestId('messages-part');
  await expect(messages.getByTestId('message')).toHaveAttribute('data-state', 'sent', WAIT);
  await messages.scrollIntoViewIfNeeded();
  await takePicture(shop, 'messages-of-a-piece');

  await expect.poll(async () => (await mailsTo(email)).length, WAIT).toBe(1);
  const [mail] = await mailsTo(email);
  expect(mail?.text).toContain('Vera');
  const [, choice = ''] = /https?:\/\/[^/\s]+(\/messages\/\S+)/.exec(mail?.text ?? '') ?? [];

  const client = await windows.open({ viewport: phone, javaScriptEnabled: false });
  await client.goto(choice);
  expect(await client.locator('html').getAttribute('lang')).toBe('fr');
  await takePicture(client, 'messages-choice');
  await client.locator('form button').click();
  await expect(client.locator('body')).toContainText(/écrivons plus/);

  await paris.move(piece.itemId, 20, { reason: 'changed their mind' });
  await shop.reload();
  await expect(messages).toContainText('has opted out of messages');
  await expect(messages).toContainText('Only the client');
  await expect(shop.getByTestId('messages-choice')).toHaveCount(0);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('a shop sends the link to a fee by e-mail from where it makes it, and the client opens it', async ({
  windows,
}) => {
  const email = `fee.${Date.now().toString(36)}@messages.test`;
  // The number of every other deposit here was opted out by the test above.
  const mobile = freshMobile();
  const person = { email, phone: mobile, firstname: 'Vera', language: 'fr' };
  const piece = await depositIn(await colleague('paris'), person);
  const asked = { rma_item_id: piece.itemId, amount: 12_000, currency: 'EUR', reason: 'two stones' };
  await (await colleague('admin')).post('/rma/fee/override', asked);
  // The automatic message, whose link ends with the one that is sent here.
  await expect.poll(async () => (await mailsTo(email)).filter(isFeeMail).length, WAIT).toBe(1);
  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${piece.rmaId}&item=${piece.itemId}&work=1`);
  await shop.getByTestId('action-more').click();
  await shop.getByTestId('menu-action-ask_by_link').click();
  const dialog = shop.getByTestId('fee-link-dialog');
  await expect(dialog.getByTestId('fee-link-send-phone')).toBeEnabled();
  await takePicture(shop, 'fee-link-send');
  expect(
    (await new AxeBuilder({ page: shop }).include('[data-testid=fee-link-dialog]').analyze()).violations,
  ).toEqual([]);
  await dialog.getByTestId('fee-link-send-email').click();
  await expect(dialog).toHaveCount(0);
  const fees = shop.getByTestId('messages-part').locator('[data-kind=fee][data-state=sent]');
  await expect(fees).toHaveCount(2, WAIT);
  await expect.poll(async () => (await mailsTo(email)).filter(isFeeMail).length, WAIT).toBe(2);
  const mail = (await mailsTo(email)).find(isFeeMail);
  const [, link = ''] = /https?:\/\/[^/\s]+(\/fee\/\S+)/.exec(mail?.text ?? '') ?? [];
  const client = await windows.open({ viewport: phone });
  await client.goto(link);
  await expect(client.getByTestId('fee-amount')).toContainText('120');
});

test('an administrator writes a template in Arabic, sees it filled in, and uses the standard words again', async ({
  windows,
}) => {
  const admin = await windows.openAs('admin');
  await goTo(admin, '/system/systemConfig');
  const panel = admin.getByTestId('message-wording');
  await panel.getByTestId('template-kind').selectOption('ready');
  await panel.getByTestId('template-language').selectOption('ar');
  await panel.getByTestId('template-subject').fill('جاهزة');
  await panel.getByTestId('template-body').fill('قطعتك {{product}} جاهزة {{link}}');
  await expect(panel.getByTestId('template-preview')).toContainText('جاهزة');
  await panel.scrollIntoViewIfNeeded();
  await takePicture(admin, 'message-template');
  expect(
    (await new AxeBuilder({ page: admin }).include('[data-testid=message-wording]').analyze()).violations,
  ).toEqual([]);
  await panel.getByTestId('template-save').click();
  await expect(panel.getByRole('button', { name: /standard/i })).toBeVisible();
  await panel.getByRole('button', { name: /standard/i }).click();
  await expect(panel.getByTestId('template-body')).not.toHaveValue(/{{product}} جاهزة/);
});
