import { withSidebarGroups } from '@atelier/domain/identity/sidebar-groups.ts';
import { codeOfCommand } from '@atelier/domain/repair/scanning/bench-command.ts';
import { expect, type Page } from '@playwright/test';
import {
  colleague,
  depositIn,
  expectStatus,
  freshTracking,
  sendOut,
  type Deposited,
} from './support/caller.ts';
import { between, countDay, tableOf, typeByHand, type Hands } from './support/hands.ts';
import { expectVerdict } from './support/inbound.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { expectLive } from './support/windows.ts';

// What ten pieces take at a bench and at final QC (product/performance.md §6): clicks, keys and scans are printed.

const PIECES = 10;
const MOST = { clicks: 5, keys: 37, scans: 30 } as const;
const POLISHING = '/operation/5/RepairPolish/';
const FINAL_QC = '/operation/12/FinalQCProcess/';
const mark = Date.now().toString(36);

interface Site {
  readonly id: number;
  readonly code: string;
}

/** A worker of the station's site with both benches, and ten pieces that were received there. */
async function prepare(badge: string): Promise<readonly Deposited[]> {
  const [admin, paris, factory] = await Promise.all([
    colleague('admin'),
    colleague('paris'),
    colleague('factory'),
  ]);
  const sites = await admin.get<readonly Site[]>('/site/list');
  const site = sites.find(({ code }) => code === 'FSZ')?.id ?? 0;
  const Key = `day-${mark}`;
  const role = await admin.post<{ ID: number }>('/create/rma_workers_role', { Key, Name: Key });
  const Permission = withSidebarGroups(['polishing process', 'QC final']);
  await admin.post('/update/rma_workers_role', { ID: role.ID, Permission });
  const worker = { WorkerID: Key, WorkerName: Key, Barcode: badge, Department: '', Role: role.ID };
  await admin.post('/create/rma_worker', { ...worker, store: site });
  const pieces: Deposited[] = [];
  for (let index = 0; index < PIECES; index += 1) pieces.push(await depositIn(paris));
  await sendOut(paris, pieces, freshTracking('DAY'), site);
  for (const { itemId } of pieces) await factory.move(itemId, 3);
  return pieces;
}

async function scanAll(page: Page, pieces: readonly Deposited[]): Promise<void> {
  await expect(page.getByTestId('count-expected')).toHaveText(/^[1-9]/);
  for (const { number } of pieces) {
    await scanCode(page, number);
    await expectVerdict(page, number, 'accepted');
  }
}

/** The code of the sheet asks, the same code or "confirm" says yes. */
async function command(page: Page, name: 'validate' | 'complete'): Promise<void> {
  await scanCode(page, codeOfCommand(name));
  await expect(page.getByTestId(`confirm-${name}`)).toBeVisible();
  await scanCode(page, codeOfCommand('confirm'));
  await expect(page.getByTestId(`confirm-${name}`)).toHaveCount(0);
}

/** A letter that no scan follows. */
async function press(page: Page, key: string): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.waitForTimeout(250);
  await page.keyboard.press(key);
}

test('a bench’s day: ten pieces by badge, scanner and single keys, then final QC', async ({ windows }) => {
  test.setTimeout(180_000);
  const badge = `55${Date.now()}`;
  const pieces = await prepare(badge);
  const last = pieces.at(-1) as Deposited;
  const factory = await colleague('factory');
  const page = await windows.openAs('station');
  const hands = await countDay(page);
  const parts: Record<string, Hands> = {};
  const part = async (name: string, work: () => Promise<void>): Promise<void> => {
    const before = await hands();
    await test.step(name, work);
    parts[name] = between(before, await hands());
  };

  await part('sign in by badge', async () => {
    await expect(page.getByTestId('worker-code')).toBeFocused();
    await scanCode(page, badge);
    await expect(page).toHaveURL(new RegExp(POLISHING, 'u'));
    await expectLive(page);
  });
  await part('ten pieces scanned', () => scanAll(page, pieces));
  await part('one scan undone and repeated', async () => {
    await scanCode(page, codeOfCommand('undo'));
    await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'idle');
    await scanCode(page, last.number);
    await expectVerdict(page, last.number, 'accepted');
  });
  await part('one comment', async () => {
    await press(page, 'c');
    await expect(page.getByTestId('bench-comment-comment')).toBeFocused();
    await typeByHand(page, 'Claw 3 is thin.');
    await page.getByTestId('bench-comment-accept').click();
    await expect(page.getByTestId('bench-remark')).toContainText('Claw 3 is thin.');
  });
  await part('one weight', async () => {
    await press(page, 'w');
    await expect(page.getByTestId('bench-weight-weight')).toBeFocused();
    await typeByHand(page, '4.80');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('bench-weights')).toContainText('4.8');
  });
  await part('validated', async () => {
    await command(page, 'validate');
    for (const piece of pieces) await expectStatus(factory, piece, 5);
  });
  await part('one hold with its reason', async () => {
    await scanCode(page, codeOfCommand('hold'));
    await page.getByTestId('hold-stone').click();
    await page.getByTestId('hold-reason').click();
    await typeByHand(page, 'ordered, Monday');
    await page.getByTestId('hold-accept').click();
    await expect(page.getByTestId('bench-release')).toBeVisible();
  });
  await part('completed', () => command(page, 'complete'));

  await factory.post('/rma/hold/release', { rma_item_id: last.itemId, hold: 'stone', reason: 'it is here' });
  for (const { itemId } of pieces) await factory.move(itemId, 6);
  await part('final QC of ten, completed', async () => {
    await page.getByTestId('sidebar').locator(`a[href="${FINAL_QC}"]`).click();
    await expect(page.getByTestId('scan-screen')).toBeVisible();
    await scanAll(page, pieces);
    await command(page, 'complete');
    for (const piece of pieces) await expectStatus(factory, piece, 12);
  });

  const { clicks, keys, scans } = await hands();
  console.log(
    tableOf(`a bench’s day of ${PIECES} pieces, ${clicks} clicks, ${keys} keys, ${scans} scans`, parts),
  );
  expect(clicks).toBeLessThanOrEqual(MOST.clicks);
  expect(keys).toBeLessThanOrEqual(MOST.keys);
  expect(scans).toBeLessThanOrEqual(MOST.scans);
});
