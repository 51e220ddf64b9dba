import { AxeBuilder } from '@axe-core/playwright';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { Client } from 'pg';
import { adminUrlOf } from '../faults/support/running-system.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { colleague, depositIn, freshTracking, sendOut } from './support/caller.ts';
import { dataFolder } from './support/system.ts';
import { test } from './support/test.ts';
import { verifyFrom } from './support/verification.ts';
import { goTo, takePicture } from './support/windows.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

test('an auditor lands on the state of the log, what is unusual, and who read and exported', async ({
  windows,
}) => {
  const page = await windows.openAs('auditor');
  await expect(page).toHaveURL(/\/system\/audit(\?|$)/);
  await expect(page.getByTestId('verdict')).toBeVisible();
  await expect(page.getByTestId('sealing')).toContainText('Sealed up to position');
  await expect(page.getByTestId('audit-latest')).toContainText('Access to personal data');
  await expect(page.getByTestId('unusual-page')).toBeVisible();
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations).toEqual([]);
  await takePicture(page, 'audit-home');
});

test('an auditor reviews an unusual event by its rule: looked at, explained, open again', async ({
  windows,
}) => {
  const warehouse = await colleague('warehouse');
  const shop = await colleague('paris');
  const piece = await depositIn(shop);
  await sendOut(shop, [piece], freshTracking('REVIEW'));
  await warehouse.move(piece.itemId, 3);
  await warehouse.move(piece.itemId, 2, { move: 'undo', reason: 'wrong tray' });
  const page = await windows.openAs('auditor');
  const rule = page.getByTestId('unusual-undo');
  await rule.getByRole('button').first().click();
  const row = rule.getByRole('listitem').filter({ hasText: piece.number });
  await expect(row).toHaveAttribute('data-state', 'open');
  await expect(row).toContainText('GMT+8');
  await row.getByTestId('review-look').click();
  await expect(row).toHaveAttribute('data-state', 'looked_at');
  await row.getByTestId('review-explain').click();
  await page.getByTestId('explain-note').fill('The tray was mixed up.');
  await page.getByTestId('explain-accept').click();
  await expect(row).toHaveAttribute('data-state', 'explained');
  await expect(row).toContainText('The tray was mixed up.');
  await takePicture(page, 'audit-reviewed');
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations).toEqual([]);
  await row.getByTestId('review-open').click();
  await expect(row).toHaveAttribute('data-state', 'open');
});

test('an auditor sees what happens at every site, by day, kind and record', async ({ windows }) => {
  const page = await windows.openAs('auditor');
  await page.getByTestId('audit-view').getByText('Activity', { exact: true }).click();
  await expect(page.getByTestId('audit-feed')).toBeVisible();
  const rows = page.getByTestId('audit-feed').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await expect(page.locator('.audit-day').first()).toBeVisible();
  await expect(rows.filter({ hasText: 'GMT' }).first()).toBeVisible();
  await takePicture(page, 'audit-feed');
  const { number } = await depositIn(await colleague('paris'));
  await expect(rows.filter({ hasText: number }).first()).toBeVisible();
  await page.getByTestId('audit-kind').selectOption('shipment');
  await expect(page).toHaveURL(/kind=shipment/);
  await expect(rows.filter({ hasText: number })).toHaveCount(0);
  await page.getByTestId('audit-kind').selectOption('');
  await page.getByTestId('audit-search').fill(number);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/subject=item-/);
  await expect(page.getByTestId('audit-only')).toContainText(number);
  await expect(rows.filter({ hasText: number }).first()).toBeVisible();
  // Rows of the question before are dimmed until the new ones are there.
  await expect(page.getByTestId('audit-feed')).not.toHaveAttribute('aria-busy');
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations).toEqual([]);
});

test('a changed event turns the auditor’s home red, with piece, field, both values and what to do, until it is as before', async ({
  windows,
}) => {
  test.skip(dataFolder === undefined, 'needs the database of a separate system');
  test.slow();
  const { number, itemId } = await depositIn(await colleague('paris'));
  const page = await windows.openAs('auditor');
  const verdict = page.getByTestId('verdict');
  const before = await changeRma(itemId, 1);
  try {
    expect(await verifyFrom(page)).not.toEqual([]);
    await expect(verdict).toHaveAttribute('data-tone', 'bad');
    await expect(verdict).toContainText(`Piece ${number}`);
    await expect(verdict).toContainText('do not restore over it');
    await expect(verdict.getByTestId('verify-value')).toContainText('rmaId');
    await expect(verdict.getByTestId('verify-value')).toContainText('is now1');
    await page.getByTestId('audit-view').getByText('Activity', { exact: true }).click();
    await expect(verdict).toHaveAttribute('data-tone', 'bad');
    const found = await new AxeBuilder({ page }).analyze();
    expect(found.violations).toEqual([]);
    await takePicture(page, 'audit-failed');
    await page.setViewportSize(phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await page.setViewportSize(desk);
    const admin = await windows.openAs('admin');
    await goTo(admin, '/operation/jobs');
    await expect(admin.getByTestId('seal-faults')).toContainText('The log differs from what was recorded');
    await admin.getByTestId('seal').scrollIntoViewIfNeeded();
    await takePicture(admin, 'audit-failed-admin');
    await page.getByTestId('verdict-replay').click();
    await expect(page.getByTestId('replay-event')).toHaveAttribute('data-type', 'ItemDeposited');
  } finally {
    await changeRma(itemId, before);
  }
  await page.goto('/system/audit?view=verify');
  expect(await verifyFrom(page)).toEqual([]);
  await expect(verdict).toHaveAttribute('data-tone', 'good');
  const newest = page.getByTestId('verify-list').getByRole('listitem').first();
  await expect(newest).toHaveAttribute('data-state', 'done');
  await expect(newest).toHaveAttribute('data-faults', '0');
  await expect(newest).toContainText('No changes, removals or additions found');
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations).toEqual([]);
  await takePicture(page, 'audit-verified');
});

/** As an attacker with all rights on the database does it. Returns the earlier value. */
async function changeRma(itemId: number, rmaId: number): Promise<number> {
  const client = new Client({ connectionString: adminUrlOf({ dataFolder: dataFolder ?? '' }) });
  await client.connect();
  try {
    const stream = [`item-${itemId}`];
    const found = await client.query<{ rma: string }>(
      `select data ->> 'rmaId' as rma from events where stream_id = $1 and version = 1`,
      stream,
    );
    await client.query(
      `update events set data = jsonb_set(data, '{rmaId}', '${rmaId}') where stream_id = $1 and version = 1`,
      stream,
    );
    return Number(found.rows[0]?.rma);
  } finally {
    await client.end();
  }
}

test('an auditor replays a piece by keyboard, follows a link to a moment, and sees it on board and map', async ({
  windows,
}) => {
  const shop = await colleague('paris');
  const piece = await depositIn(shop);
  const { number, itemId } = piece;
  await sendOut(shop, [piece], `AUDIT-${itemId}`);
  const page = await windows.openAs('auditor');
  await page.getByTestId('audit-replay').click();
  await page.getByTestId('replay-words').fill(number);
  await page.keyboard.press('Enter');
  await page.getByTestId(`replay-item-${itemId}`).click();
  const event = page.getByTestId('replay-event');
  await expect(event).toHaveAttribute('data-type', 'ItemDeposited');
  await expect(page.getByTestId('replay-file')).toContainText(number);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('replay-step')).toHaveText(/^Event 2 /);
  await expect(page).toHaveURL(/at=\d+/);
  const link = page.url();
  await page.keyboard.press('End');
  await expect(page).not.toHaveURL(link);
  await page.keyboard.press('Home');
  await expect(event).toHaveAttribute('data-type', 'ItemDeposited');
  await expect(page.getByTestId('replay-days')).toBeVisible();
  await expect(page.getByTestId('replay-holders').getByRole('listitem')).not.toHaveCount(0);
  await page.getByTestId('replay-time').fill('2099-01-01T00:00:00');
  await page.getByTestId('replay-time').press('Enter');
  await expect(event).not.toHaveAttribute('data-type', 'ItemDeposited');
  await page.keyboard.press('Escape');
  await page.goto(link);
  await expect(page.getByTestId('replay-step')).toHaveText(/^Event 2 /);
  for (const show of ['Board', 'Location of pieces', 'All events'])
    await page.getByTestId('replay-show').getByText(show, { exact: true }).click();
  await expect(page.getByTestId('replay-events').locator('[aria-current]')).toHaveCount(1);
  await page.setViewportSize(phone);
  // A list learns its width after the window has it.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(phone.width);
  await page.setViewportSize(desk);
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations).toEqual([]);
  await takePicture(page, 'audit-replay');
});

test('what a replay shows is saved as a file that the log signed', async ({ windows }) => {
  const { itemId } = await depositIn(await colleague('paris'));
  const folder = await mkdtemp(join(tmpdir(), 'atelier-replay-'));
  const page = await windows.openAs('auditor', { acceptDownloads: true });
  await goTo(page, `/system/audit/replay?subject=item-${itemId}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('replay-save').click(),
  ]);
  const archive = join(folder, download.suggestedFilename());
  await download.saveAs(archive);
  await takePicture(page, 'audit-replay-saved');
  const verifier = join(projectRoot, 'web/public/atelier-verify.mjs');
  const text = (await readFile(archive)).toString('latin1');
  const [, key = ''] = /--key (\S+\+[0-9a-f]{8}\+\S{44})/.exec(text) ?? [];
  const { stdout } = await promisify(execFile)(process.execPath, [verifier, archive, '--key', key]);
  expect(stdout).toContain('atelier-replay-1');
  await rm(folder, { recursive: true });
});
