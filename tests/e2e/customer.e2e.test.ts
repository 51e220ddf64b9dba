import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { depositBody } from '@atelier/api/testing/testing-bodies.ts';
import { readPaper } from '../papers/paper-reader.ts';
import { colleague, depositIn, plainSku, yearsAgo } from './support/caller.ts';
import { watchPolicy } from './support/content-policy.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

/** The customer's page before its script runs, without one, and when it comes alive (product/customer-page.md §5). */
const phone = { width: 390, height: 844 };
const LAST4 = '5678';

/** Two pieces of one deposit. */
async function depositTwo(): Promise<{ reference: string; number: string }> {
  const paris = await colleague('paris');
  const piece = async () => ({
    product_sku: await plainSku(paris),
    purchase_date: yearsAgo(1),
    images: [await paris.picture()],
  });
  const body = depositBody({}, { fulfilled_date: yearsAgo(1) });
  const items = [
    { ...body.items[0], ...(await piece()) },
    { ...body.items[0], ...(await piece()) },
  ];
  const created = await paris.post<{ public_reference: string; number: string }>('/rma', { ...body, items });
  return { reference: created.public_reference, number: created.number };
}

test('without a script the page is read, in another language, piece by piece', async ({ windows }) => {
  const { reference } = await depositTwo();
  const page = await windows.open({ javaScriptEnabled: false, viewport: phone, locale: 'fr-FR' });
  await page.goto(`/customerStatus?rma_id=${reference}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByTestId('sentence')).toContainText('boutique');
  await expect(page.getByTestId('step-1')).toHaveAttribute('aria-current', 'step');
  await expect(page.getByTestId('fact-email')).toContainText('camille');
  await takePicture(page, 'customer-without-script');

  await page.getByTestId('language').selectOption('ar');
  await page.locator('noscript button, .cust-language button').click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByTestId('sentence')).toBeVisible();

  const pieces = page.getByTestId('pieces').getByRole('button');
  await expect(pieces.nth(0)).toHaveAttribute('aria-pressed', 'true');
  await pieces.nth(1).click();
  await expect(pieces.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('a receipt printed at the counter leads to the page, which hands it out again', async ({ windows }) => {
  const deposit = await depositIn(await colleague('paris'));
  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${deposit.rmaId}&item=${deposit.itemId}`);
  await shop.getByTestId('print-receipt').click();
  await expect(shop.getByTestId('print-page')).toBeVisible();
  await takePicture(shop, 'receipt-dialog');
  const [file] = await Promise.all([
    shop.waitForEvent('download'),
    shop.getByTestId('print-download').click(),
  ]);
  const [sheet] = await readPaper(await readFile(await file.path()), 150);
  const { pathname, search } = new URL(sheet?.codes[0]?.text ?? '');

  const page = await windows.open({ javaScriptEnabled: false, viewport: phone, locale: 'fr-FR' });
  await page.goto(pathname + search);
  await expect(page.getByTestId('sentence')).toBeVisible();
  await takePicture(page, 'customer-receipt');
  const link = await page.getByTestId('receipt').getAttribute('href');
  const answer = await page.request.get(link ?? '');
  const [again] = await readPaper(await answer.body(), 150);
  expect([answer.status(), again?.codes]).toEqual([200, sheet?.codes]);
  expect(again?.text).toContain(deposit.number);
});

test('without a script a number and four digits open the page, and no address keeps them', async ({
  windows,
}) => {
  const { number } = await depositTwo();
  const page = await windows.open({ javaScriptEnabled: false, viewport: phone });
  await page.goto('/customerStatus');
  const ask = async (digits: string) => {
    await page.getByTestId('lookup-number').fill(number);
    await page.getByTestId('lookup-last4').fill(digits);
    await page.getByTestId('lookup-go').click();
  };
  await ask('0000');
  await expect(page.getByTestId('lookup-error')).toBeVisible();
  await ask(LAST4);
  await expect(page.getByTestId('sentence')).toBeVisible();
  await expect(page.getByTestId('fact-email')).not.toContainText('camille@laurent.test');
  await expect(page.getByTestId('receipt')).toHaveCount(0);
  expect(page.url()).not.toContain(LAST4);
});

test('what the server drew stays when the script comes, and follows the repair', async ({ windows }) => {
  const piece = await depositIn(await colleague('paris'));
  const page = await windows.open({ viewport: phone });
  const refused = await watchPolicy(page);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const sentence = document.querySelector('[data-testid=sentence]');
      sentence?.setAttribute('data-drawn', 'by the server');
    });
  });
  await page.clock.install();
  const [response] = await Promise.all([
    page.waitForResponse((each) => each.url().includes('/api/rma/currenct/status')),
    page.goto(`/customerStatus?rma_id=${piece.reference}`),
  ]);
  expect(response.status()).toBe(304);
  await expect(page.getByTestId('sentence')).toHaveAttribute('data-drawn', 'by the server');

  await (await colleague('paris')).move(piece.itemId, 20, { reason: 'changed their mind' });
  await page.clock.runFor(15_000);
  await expect(page.getByTestId('cancelled')).toBeVisible();
  await page.getByTestId('language').selectOption('ja');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  expect([errors, refused]).toEqual([[], []]);
});

test('a picture that the shop shows its customer is on the page, also without a script, until it is taken back', async ({
  windows,
}) => {
  const piece = await depositIn(await colleague('paris'));
  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${piece.rmaId}&item=${piece.itemId}&work=1`);
  const toggle = shop.getByTestId('picture-release');
  await expect(toggle).toHaveText('Show to client');
  await toggle.click();
  await expect(toggle).toHaveText('Visible to client');
  await takePicture(shop, 'picture-released');

  const page = await windows.open({ javaScriptEnabled: false, viewport: phone });
  const refused = await watchPolicy(page);
  await page.goto(`/customerStatus?rma_id=${piece.reference}`);
  const picture = page.getByTestId('pictures').getByRole('img');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await takePicture(page, 'customer-pictures');

  await toggle.click();
  await expect(toggle).toHaveText('Show to client');
  await page.reload();
  await expect(page.getByTestId('sentence')).toBeVisible();
  await expect(page.getByTestId('pictures')).toHaveCount(0);
  expect(refused).toEqual([]);
});

test('every public page leads to the statement on accessibility, which fits a narrow screen and has no violations', async ({
  windows,
}) => {
  const piece = await depositIn(await colleague('paris'));
  const page = await windows.open({ viewport: { width: 320, height: 640 } });
  const fits = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  };
  for (const address of [
    `/customerStatus?rma_id=${piece.reference}`,
    '/customerStatus',
    '/fee/unknown',
    '/proof/unknown',
  ]) {
    await page.goto(address);
    await expect(page.getByTestId('accessibility')).toBeVisible();
    await fits();
  }
  await page.getByTestId('accessibility').click();
  await expect(page.getByTestId('statement')).toBeVisible();
  await fits();
  await page.getByTestId('language').selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await fits();
  await takePicture(page, 'accessibility-arabic');

  const reader = await windows.open({ javaScriptEnabled: false, locale: 'fr-FR' });
  await reader.goto('/accessibility');
  await expect(reader.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(reader.getByTestId('statement')).toContainText('WCAG 2.2');
  await takePicture(reader, 'accessibility');
});

test('a language chosen before in this browser comes back after the first paint', async ({ windows }) => {
  const page = await windows.open({ viewport: phone });
  await page.addInitScript(() => localStorage.setItem('atelier.language', 'es'));
  await page.goto('/customerStatus');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByTestId('lookup')).toBeVisible();
});
