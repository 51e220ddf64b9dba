import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { depositBody } from '@atelier/api/testing/testing-bodies.ts';
import { addDays, localDay } from '@atelier/domain/calendar.ts';
import {
  colleague,
  freshMobile,
  freshTracking,
  leave,
  plainSku,
  yearsAgo,
  type Colleague,
} from './support/caller.ts';
import { clientWithTwo, fillPiece } from './support/known-client.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

/** A piece that the shop lends while the client's own is repaired (product/repair.md §21). */

const today = () => localDay(new Date().toISOString(), 'Europe/Paris');
const FEE = 90_00;

interface Brought {
  readonly rmaId: number;
  readonly itemId: number;
  readonly number: string;
}

/** A piece back at the counter whose client has a loan piece; `fee` for one that is to be paid. */
async function brought(shop: Colleague, fee = 0): Promise<Brought> {
  const phone = freshMobile();
  const loan = {
    description: 'Plain silver ring',
    code: 'LOAN-7',
    value: 120_00,
    due_on: addDays(today(), 9),
  };
  const item = {
    product_sku: await plainSku(shop),
    reasons: [1],
    invoice_number: 'PAPER-77',
    purchase_date: yearsAgo(fee === 0 ? 1 : 5),
    maintenance_amount: fee,
    total_weight: 4.12,
    images: [await shop.picture()],
    loan,
  };
  const client = {
    firstname: 'Lena',
    lastname: `Borrower ${phone}`,
    phone,
    phone_code: '+33',
  };
  const made = await shop.post<{
    id: number;
    public_reference: string;
    items: { id: number; number: string }[];
  }>('/rma', depositBody(item, { ...client, fulfilled_date: yearsAgo(1) }));
  const [{ id: itemId, number } = { id: 0, number: '' }] = made.items;
  const piece = { rmaId: made.id, itemId, number, reference: made.public_reference };
  const factory = await colleague('factory');
  const home = await factory.get<{ site?: { id: number } }>('/auth/session');
  await leave(shop, [piece], freshTracking('LOAN-OUT'), { sent: { destination: home.site?.id } });
  for (const target of [3, 4, 6, 12, 13])
    await factory.put('/rmastatus', { ids: [itemId], rma_status_id: target });
  await leave(factory, [piece], freshTracking('LOAN-BACK'), { sendPath: '/factorypackage' });
  await shop.put('/rmastatus', { ids: [itemId], rma_status_id: 15 });
  return { rmaId: made.id, itemId, number };
}

const loansOf = async (shop: Colleague, id: number) =>
  (await shop.get<{ loans: readonly { state: string; due_on: string }[] }>(`/rma/item?rma_item_id=${id}`))
    .loans;

const violationsOf = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );

test('a loan is read at the detail, and comes back with the pickup by one Enter', async ({ windows }) => {
  const by = await colleague('paris');
  const { rmaId, itemId, number } = await brought(by, FEE);
  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${rmaId}&item=${itemId}&work=1`);
  await expect(shop.getByTestId('loan-1')).toContainText('Plain silver ring');
  await expect(shop.getByTestId('loan-due')).toHaveAttribute('data-urgency', 'ok');
  await takePicture(shop, 'loan-detail');

  await goTo(shop, '/pickup');
  await expectLive(shop);
  await shop.getByTestId('pickup-search').fill(number);
  await shop.keyboard.press('Enter');
  await expect(shop.getByTestId(`pickup-loan-back-${itemId}`)).toBeChecked();
  await expect(shop.getByTestId(`pickup-loan-${itemId}`)).toContainText('Plain silver ring');
  await expect(shop.getByTestId(`pickup-invoice-${itemId}`)).toContainText('PAPER-77');
  await shop.getByTestId('pickup-search').waitFor({ state: 'detached' });
  await shop.keyboard.press('1');
  await expect(shop.getByTestId('amount-1')).toBeFocused();
  await shop.waitForTimeout(300);
  await shop.keyboard.press('Enter');
  await signOn(shop);
  await takePicture(shop, 'loan-pickup');
  await expect(shop.getByTestId('pickup')).toHaveAttribute('data-ready', 'true');
  const printed = shop.waitForResponse((answer) => answer.url().includes(`/item/${itemId}/payment`));
  await shop.keyboard.press('Enter');
  await expect(shop.getByTestId('pickup-done')).toBeVisible();
  expect((await printed).status()).toBe(200);
  expect(await loansOf(by, itemId)).toMatchObject([{ state: 'returned' }]);
});

test('a client keeps the loan until a day that is said, and it is taken back later', async ({ windows }) => {
  const by = await colleague('paris');
  const { rmaId, itemId, number } = await brought(by);
  const shop = await windows.openAs('paris', { viewport: { width: 390, height: 844 } });
  await shop.goto('/pickup');
  await expectLive(shop);
  await shop.getByTestId('pickup-search').fill(number);
  await shop.keyboard.press('Enter');
  await shop.getByTestId(`pickup-loan-back-${itemId}`).click();
  const until = shop.getByTestId(`pickup-loan-until-${itemId}`);
  await until.fill(addDays(today(), -1));
  await signOn(shop);
  await expect(shop.getByTestId('pickup-accept')).toHaveAttribute('aria-disabled', 'true');
  await until.fill(addDays(today(), 3));
  const wide = await shop.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await takePicture(shop, 'loan-kept-phone');
  await shop.getByTestId('pickup-accept').click();
  await expect(shop.getByTestId('pickup-done')).toBeVisible();
  expect(await loansOf(by, itemId)).toMatchObject([{ state: 'out', due_on: addDays(today(), 3) }]);

  await shop.goto(`/readRma?id=${rmaId}&item=${itemId}&work=1`);
  await shop.getByTestId('loan-take-back').click();
  await shop.getByTestId('loan-return-condition').fill('one scratch');
  await shop.getByTestId('loan-return-accept').click();
  await expect(shop.getByTestId('loan-1')).toHaveAttribute('data-state', 'returned');
  await expect(shop.getByTestId('loan-1')).toContainText('one scratch');
});

test('the deposit’s folded line lends a piece with the deposit, and a refusal opens it', async ({
  windows,
}) => {
  const by = await colleague('paris');
  const { customer, pieces } = await clientWithTwo(by);
  const [bought] = pieces;
  if (bought === undefined) throw new Error('nothing was bought');
  const shop = await windows.openAs('paris');
  await goTo(shop, '/createRma');
  await shop.getByTestId('customer-search').pressSequentially(customer.email?.slice(0, 6) ?? '');
  await shop.getByTestId(`customer-search-hit-${customer.id}-`).click();
  await shop.getByTestId(`purchase-${bought.order.invoice_no}-${bought.line.line_no}`).check();
  await shop.getByTestId('step-next').click();
  await fillPiece(shop, 0);
  const line = shop.getByTestId('items.0.loan-open');
  await expect(line).toBeVisible();
  await expect(shop.getByTestId('items.0.loan')).toHaveCount(0);
  await line.scrollIntoViewIfNeeded();
  await takePicture(shop, 'loan-line-folded');

  await line.click();
  await shop.getByTestId('items.0.loan_description').fill('Plain silver ring');
  await shop.getByTestId('step-next').click();
  await expect(shop.getByTestId('items.0.loan_due')).toHaveAttribute('aria-invalid', 'true');
  await shop.getByTestId('items.0.loan_due').fill(addDays(today(), 12));
  await shop.getByTestId('items.0.loan_condition').fill('one fine scratch');
  await takePicture(shop, 'loan-line-open');
  await shop.getByTestId('step-next').click();
  await signOn(shop);
  const created = shop.waitForResponse(
    (answer) => answer.url().endsWith('/api/rma') && answer.request().method() === 'POST',
  );
  await shop.getByTestId('create-submit').click();
  const made = (await (await created).json()) as { data: { items: readonly { id: number }[] } };
  await expect(shop.getByTestId('created-item')).toHaveCount(1);
  expect(await loansOf(by, made.data.items[0]?.id ?? 0)).toMatchObject([
    {
      state: 'out',
      description: 'Plain silver ring',
      condition: 'one fine scratch',
      due_on: addDays(today(), 12),
    },
  ]);
});

test('an overdue loan of the demo stands in Today and in its list', async ({ windows }) => {
  const shop = await windows.openAs('paris');
  await goTo(shop, '/dashboard');
  await expect(shop.getByTestId('today-loans')).toBeVisible();
  await takePicture(shop, 'loan-today');
  await shop.getByTestId('today-loans').getByRole('link').click();
  await expect(shop).toHaveURL(/loan=overdue/);
  await expect(shop.getByTestId('filter-loan')).toHaveValue('overdue');
});

for (const { language, colorScheme } of [
  { language: 'en', colorScheme: 'light' },
  { language: 'en', colorScheme: 'dark' },
  { language: 'ar', colorScheme: 'light' },
  { language: 'ar', colorScheme: 'dark' },
] as const)
  test(`axe finds nothing on the pickup, in ${language} and ${colorScheme}`, async ({ windows }) => {
    const { number, itemId } = await brought(await colleague('paris'), FEE);
    const shop = await windows.openAs('paris', { colorScheme });
    await shop.goto(`/pickup?language=${language}`);
    await expectLive(shop);
    await expect(shop.getByTestId('pickup-start')).toBeVisible();
    expect(await violationsOf(shop)).toEqual([]);
    await shop.getByTestId('pickup-search').fill(number);
    await shop.keyboard.press('Enter');
    await shop.getByTestId(`pickup-loan-back-${itemId}`).click();
    await shop.getByTestId('means-card').click();
    await expect(shop.getByTestId('amount-1')).toBeVisible();
    await takePicture(shop, `loan-axe-${language}-${colorScheme}`);
    expect(await violationsOf(shop)).toEqual([]);
  });
