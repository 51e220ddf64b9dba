import { expect, type Page } from '@playwright/test';
import {
  colleague,
  depositIn,
  expectStatus,
  freshTracking,
  sendOut,
  type Deposited,
} from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { expectLive, goTo } from './support/windows.ts';

interface Site {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
}

/** A piece that the warehouse received and checked: it stands at 17. */
async function checkedAtWarehouse(): Promise<Deposited> {
  const [paris, warehouse] = [await colleague('paris'), await colleague('warehouse')];
  const piece = await depositIn(paris);
  await sendOut(paris, [piece], freshTracking('TO-WHS'));
  await warehouse.move(piece.itemId, 3);
  await warehouse.move(piece.itemId, 17);
  return piece;
}

/** Where the person's own window stands, as its header says. */
async function siteOf(name: 'factory' | 'factory2'): Promise<number> {
  const who = await colleague(name);
  const session = await who.get<{ site: { id: number } }>('/auth/session');
  return session.site.id;
}

async function forward(page: Page, piece: Deposited, factory: Site, tracking: string): Promise<void> {
  await goTo(page, '/operation/18/MCToCN/');
  await expectLive(page);
  const tab = page.getByTestId('factory').getByRole('button', { name: factory.name });
  await tab.click();
  // A scan before that is asked for the factory first.
  await expect(tab).toHaveAttribute('aria-pressed', 'true');
  await scanCode(page, piece.number);
  const row = page.getByTestId(`basket-${piece.number}`);
  await expect(row.getByTestId('scanned')).toBeVisible();
  await expect(page.getByTestId('scan-strip')).toHaveAttribute('data-tone', 'ok');
  await page.getByTestId('tracking-input').fill(tracking);
  await page.getByTestId('signature-mode').click();
  await page.getByTestId('signature-typed').fill('Courier');
}

async function arrive(page: Page, piece: Deposited, tracking: string): Promise<void> {
  await goTo(page, `/operation/19/IncomingCheck/?tracking=${tracking}`);
  await expect(page.getByTestId('scan-lines').locator(`[data-row="${piece.itemId}"]`)).toBeVisible();
  await expectLive(page);
  await scanCode(page, piece.number);
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'accepted');
  await page.getByTestId('validate').click();
  await page.getByTestId('confirm-validate').getByTestId('confirm-accept').click();
}

test('a piece goes from the warehouse to one factory, from there to another, and to its bench', async ({
  windows,
}) => {
  const [piece, warehouse, factory, factory2] = await Promise.all([
    checkedAtWarehouse(),
    windows.openAs('warehouse'),
    windows.openAs('factory'),
    windows.openAs('factory2'),
  ]);
  const [first, second] = [await siteOf('factory'), await siteOf('factory2')];
  const sites = await (await colleague('warehouse')).get<readonly Site[]>('/site/list');
  const [firstSite, secondSite] = [first, second].map((id) => sites.find((site) => site.id === id));
  if (firstSite?.kind !== 'factory' || secondSite?.kind !== 'factory')
    throw new Error('both stand in a factory');
  const [one, two] = [freshTracking('TR-A'), freshTracking('TR-B')];

  await test.step('17 → 18: scanned into the basket, signed, sent; the factory sees it coming', async () => {
    await goTo(factory, '/operation/18/MCToCN/');
    await expectLive(factory);
    await forward(warehouse, piece, firstSite, one);
    // What others put into the basket meanwhile stays in it: only this piece is to go.
    await expect(warehouse.getByTestId(`basket-${piece.number}`)).toBeVisible();
    await takeOutOthers(warehouse, piece);
    await send(warehouse);
    await expect(warehouse.getByTestId(`package-${one}`)).toHaveAttribute('data-state', 'Sent');
    await expect(factory.getByTestId(`package-${one}`)).toHaveAttribute('data-state', 'Sent');
    await expectStatus(await colleague('warehouse'), piece, 18);
  });

  await test.step('18 → 19 by scan; the sender sees it received', async () => {
    await arrive(factory, piece, one);
    await expectStatus(await colleague('factory'), piece, 19);
    await expect(warehouse.getByTestId(`package-${one}`)).toHaveAttribute(
      'data-state',
      /^(Received|Closed)$/,
    );
  });

  await test.step('19 → 17 → 18 → 19 at the other factory', async () => {
    await (await colleague('factory')).move(piece.itemId, 17);
    await forward(factory, piece, secondSite, two);
    await takeOutOthers(factory, piece);
    await send(factory);
    await expectStatus(await colleague('factory'), piece, 18);
    await arrive(factory2, piece, two);
    await expectStatus(await colleague('factory2'), piece, 19);
  });

  await test.step('19 → 4, at the other factory alone', async () => {
    await expect((await colleague('factory')).move(piece.itemId, 4)).rejects.toThrow();
    await (await colleague('factory2')).move(piece.itemId, 4);
    await expectStatus(await colleague('factory2'), piece, 4);
  });
});

/** The demo's basket holds other pieces; each is unticked, and waits at this site again. */
async function takeOutOthers(page: Page, piece: Deposited): Promise<void> {
  const others = page
    .getByTestId('basket')
    .locator(`li[data-ticked]:not([data-testid="basket-${piece.number}"])`);
  for (let left = await others.count(); left > 0; left -= 1) {
    await others.first().getByRole('checkbox').click();
    await expect(others).toHaveCount(left - 1);
  }
}

async function send(page: Page): Promise<void> {
  await page.getByTestId('send-transfer').click();
  await page.getByTestId('confirm-send').getByTestId('confirm-accept').click();
  await expect(page.getByTestId('sent-transfer').getByTestId('print-package')).toBeVisible();
  await expect(page.getByTestId('sent-transfer').getByTestId('unsend-package')).toBeVisible();
  await page.getByTestId('next-package').click();
  await expect(page.getByTestId('tracking-input')).toHaveValue('');
}
