import { expect, type Page } from '@playwright/test';
import {
  colleague,
  depositIn,
  expectStatus,
  freshTracking,
  sendOut,
  type Deposited,
} from './support/caller.ts';
import { between, countDay, tableOf, type Hands } from './support/hands.ts';
import { expectVerdict, onTheWay } from './support/inbound.ts';
import { scanCode } from './support/scanner.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { expectLive, goTo } from './support/windows.ts';

// What a package takes at the warehouse, from its label to the two factories, and a parcel out (product/performance.md §6).

const MOST = { clicks: 23, keys: 4, scans: 18 } as const;
const REPAIRED = [3, 4, 6, 12, 13];

interface Site {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
}

/** A piece that is repaired and waits to be shipped out. */
async function readyToLeave(): Promise<Deposited> {
  const [paris, factory] = [await colleague('paris'), await colleague('factory')];
  const piece = await depositIn(paris);
  const sites = await paris.get<readonly { id: number; code: string }[]>('/site/list');
  await sendOut(paris, [piece], freshTracking('OUT-IN'), sites.find(({ code }) => code === 'FSZ')?.id);
  for (const target of REPAIRED) await factory.move(piece.itemId, target);
  return piece;
}

async function scanInto(page: Page, pieces: readonly Deposited[]): Promise<void> {
  for (const { number } of pieces) {
    await scanCode(page, number);
    await expectVerdict(page, number, 'accepted');
  }
}

async function accept(page: Page, button: 'validate' | 'complete'): Promise<void> {
  await page.getByTestId(button).click();
  await page.getByTestId(`confirm-${button}`).getByTestId('confirm-accept').click();
  await expect(page.getByTestId(`confirm-${button}`)).toHaveCount(0);
}

/** Into a factory's tab, its label scanned, signed by name, sent. */
async function forward(
  page: Page,
  factory: Site,
  pieces: readonly Deposited[],
  label: string,
): Promise<void> {
  const tab = page.getByTestId('factory').getByRole('button', { name: factory.name });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-pressed', 'true');
  for (const { number } of pieces) {
    await scanCode(page, number);
    await expect(page.getByTestId(`basket-${number}`).getByTestId('scanned')).toBeVisible();
  }
  await scanCode(page, label);
  await expect(page.getByTestId('tracking-input')).toHaveValue(label);
  await signOn(page);
  await page.getByTestId('send-transfer').click();
  await page.getByTestId('confirm-send').getByTestId('confirm-accept').click();
  await page.getByTestId('next-package').click();
  await expect(page.getByTestId('tracking-input')).toHaveValue('');
}

test('a warehouse’s day: a package with a discrepancy is received, checked and forwarded, and a parcel leaves', async ({
  windows,
}) => {
  test.setTimeout(180_000);
  const [{ tracking, pieces }, ready, warehouse] = [
    await onTheWay(4),
    await readyToLeave(),
    await colleague('warehouse'),
  ];
  // What the demo left in the basket would leave with today's pieces.
  await warehouse.get('/sav/transfer_clear');
  const sites = await warehouse.get<readonly Site[]>('/site/list');
  const [one, two] = sites.filter(({ kind }) => kind === 'factory');
  if (one === undefined || two === undefined) throw new Error('the demo has two factories');
  const here = pieces.slice(0, 3);
  const [first, second, third] = here as [Deposited, Deposited, Deposited];
  const page = await windows.openAs('warehouse');
  const hands = await countDay(page);
  await expectLive(page);
  const parts: Record<string, Hands> = {};
  const part = async (name: string, work: () => Promise<void>): Promise<void> => {
    const before = await hands();
    await test.step(name, work);
    parts[name] = between(before, await hands());
  };

  await part('received, one of four missing', async () => {
    await goTo(page, '/operation/packages');
    await expect(page.getByTestId(`package-${tracking}`)).toBeVisible();
    await scanCode(page, tracking);
    await expect(page.getByTestId('count-expected')).toHaveText('4');
    await scanInto(page, here);
    await accept(page, 'complete');
    await expect(page.getByTestId('discrepancy').getByTestId('count-missing')).toContainText('1');
  });
  await part('incoming check of three', async () => {
    await goTo(page, `/operation/19/IncomingCheck/?tracking=${tracking}`);
    // The bench before lists the same pieces.
    await expect(page.getByTestId('page-title')).toHaveText('Incoming check');
    await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'idle');
    await expect(page.getByTestId('scan-lines').locator(`[data-row="${first.itemId}"]`)).toBeVisible();
    await scanInto(page, here);
    await accept(page, 'validate');
    for (const piece of here) await expectStatus(warehouse, piece, 19);
  });
  await part('SAV check, two with a finding', async () => {
    await goTo(page, `/savCheck?tracking=${tracking}`);
    await expect(page.getByTestId(`sav-row-${second.number}`)).toBeVisible();
    await expectLive(page);
    await scanCode(page, second.number);
    await expect(page.getByTestId(`sav-row-${second.number}`)).toHaveAttribute('aria-current', 'true');
    await page.waitForTimeout(250);
    await page.keyboard.press('g');
    await expect(page.getByTestId(`sav-without-${second.number}`)).toBeChecked();
    await page.waitForTimeout(250);
    await page.keyboard.press('ArrowUp');
    await page.waitForTimeout(250);
    await page.keyboard.press('w');
    await expect(page.getByTestId(`sav-wrong-${first.number}`)).toBeChecked();
    await page.waitForTimeout(250);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId(`sav-choose-${tracking}`)).toHaveCount(0);
  });
  await part('SAV check result of three', async () => {
    await goTo(page, '/operation/17/SAVCheckResult/');
    await expect(page.getByTestId('page-title')).toHaveText('SAV check');
    await expect(page.getByTestId('count-expected')).toHaveText(/^[1-9]/);
    await scanInto(page, here);
    await accept(page, 'validate');
    for (const piece of here) await expectStatus(warehouse, piece, 17);
  });
  await part('forwarded to two factories', async () => {
    await goTo(page, '/operation/18/MCToCN/');
    await expectLive(page);
    await forward(page, one, [first, second], freshTracking('WD-A'));
    await forward(page, two, [third], freshTracking('WD-B'));
    for (const piece of here) await expectStatus(warehouse, piece, 18);
  });
  const station = await windows.openAs('factory');
  const handsThere = await countDay(station);
  await test.step('shipped out', async () => {
    const parcel = freshTracking('WD-OUT');
    await goTo(station, '/operation/14/LogisticsShipOut/');
    // Of many pieces that are ready only the first are drawn; a scan finds each.
    await expect(station.locator('[data-testid^="candidate-"]').first()).toBeVisible();
    await expectLive(station);
    await scanCode(station, parcel);
    await expect(station.getByTestId('tracking')).toContainText(parcel);
    await scanCode(station, ready.number);
    await expect(station.getByTestId(`content-${ready.number}`)).toBeVisible();
    await signOn(station);
    await station.getByTestId('send-package').click();
    await station.getByTestId('confirm-accept').click();
    await expect(station.getByTestId('sent-panel')).toBeVisible();
  });
  parts['shipped out'] = await handsThere();

  const sum = (of: 'clicks' | 'keys' | 'scans') =>
    Object.values(parts).reduce((total, hands) => total + hands[of], 0);
  const [clicks, keys, scans] = [sum('clicks'), sum('keys'), sum('scans')];
  console.log(tableOf(`a warehouse’s day, ${clicks} clicks, ${keys} keys, ${scans} scans`, parts));
  expect(clicks).toBeLessThanOrEqual(MOST.clicks);
  expect(keys).toBeLessThanOrEqual(MOST.keys);
  expect(scans).toBeLessThanOrEqual(MOST.scans);
});
