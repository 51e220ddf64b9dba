import { expect } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { colleague, depositIn, freshTracking } from './support/caller.ts';
import type { Sold } from './support/sales.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

test('a clerk finds a client, a package and an action in one box, typing blind', async ({ windows }) => {
  const paris = await colleague('paris');
  const piece = await depositIn(paris);
  const label = freshTracking('FIND');
  await paris.post('/rma/packagelist', { rma_item_ids: [piece.itemId], rma_tracking: label });
  const shop = await windows.openAs('paris');
  await goTo(shop, '/dashboard');
  await expectLive(shop);
  const palette = shop.getByTestId('palette');

  await test.step('the first letters reach the box before its window stands there', async () => {
    await shop.keyboard.press('/');
    await shop.keyboard.type(label.toLowerCase(), { delay: 60 });
    await expect(shop.getByTestId('palette-input')).toHaveValue(label.toLowerCase());
    const found = palette.locator('[data-entry^="package-"]');
    await expect(found).toContainText(label);
    await expect(found.locator('mark')).toHaveText(label);
    await takePicture(shop, 'find-package');
    await shop.keyboard.press('Tab');
    await expect(palette.getByRole('option', { selected: true })).toBeVisible();
    await shop.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  });

  await test.step('a piece shows what it is beside the list, and Enter opens it to work on', async () => {
    await shop.keyboard.press('Control+k');
    await shop.keyboard.type(piece.number, { delay: 60 });
    await expect(shop.getByTestId('palette-preview')).toContainText(piece.number);
    await shop.keyboard.press('Enter');
    await expect(shop.getByTestId('rma-detail')).toHaveAttribute('data-item', String(piece.itemId));
  });

  await test.step('">" lists actions alone', async () => {
    await shop.keyboard.press('Control+k');
    await shop.keyboard.type('> 日本語', { delay: 60 });
    await expect(palette.getByRole('option')).toHaveCount(1);
    await shop.keyboard.press('Enter');
    await expect(shop.locator('html')).toHaveAttribute('lang', 'ja');
  });

  await test.step('"?" shows every key, and Escape gives the page back', async () => {
    await expect(palette).toBeHidden();
    await shop.locator('body').click({ position: { x: 2, y: 2 } });
    await shop.keyboard.type('?');
    await expect(shop.getByTestId('keys')).toBeVisible();
    await shop.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  });
});

test('a "/" typed into a field stays in the field', async ({ windows }) => {
  const shop = await windows.openAs('paris');
  await goTo(shop, '/listRma');
  const field = shop.getByTestId('list-search');
  await field.fill('');
  await field.press('/');
  await expect(field).toHaveValue('/');
  await expect(shop.getByTestId('palette')).toBeHidden();
});

test('a scan on a screen that takes none opens the piece, and a package on the dashboard', async ({
  windows,
}) => {
  const paris = await colleague('paris');
  const piece = await depositIn(paris);
  const label = freshTracking('FIND');
  await paris.post('/rma/packagelist', { rma_item_ids: [piece.itemId], rma_tracking: label });
  const shop = await windows.openAs('paris');

  await goTo(shop, '/createRma');
  await expect(shop.getByTestId('deposit-steps')).toBeVisible();
  await shop.getByTestId('page-title').click();
  await scanCode(shop, piece.number);
  await expect(shop.getByTestId('rma-detail')).toHaveAttribute('data-item', String(piece.itemId));

  await goTo(shop, '/dashboard');
  await expect(shop.getByTestId('tiles')).toBeVisible();
  await scanCode(shop, label);
  await expect(shop).toHaveURL(new RegExp(`preparePackage\\?tracking=${label}`, 'u'));

  await goTo(shop, '/dashboard');
  await expect(shop.getByTestId('tiles')).toBeVisible();
  await scanCode(shop, 'NOTHING-KNOWN-77');
  await expect(shop.getByTestId('palette-none')).toBeVisible();
  await expect(shop.getByTestId('palette')).not.toContainText('NOTHING-KNOWN');
  await expect(shop.getByTestId('palette-input')).toHaveValue('');
});

test('a code scanned as soon as a screen is seen opens its piece, however late the files come', async ({
  windows,
}) => {
  const piece = await depositIn(await colleague('paris'));
  const admin = await windows.openAs('admin');
  let isAsked = false;
  await admin.route('**/assets/scans-elsewhere-*', async (route) => {
    isAsked = true;
    await sleep(3_000);
    await route.continue();
  });
  await admin.goto('/operation/manage-user');
  await admin.getByTestId('page-title').waitFor();
  await scanCode(admin, piece.number);
  await expect(admin.getByTestId('rma-detail')).toHaveAttribute('data-item', String(piece.itemId));
  expect(isAsked).toBe(true);
});

interface Worker {
  readonly WorkerID: string;
  readonly WorkerName: string;
}

/** A worker of the factory with this badge. */
async function workerWith(barcode: string): Promise<Worker> {
  const admin = await colleague('admin');
  const [role] = await admin.post<readonly { ID: number }[]>('/all/rma_workers_role', {});
  const sites = await admin.get<readonly { id: number; code: string }[]>('/site/list');
  return admin.post<Worker>('/create/rma_worker', {
    WorkerID: `F-${barcode}`.slice(0, 12),
    WorkerName: `Badge holder ${barcode.slice(-4)}`,
    Barcode: barcode,
    Department: '',
    Role: role?.ID,
    store: sites.find(({ code }) => code === 'FSZ')?.id,
  });
}

test('a badge opens its worker’s row for those who manage workers, and its code is shown nowhere', async ({
  windows,
}) => {
  const barcode = `${Date.now()}98`;
  const worker = await workerWith(barcode);
  const admin = await windows.openAs('admin');
  const addresses: string[] = [];
  admin.on('request', (request) => addresses.push(request.url()));

  await test.step('scanned on a screen that takes no scans', async () => {
    await goTo(admin, '/operation/manage-user');
    await expect(admin.getByTestId('page-title')).toBeVisible();
    await scanCode(admin, barcode);
    await expect(admin.getByTestId('worker-panel')).toContainText(worker.WorkerName);
    await expect(admin.getByTestId(`worker-${worker.WorkerID}`)).toBeVisible();
    await expect(admin.getByTestId('palette')).toBeHidden();
    await expect(admin.locator('body')).not.toContainText(barcode);
    expect(addresses.filter((address) => address.includes(barcode))).toEqual([]);
    await takePicture(admin, 'find-badge');
    await admin.keyboard.press('Escape');
    await expect(admin).not.toHaveURL(/worker=/u);
  });

  await test.step('typed, on request', async () => {
    await goTo(admin, '/operation/manage-user');
    await admin.keyboard.press('Control+k');
    await admin.keyboard.type(barcode, { delay: 60 });
    const offer = admin.getByTestId('palette').locator('[data-entry="badge"]');
    await expect(offer).toBeVisible();
    await takePicture(admin, 'find-badge-typed');
    await admin.keyboard.press('Enter');
    await expect(admin.getByTestId('worker-panel')).toContainText(worker.WorkerName);
  });

  await test.step('a clerk of a shop is shown neither the worker nor the code', async () => {
    const shop = await windows.openAs('paris');
    await goTo(shop, '/dashboard');
    await expect(shop.getByTestId('tiles')).toBeVisible();
    await scanCode(shop, barcode);
    await expect(shop.getByTestId('palette-none')).toBeVisible();
    await expect(shop.getByTestId('palette')).not.toContainText(barcode);
    await takePicture(shop, 'find-badge-unknown');
  });
});

test('the keys of an action stand beside it in the box and in the menu', async ({ windows }) => {
  const paris = await colleague('paris');
  const sales = await paris.post<readonly Sold[]>('/search_order', { keyword: 'PAR-24' });
  const email = sales.flatMap(({ customer }) => customer?.email ?? [])[0] ?? '';
  const shop = await windows.openAs('paris');
  await goTo(shop, '/dashboard');
  await expectLive(shop);
  await shop.getByTestId('person').click();
  await expect(shop.getByTestId('menu-find').locator('kbd')).toHaveText('/');
  await takePicture(shop, 'menu-keys');
  await shop.getByTestId('menu-keys').click();
  await expect(shop.getByTestId('keys')).toContainText('Alt');
  await shop.keyboard.press('Escape');
  await shop.keyboard.press('Control+k');
  await shop.keyboard.type(email, { delay: 60 });
  const action = shop.getByTestId('palette').locator('[data-entry="deposit-for"]');
  await expect(action.locator('kbd').first()).toHaveText('Alt');
  await takePicture(shop, 'find-keys');
  await shop.keyboard.press('Alt+n');
  await expect(shop).toHaveURL(/createRma\?customer_id=/u);
});

test('an administrator finds an account', async ({ windows }) => {
  const admin = await windows.openAs('admin');
  await goTo(admin, '/operation/manage-user');
  await admin.keyboard.press('Control+k');
  await admin.keyboard.type('fontaine', { delay: 60 });
  const person = admin.getByTestId('palette').locator('[data-entry^="user-"]');
  await expect(person).toContainText('Fontaine');
  await admin.keyboard.press('Escape');
});
