import { expect, type Page } from '@playwright/test';
import { scanCode } from '../e2e/support/scanner.ts';
import { expectLive } from '../e2e/support/windows.ts';

/** What a bench shows after a scan. Each state scans pieces that the demo left there. */

const PREFIX = 'line-';

/** The numbers of pieces that wait at the bench, as far as they are in sight. */
async function waitingHere(page: Page): Promise<readonly string[]> {
  await page.getByTestId('session-tabs').locator('.p-button').last().click();
  const lines = page.locator(`[data-testid^="${PREFIX}"][data-scanned=false]`);
  await expect(lines.first()).toBeVisible();
  const ids = await lines.evaluateAll((all) => all.map((line) => line.getAttribute('data-testid') ?? ''));
  return ids.map((id) => id.slice(PREFIX.length));
}

async function expectReady(page: Page): Promise<void> {
  await expectLive(page);
  await expect(page.getByTestId('count-expected')).toHaveText(/^[1-9]/u);
}

/** Scans one after the other until a piece is judged so: some of them may be held, or scanned by an earlier picture. */
async function scanUntil(page: Page, codes: readonly string[], verdict: string): Promise<void> {
  const panel = page.getByTestId('verdict');
  for (const code of codes) {
    await scanCode(page, code);
    await expect(panel).toHaveAttribute('data-code', code);
    await expect(panel).not.toHaveAttribute('data-verdict', 'pending');
    if ((await panel.getAttribute('data-verdict')) !== verdict) continue;
    await expect(page.getByTestId('bench-piece')).toContainText(code);
    return;
  }
  throw new Error(`none of ${codes.length} pieces is ${verdict}`);
}

/** An earlier picture leaves its scans: without this the bench runs out of pieces. */
async function clearMine(page: Page): Promise<void> {
  if ((await page.getByTestId('count-scanned').textContent())?.trim() === '0') return;
  await page.getByTestId('clear-all').click();
  const question = page.getByTestId('confirm-clearAll');
  await question.getByTestId('confirm-accept').click();
  await expect(question).toHaveCount(0);
  await expect(page.getByTestId('count-scanned')).toHaveText('0');
}

export async function scanAccepted(page: Page): Promise<void> {
  await expectReady(page);
  await clearMine(page);
  await scanUntil(page, await waitingHere(page), 'accepted');
}

/** A piece that belongs to another bench lies at this one. */
export const scanOf =
  (otherBench: string, verdict: 'wrong_stage' | 'already_done') =>
  async (page: Page): Promise<void> => {
    await expectReady(page);
    const here = page.url();
    await page.goto(new URL(otherBench, here).href);
    await expectReady(page);
    const codes = await waitingHere(page);
    await page.goto(here);
    await expectReady(page);
    await scanUntil(page, codes, verdict);
  };

/** The question of "Complete", with whose scans it takes. */
export async function askToComplete(page: Page): Promise<void> {
  await scanAccepted(page);
  await page.getByTestId('complete').click();
}

/** The connection is gone: one scan waits on the device. */
export async function scanOffline(page: Page): Promise<void> {
  // The parts and the letters of a bench at work are loaded while there is a connection.
  await scanAccepted(page);
  const [code = ''] = await waitingHere(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await scanCode(page, code);
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'queued_offline');
  await expect(page.getByTestId('bench-cut')).toBeVisible({ timeout: 20_000 });
}
