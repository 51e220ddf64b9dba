import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { colleague, depositIn, freshMobile } from './support/caller.ts';
import { phones, textsTo } from './support/phones.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

/** The thread with a client (product/messages.md §6): the demo's gateway catches what leaves and writes as its clients. */
const WAIT = { timeout: 30_000 };
/** Slower than a scanner. */
const BY_HAND = { delay: 220 };
const phone = { width: 390, height: 844 };

const digits = freshMobile();
const client = {
  firstname: 'Vera',
  lastname: `Texts ${digits}`,
  language: 'fr',
  email: `v${digits}@texts.test`,
};

test('a client’s text arrives at an open piece, a clerk answers by keyboard, and the gateway has it', async ({
  windows,
}) => {
  const number = `+33${digits}`;
  const piece = await depositIn(await colleague('paris'), { ...client, phone_code: '+33', phone: digits });
  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${piece.rmaId}&item=${piece.itemId}&work=1`);
  await expectLive(shop);
  const thread = shop.getByTestId('messages-part');
  await expect(thread.getByTestId('message')).toHaveAttribute('data-state', 'sent', WAIT);
  await expect(thread.getByTestId('reply-box')).toHaveCount(0);
  const desk = await windows.openAs('paris');
  await goTo(desk, '/dashboard');

  const words = 'Bonjour, puis-je passer à midi ?';
  const text = { id: `e2e-${digits}`, from: number, text: words };
  expect([await phones.write(text), await phones.write(text)]).toEqual([200, 200]);
  await expect(shop.getByTestId('unread-text')).toContainText(words);
  await expect(thread.getByTestId('message-text')).toHaveText([words]);
  await expect(desk.getByTestId('today-texts')).toBeVisible(WAIT);
  await desk.getByTestId('today-texts').getByRole('link').click();
  const row = desk.getByTestId(`text-${piece.itemId}`);
  await expect(row).toContainText(words);
  await takePicture(desk, 'thread-unread');

  await shop.getByTestId('unread-answer').press('Enter');
  await expect(shop.getByTestId('reply-text')).toBeFocused();
  await takePicture(shop, 'thread-open');
  await shop.keyboard.type('Oui, à midi.', BY_HAND);
  await expect(thread.getByTestId('reply-box')).toContainText('12 of 1,000');
  expect(
    (await new AxeBuilder({ page: shop }).include('[data-testid=messages-part]').analyze()).violations,
  ).toEqual([]);
  await shop.keyboard.press('Control+Enter');
  const reply = thread.locator('[data-kind=reply]');
  await expect(reply).toHaveAttribute('data-state', 'sent', WAIT);
  await expect(reply.getByTestId('message-text')).toHaveText('Oui, à midi.');
  await expect(shop.getByTestId('unread-text')).toHaveCount(0);
  await expect(row).toHaveCount(0, WAIT);
  expect((await textsTo(number))[0]).toMatchObject({ channel: 'sms', text: 'Oui, à midi.', times: 1 });
  await reply.scrollIntoViewIfNeeded();
  await takePicture(shop, 'thread-answered');

  expect(await phones.write({ from: number, text: 'STOP' })).toBe(200);
  await expect(thread.getByTestId('reply-why')).toContainText('opted out');
  await expect(thread.getByTestId('message-text')).toHaveText([words, 'Oui, à midi.', 'STOP']);
  await thread.getByTestId('messages-seen').click();
  await expect(thread.getByTestId('messages-seen')).toHaveCount(0);
  await expect(thread.getByTestId('message-unread')).toHaveCount(0);

  await shop.setViewportSize(phone);
  await thread.scrollIntoViewIfNeeded();
  await takePicture(shop, 'thread-phone');
  await goTo(shop, `/readRma?id=${piece.rmaId}&item=${piece.itemId}&kiosk=1`);
  await expect(shop.getByTestId('rma-detail')).toBeVisible();
  await expect(shop.getByTestId('messages-part')).toHaveCount(0);
});

test('a new user finds two clients of the demo who wrote, on the list of calls', async ({ windows }) => {
  const shop = await windows.openAs('paris');
  await goTo(shop, '/callList');
  await expect(shop.getByTestId('unread-texts').getByRole('listitem').nth(1)).toBeVisible();
  await shop.getByTestId('unread-texts').getByRole('link').first().click();
  await expect(shop.getByTestId('messages-part').getByTestId('message-unread')).toBeVisible();
});
