import { expect, type Page } from '@playwright/test';
import { addPicture } from './support/pictures.ts';
import { colleague, freshTracking, plainSku, yearsAgo } from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { expectLive, expectTile, goTo, takePicture, tileOf } from './support/windows.ts';
import { newClient } from './support/new-client.ts';

/**
 * One ring from counter to counter. Five windows are open; in each step one person does
 * something in one of them, and the others update: none is ever reloaded.
 */
interface StoryWindows {
  readonly shop: Page;
  readonly dashboard: Page;
  readonly factory: Page;
  readonly board: Page;
  readonly client: Page;
}

interface Ring {
  readonly number: string;
  readonly reference: string;
}

const FEE = '80';

test('one ring, counter to counter, every other window updating live', async ({ windows }) => {
  const sku = await plainSku(await colleague('paris'));
  const [shop, dashboard, factory, board, client] = await Promise.all([
    windows.openAs('paris'),
    windows.openAs('paris'),
    windows.openAs('factory'),
    // High enough for every card of a lane: one that is not in sight is not drawn.
    windows.openAs('factory', { viewport: { width: 1440, height: 4000 } }),
    windows.openAlone({ viewport: { width: 1100, height: 900 } }),
  ]);
  const all = { shop, dashboard, factory, board, client };
  const before = {
    ready: await tileOf(dashboard, 'ready_to_ship'),
    sent: await tileOf(dashboard, 'sent_to_warehouse'),
    transit: await tileOf(dashboard, 'in_transit'),
    waiting: await tileOf(dashboard, 'waiting_for_customer'),
  };
  const out = freshTracking('STORY-OUT');
  const back = freshTracking('STORY-BACK');
  let ring: Ring = { number: '', reference: '' };

  await test.step('the shop takes the ring in; its dashboard counts it', async () => {
    ring = await depositThroughForm(shop, sku);
    await expectTile(dashboard, 'ready_to_ship', before.ready + 1);
    await takePicture(shop, '01-created');
  });

  await test.step('the client follows the link', async () => {
    await client.clock.install();
    await client.goto(`/customerStatus?rma_id=${ring.reference}`);
    await expectStep(client, 1);
    await markWindows(all);
    await takePicture(client, '02-client-at-the-shop');
  });

  await test.step('the factory waits at its scanning screen', async () => {
    await goTo(factory, '/receiveFromShop');
    await expect(factory.getByTestId('package-picker')).toBeVisible();
    await expectLive(factory);
  });

  await test.step('the shop packs, signs and sends', async () => {
    await shop.getByTestId('created-pack').click();
    await shop.getByTestId('destination-select').selectOption({ label: await factoryName(factory) });
    await pack(shop, ring, out);
    await takePicture(shop, '03-ready-to-send');
    await send(shop);
    await expectTile(dashboard, 'sent_to_warehouse', before.sent + 1);
    await expectTile(dashboard, 'ready_to_ship', before.ready);
    await expectStep(client, 2);
    await expect(factory.getByTestId(`package-${out}`)).toBeVisible();
  });

  await test.step('the factory receives it with its findings', async () => {
    await scanCode(factory, out);
    await expect(factory.getByTestId('count-expected')).toHaveText('1');
    await scanCode(factory, ring.number);
    await expectVerdict(factory, 'accepted', ring);
    // Bought more than two years ago: the cause is chosen for the factory, and locked.
    await expect(factory.getByTestId('cause-Expire Warranty')).toBeVisible();
    await factory.getByTestId('quality-issue').check();
    await factory.getByTestId('scan-screen').scrollIntoViewIfNeeded();
    await takePicture(factory, '04-findings');
    await complete(factory);
    await expect(board.getByTestId('lane-3').getByTestId(`card-${ring.number}`)).toBeVisible();
    await expectTile(dashboard, 'sent_to_warehouse', before.sent);
    await expectStep(client, 3);
    await takePicture(client, '05-client-in-the-workshop');
  });

  await test.step('bench by bench, by scanning', async () => {
    for (const { path, status } of BENCHES) {
      await goTo(factory, path);
      await expect(factory.getByTestId('scan-screen')).toHaveAttribute('data-target', String(status));
      await scanCode(factory, ring.number);
      await expectVerdict(factory, 'accepted', ring);
      await complete(factory);
      await expect(board.getByTestId(`lane-${status}`).getByTestId(`card-${ring.number}`)).toBeVisible();
    }
    await expectStep(client, 3);
    await takePicture(board, '06-board');
  });

  await test.step('the shop waits for it at the counter', async () => {
    await goTo(shop, '/receivedpackage');
    await expect(shop.getByTestId('package-picker')).toBeVisible();
    await expectLive(shop);
  });

  await test.step('the factory ships it out', async () => {
    await goTo(factory, '/operation/14/LogisticsShipOut/');
    await pack(factory, ring, back);
    await send(factory);
    await expect(board.getByTestId(`card-${ring.number}`)).toHaveCount(0);
    await expectTile(dashboard, 'in_transit', before.transit + 1);
    await expect(shop.getByTestId(`package-${back}`)).toBeVisible();
    await expectStep(client, 4);
  });

  await test.step('the shop receives it', async () => {
    await scanCode(shop, back);
    await expect(shop.getByTestId('count-expected')).toHaveText('1');
    await scanCode(shop, ring.number);
    await expectVerdict(shop, 'accepted', ring);
    await complete(shop);
    await expectTile(dashboard, 'in_transit', before.transit);
    await expectTile(dashboard, 'waiting_for_customer', before.waiting + 1);
    await expectStep(client, 5);
    await takePicture(client, '07-client-ready');
  });

  await test.step('the client pays, signs and takes it home', async () => {
    await openDetail(shop, ring);
    await shop.getByTestId('action-pay').click();
    await shop.getByTestId('payment-accept').click();
    await expect(shop.getByTestId('payment-dialog')).toBeHidden();
    await shop.getByTestId('action-hand_over').click();
    await sign(shop);
    await takePicture(shop, '08-signature');
    await shop.getByTestId('handover-accept').click();
    await expect(shop.getByTestId('handover-dialog')).toBeHidden();
    await expectTile(dashboard, 'waiting_for_customer', before.waiting);
    await expectStep(client, 6);
    await takePicture(client, '09-client-done');
    await takePicture(shop, '10-handed-over');
    await takePicture(dashboard, '11-dashboard');
  });

  await expectNeverReloaded(all);
});

const BENCHES = [
  { path: '/sendToRepair', status: 4 },
  { path: '/operation/5/RepairPolish/', status: 5 },
  { path: '/operation/6/RepairQC/', status: 6 },
  { path: '/operation/12/FinalQCProcess/', status: 12 },
  { path: '/receiveFromRepair', status: 13 },
] as const;

async function depositThroughForm(shop: Page, sku: string): Promise<Ring> {
  await goTo(shop, '/createRma');
  await newClient(shop);
  await shop.getByTestId('firstname').fill('Ondine');
  await shop.getByTestId('lastname').fill('Marchetti');
  await shop.getByTestId('phone').fill('612345679');
  await shop.getByTestId('email').fill('ondine@marchetti.test');
  await choose(shop, 'province', 'Île-de-France');
  await choose(shop, 'city', 'Paris');
  await shop.getByTestId('receiver-shop').click();
  await shop.getByTestId('step-next').click();
  await shop.getByTestId('items.0.invoice_number').fill('INV-STORY');
  await shop.getByTestId('items.0.product_sku').fill(sku);
  await shop.getByTestId('items.0.total_weight').fill('3.2');
  await shop.getByTestId('items.0.purchase_date').fill(yearsAgo(3));
  await shop.getByTestId('items.0.reason-1').check();
  await shop.getByTestId('items.0.maintenance_amount').fill(FEE);
  await addPicture(shop, 'items.0.images');
  await shop.getByTestId('platform_type').selectOption('store');
  await shop.getByTestId('fulfilled_date').fill(yearsAgo(3));
  await shop.getByTestId('original_order_id').fill('O-STORY');
  await shop.getByTestId('original_order_number').fill('ON-STORY');
  await shop.getByTestId('step-next').click();
  await shop.getByTestId('create-submit').click();
  const created = shop.getByTestId('created');
  await expect(created).toBeVisible();
  return {
    number: (await shop.getByTestId('created-item').textContent()) ?? '',
    reference: (await created.getAttribute('data-reference')) ?? '',
  };
}

/** A choice by typing its name. */
async function choose(page: Page, field: string, name: string): Promise<void> {
  await page.getByTestId(field).fill(name);
  await page.getByRole('option', { name }).first().click();
}

async function factoryName(factory: Page): Promise<string> {
  return (await factory.getByTestId('site-name').textContent()) ?? '';
}

/** The tracking number, then the piece: both scanned. */
async function pack(page: Page, ring: Ring, tracking: string): Promise<void> {
  await expect(page.getByTestId('packing-page')).toBeVisible();
  await scanCode(page, tracking);
  await expect(page.getByTestId('tracking')).toContainText(tracking);
  await expect(page.getByTestId(`candidate-${ring.number}`)).toBeVisible();
  await scanCode(page, ring.number);
  await expect(page.getByTestId(`content-${ring.number}`)).toBeVisible();
  await sign(page);
  await expect(page.getByTestId('check-ok')).toBeVisible();
}

async function send(page: Page): Promise<void> {
  await page.getByTestId('send-package').click();
  await page.getByTestId('confirm-send').getByTestId('confirm-accept').click();
  await expect(page.getByTestId('confirm-send')).toBeHidden();
}

async function sign(page: Page): Promise<void> {
  const pad = page.getByTestId('signature-canvas');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('there is nothing to sign on');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.2, 0.6));
  await page.mouse.down();
  for (const [x, y] of [
    [0.3, 0.3],
    [0.4, 0.7],
    [0.55, 0.35],
    [0.75, 0.6],
  ] as const) {
    await page.mouse.move(...at(x, y), { steps: 4 });
  }
  await page.mouse.up();
}

async function complete(page: Page): Promise<void> {
  await page.getByTestId('complete').click();
  await page.getByTestId('confirm-complete').getByTestId('confirm-accept').click();
  await expect(page.getByTestId('confirm-complete')).toBeHidden();
}

async function openDetail(shop: Page, ring: Ring): Promise<void> {
  await goTo(shop, '/listRma');
  await shop.getByTestId('list-search').fill(ring.number);
  await shop.getByTestId('rma-list').getByText(ring.number).click();
  await expect(shop.getByTestId('item-number')).toHaveText(ring.number);
}

async function expectVerdict(page: Page, verdict: string, ring: Ring): Promise<void> {
  const panel = page.getByTestId('verdict');
  await expect(panel).toHaveAttribute('data-code', ring.number);
  await expect(panel).toHaveAttribute('data-verdict', verdict);
}

/** The public page asks every 15 s; its clock is put forward instead of waiting for it. */
async function expectStep(client: Page, step: number): Promise<void> {
  await expect(async () => {
    await client.clock.fastForward(15_000);
    await expect(client.getByTestId(`step-${step}`)).toHaveAttribute('aria-current', 'step', {
      timeout: 1_000,
    });
  }).toPass({ timeout: 20_000 });
}

/** A window that is loaded again loses this. */
async function markWindows(windows: StoryWindows): Promise<void> {
  for (const page of Object.values(windows))
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
}

async function expectNeverReloaded(windows: StoryWindows): Promise<void> {
  for (const [name, page] of Object.entries(windows)) {
    expect([name, await page.evaluate(() => 'neverReloaded' in window)]).toEqual([name, true]);
  }
}
